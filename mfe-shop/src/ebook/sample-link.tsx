import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { ebookTexts } from './texts.ts';

/** Links to the sample of a book, a PDF that the browser shows. Shows nothing for a book without a sample. */
export function SampleLink({ sample, className }: Pick<Ebook, 'sample'> & { className?: string | undefined }) {
  const t = useTexts(ebookTexts);
  return (
    sample && (
      <a href={sample.path} className={className}>
        {t.sample(sample.pages)}
      </a>
    )
  );
}
