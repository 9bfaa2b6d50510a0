import { SETTING_BLOCKS } from '@site/shared/contracts/admin-content.ts';
import { NOTICE_KINDS } from '@site/shared/contracts/admin-notices.ts';
import type { ContentBlock } from '@site/shared/contracts/content.ts';
import { NO_CATEGORY } from '@site/shared/contracts/podcast-categories.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { paths, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { nameOfPlace, placeTexts } from '@site/shared/texts/place-texts.ts';
import { onDevice } from '../../../drafts/draft-storage.ts';
import { keptDraft } from '../../../drafts/use-draft.ts';
import { Panel } from '../../../signed-in/panel.tsx';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { blockHref, blockTexts } from '../../block-editor/blocks.ts';
import { useBlock } from '../../block-editor/content-queries.ts';
import { podcastCategoryTexts } from '../../block-editor/podcast-category-texts.ts';
import lines from '../../common/value-line.module.css';
import { ValueLine } from '../../common/value-line.tsx';
import { useNotices } from '../../notices/notices-query.ts';
import { texts as noticeTexts } from '../../notices/texts.ts';
import { clockOf } from '../../setting-fields/zones.ts';
import { useSetup } from '../../setup/setup-query.ts';
import { texts as setupTexts } from '../../setup/texts.ts';
import { useStateParts } from '../../site-state/state-parts.tsx';
import { useSupport } from '../../site-state/support-query.ts';
import { texts as stateTexts } from '../../site-state/texts.ts';
import { texts } from './texts.ts';

type SettingBlock = (typeof SETTING_BLOCKS)[number];

/** Lists every setting with its value. */
export function LiveSettings() {
  const t = useTexts(texts);
  return (
    <Panel title={t.live} isFlush>
      <ul className={lines.lines}>
        {SETTING_BLOCKS.map((key) => (
          <BlockLine key={key} block={key} />
        ))}
        <NoticesLine />
        <StateLine />
        <SetupLine />
      </ul>
    </Panel>
  );
}

function BlockLine({ block }: { block: SettingBlock }) {
  const { names } = useTexts(blockTexts);
  const uid = useReaderUid();
  const value = useValueOf();
  const { data, isError } = useBlock(block);
  return (
    <ValueLine
      to={blockHref(block)}
      name={names[block]}
      value={data ? value(block, data.body) : isError ? '–' : undefined}
      isDraft={uid !== null && keptDraft(onDevice(uid, block)) !== null}
    />
  );
}

/** Returns a function that describes a block in a few words. */
function useValueOf() {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const names = useTexts(placeTexts);
  const listed = (words: readonly (string | null | false | undefined)[]) => words.filter(Boolean).join(' · ') || t.none;
  const values: { readonly [Key in SettingBlock]: (body: ContentBlock<Key>) => string } = {
    brand: ({ site, author }) => listed([site, author]),
    contact: ({ email, legalName, taxId }) => listed([email, legalName, taxId]),
    links: ({ places, instagram }) => listed([...places.map((place) => nameOfPlace(names, place)), instagram && 'Instagram']),
    podcast: ({ category }) => (category === NO_CATEGORY ? t.none : podcastCategoryTexts[locale][category]) ?? t.none,
    channel: ({ id, title }) => title || (id === null ? t.none : t.connected),
    podcast_categories: ({ names }) => listed(names),
    currencies: ({ sold }) => listed(sold),
    timeZone: ({ zone }) => clockOf(locale, zone, new Date())?.name ?? zone,
  };
  return (block: SettingBlock, body: Readonly<Record<string, unknown>>) => (values[block] as (body: unknown) => string)(body);
}

function NoticesLine() {
  const t = useTexts(noticeTexts);
  const { data } = useNotices();
  const value = data && NOTICE_KINDS.map((kind) => `${t.kinds[kind]}: ${t.short[data.notices[kind]]}`).join(' · ');
  return <ValueLine to={`${adminPaths.support.href()}#notices`} name={t.title} value={value} />;
}

function StateLine() {
  const t = useTexts(stateTexts);
  const support = useSupport();
  const parts = useStateParts(support.data);
  const wrong = parts.filter(({ isFine }) => isFine === false).length;
  const value = wrong > 0 ? t.wrong(wrong) : t.allRight(parts.length);
  return (
    <ValueLine
      to={`${adminPaths.support.href()}#state`}
      name={t.state}
      value={support.data ? value : support.isError ? t.failed : undefined}
    />
  );
}

function SetupLine() {
  const t = useTexts(setupTexts);
  const { data } = useSetup();
  const done = data?.steps.filter(({ state }) => state === 'done').length ?? 0;
  return (
    <ValueLine to={`${paths.dashboard.href('settings')}&view=setup`} name={t.title} value={data && t.progress(done, data.steps.length)} />
  );
}
