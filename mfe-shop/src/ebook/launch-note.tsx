import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import { useFormats, useTexts } from '@site/shared/site/site.ts';
import { ebookTexts } from './texts.ts';

/** Shows the launch day of an announced book. Shows nothing for a published book. */
export function LaunchNote({ ebook: { launch }, className }: { ebook: Pick<Ebook, 'launch'>; className: string | undefined }) {
  const t = useTexts(ebookTexts);
  const { day } = useFormats();
  return launch && <p className={className}>{(launch.isSold ? t.preorder : t.soon)(day(launch.at))}</p>;
}
