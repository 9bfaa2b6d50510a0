import { useSearchParams, useTexts } from '@site/shared/site/site.ts';
import { BlockPage } from '../../block-editor/block-page.tsx';
import { TEXT_BLOCKS } from '../../block-editor/blocks.ts';
import { PageHeading } from '../../common/page-heading.tsx';
import { BlockList } from './block-list.tsx';
import { texts } from './texts.ts';

/** Every text of the public site, or the editor of the one that the address names. */
export function Component() {
  const t = useTexts(texts);
  const [search] = useSearchParams();
  const asked = search.get('block');
  // The previous address of the saved answers.
  const block = asked === 'saved_answers' ? asked : TEXT_BLOCKS.find((key) => key === asked);
  if (block) return <BlockPage block={block} back={t.back} />;
  return (
    <>
      <PageHeading title={t.title} hint={t.hint} />
      <BlockList />
    </>
  );
}
