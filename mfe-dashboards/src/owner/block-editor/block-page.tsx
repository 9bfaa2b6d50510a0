import { contentPermissions } from '@site/shared/contracts/admin-content.ts';
import type { ContentKey } from '@site/shared/contracts/content.ts';
import { Link, paths, useNavigate, useSearchParams, useTexts } from '@site/shared/site/site.ts';
import { PageHeading } from '../common/page-heading.tsx';
import { Permitted } from '../common/permitted.tsx';
import { BlockEditor } from './block-editor.tsx';
import { blockHref, blockTexts, pageOfBlock, tabOfBlock } from './blocks.ts';
import { texts } from './texts.ts';

/** Shows the page of one block's editor. `back` is the text of the link to the list of blocks, where there is one. */
export function BlockPage({ block, back }: { readonly block: ContentKey; readonly back?: string }) {
  const t = useTexts(texts);
  const { names, hints } = useTexts(blockTexts);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const page = pageOfBlock(block);
  return (
    <Permitted permission={contentPermissions[block]}>
      <PageHeading
        title={names[block]}
        hint={hints[block]}
        back={back && <Link to={paths.dashboard.href(tabOfBlock(block))}>{back}</Link>}
        actions={page && <Link to={page}>{t.open}</Link>}
      />
      <BlockEditor
        block={block}
        view={search.get('view') === 'history' ? 'history' : 'edit'}
        onView={(view) => void navigate(blockHref(block, view === 'history' ? { view } : {}), { preventScrollReset: true })}
      />
    </Permitted>
  );
}
