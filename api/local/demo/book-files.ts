import type { DemoEbook } from './book.ts';
import { drawCover } from './covers/cover.ts';
import { type CoverFile, coverAsJpeg, renderCover } from './covers/render.ts';
import { type PublishingFacts, renderBook } from './pdf.ts';

export type BookFiles = {
  cover: { version: string; color: string };
  publicFiles: CoverFile[];
  pdf: Buffer;
};

/** Draws the cover of a book in all sizes and makes its PDF. The same book always gives the same files. */
export async function makeBookFiles(ebook: DemoEbook, facts: PublishingFacts): Promise<BookFiles> {
  const { svg, version, color } = drawCover(ebook.id, facts.author);
  const [publicFiles, jpeg] = await Promise.all([renderCover(svg, ebook.filename, version), coverAsJpeg(svg)]);
  return { cover: { version, color }, publicFiles, pdf: await renderBook(ebook, jpeg, facts) };
}
