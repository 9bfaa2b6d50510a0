import type { ContentKey } from '@site/shared/contracts/content.ts';
import { useFormats, useTexts } from '@site/shared/site/site.ts';
import { onDevice } from '../../../drafts/draft-storage.ts';
import { keptDraft } from '../../../drafts/use-draft.ts';
import layout from '../../../signed-in/layout.module.css';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { Loading } from '../../../signed-in/loading.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { BLOCKS_OF_PAGE, blockHref, blockTexts } from '../../block-editor/blocks.ts';
import { useContentList } from '../../block-editor/content-queries.ts';
import lines from '../../common/value-line.module.css';
import { ValueLine } from '../../common/value-line.tsx';
import { texts } from './texts.ts';

/** Lists the blocks that can be edited, with their last publisher, and the drafts on this device. */
export function BlockList() {
  const t = useTexts(texts);
  const { names, hints } = useTexts(blockTexts);
  const { moment } = useFormats();
  const uid = useReaderUid();
  const list = useContentList();
  if (list.isPending) {
    return <Loading text={t.loading} lines={10} />;
  }
  if (!list.data) return <LoadFailure title={t.failed} query={list} />;
  const { blocks } = list.data;
  /** Only the owner may edit some blocks. */
  const isMine = (key: ContentKey) => blocks.some((block) => block.key === key);
  const groups = (Object.keys(BLOCKS_OF_PAGE) as (keyof typeof BLOCKS_OF_PAGE)[]).filter((group) => BLOCKS_OF_PAGE[group].some(isMine));
  return (
    <div className={layout.stack}>
      {groups.map((group) => (
        <Panel key={group} title={t.groups[group]} isFlush>
          <ul className={lines.lines}>
            {BLOCKS_OF_PAGE[group].filter(isMine).map((key) => {
              const { publishedAt, publishedBy } = blocks.find((block) => block.key === key) ?? {};
              return (
                <ValueLine
                  key={key}
                  to={blockHref(key)}
                  name={names[key]}
                  value={hints[key]}
                  note={publishedAt ? t.published(publishedBy ?? '', moment(publishedAt)) : t.original}
                  isDraft={uid !== null && keptDraft(onDevice(uid, key)) !== null}
                />
              );
            })}
          </ul>
        </Panel>
      ))}
    </div>
  );
}
