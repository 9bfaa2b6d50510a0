import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';

/** Returns a PDF with this many empty pages. */
export async function aPdf(pages: number): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) document.addPage();
  return Buffer.from(await document.save());
}

/** Returns a JPEG of one colour. */
export const aCover = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#5d6532' } })
    .jpeg()
    .toBuffer();
