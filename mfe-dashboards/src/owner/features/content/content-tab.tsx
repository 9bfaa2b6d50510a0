import { CONTENT_KEYS, contentPermissions, SETTING_BLOCKS } from '@site/shared/contracts/admin-content.ts';
import type { ContentKey } from '@site/shared/contracts/content.ts';
import { Link, paths, useNavigate, useSearchParams, useTexts } from '@site/shared/site/site.ts';
import { BlockEditor, type EditorView } from '../../block-editor/block-editor.tsx';
import { blockTexts, pageOfBlock } from '../../block-editor/blocks.ts';
import { PageHeading } from '../../common/page-heading.tsx';
import { Permitted } from '../../common/permitted.tsx';
import { BlockList } from './block-list.tsx';
import { texts } from './texts.ts';

const isText = (key: ContentKey): boolean => !SETTING_BLOCKS.some((setting) => setting === key);

/** Every text of the public site, or the editor of the one that the address names. */
export function Component() {
  const t = useTexts(texts);
  const { names, hints } = useTexts(blockTexts);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const asked = search.get('block');
  const block = CONTENT_KEYS.find((key) => key === asked && isText(key));
  const list = paths.dashboard.href('content');
  if (!block) {
    return (
      <>
        <PageHeading title={t.title} hint={t.hint} />
        <BlockList />
      </>
    );
  }
  const view: EditorView = search.get('view') === 'history' ? 'history' : 'edit';
  const page = pageOfBlock[block];
  return (
    <Permitted permission={contentPermissions[block]}>
      <PageHeading
        title={names[block]}
        hint={hints[block]}
        back={<Link to={list}>{t.back}</Link>}
        actions={page && <Link to={page}>{t.open}</Link>}
      />
      <BlockEditor
        block={block}
        view={view}
        onView={(next) =>
          void navigate(`${list}&${new URLSearchParams({ block, ...(next === 'history' ? { view: next } : {}) })}`, {
            preventScrollReset: true,
          })
        }
      />
    </Permitted>
  );
}
