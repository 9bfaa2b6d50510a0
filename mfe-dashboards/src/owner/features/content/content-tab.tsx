import { useSearchParams, useTexts } from '@site/shared/site/site.ts';
import { BlockPage } from '../../block-editor/block-page.tsx';
import { TEXT_BLOCKS } from '../../block-editor/blocks.ts';
import { PageHeading } from '../../common/page-heading.tsx';
import { BlockList } from './block-list.tsx';
import { texts } from './texts.ts';

/** Shows the list of all texts of the public site, or the editor of the text that the URL names. */
export function Component() {
  const t = useTexts(texts);
  const [search] = useSearchParams();
  const asked = search.get('block');
  // Old links to the saved answers used this URL.
  const block = asked === 'saved_answers' ? asked : TEXT_BLOCKS.find((key) => key === asked);
  if (block) return <BlockPage block={block} back={t.back} />;
  return (
    <>
      <PageHeading title={t.title} hint={t.hint} />
      <BlockList />
    </>
  );
}
