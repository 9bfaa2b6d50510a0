import { SETTING_BLOCKS } from '@site/shared/contracts/admin-content.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { Link, paths, useFormats, useTexts } from '@site/shared/site/site.ts';
import { onDevice } from '../../../drafts/kept.ts';
import { keptDraft } from '../../../drafts/use-draft.ts';
import { Panel } from '../../../signed-in/panel.tsx';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { blockTexts } from '../../block-editor/blocks.ts';
import { useContentList } from '../../block-editor/content-queries.ts';
import { PLACE } from '../../common/page-heading.tsx';
import css from './settings-tab.module.css';
import { texts } from './texts.ts';

/** What changes while the site runs; each opens in its editor. */
export function LiveSettings() {
  const t = useTexts(texts);
  const { names, hints } = useTexts(blockTexts);
  const { moment } = useFormats();
  const uid = useReaderUid();
  const list = useContentList();
  return (
    <Panel title={t.live} isFlush>
      <ul className={css.rows}>
        {SETTING_BLOCKS.map((key) => {
          const block = list.data?.blocks.find((known) => known.key === key);
          return (
            <li key={key}>
              <Link to={`${paths.dashboard.href('settings')}&${new URLSearchParams({ block: key })}`} className={css.link}>
                <span className={css.name}>
                  {names[key]}
                  {uid !== null && keptDraft(onDevice(uid, key)) && <Badge tone="warning">{t.draft}</Badge>}
                </span>
                <span className={css.soft}>{hints[key]}</span>
                {(block || list.isPending) && (
                  <span className={css.soft}>
                    {!block ? PLACE : block.publishedAt ? t.published(block.publishedBy ?? '', moment(block.publishedAt)) : t.original}
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
