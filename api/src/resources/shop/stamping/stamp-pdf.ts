import { PDFArray, type PDFContext, PDFDict, PDFDocument, PDFName, type PDFPage, type PDFRef, StandardFonts } from '@cantoo/pdf-lib';

const NAME = PDFName.of('PurchaseStamp');
/** Font size as a fraction of the page's shorter side. On A5, the font size is 7 points. */
const SIZE = 1 / 60;
const MOST_OF_WIDTH = 0.9;

/**
 * Returns the PDF with `line` at the visible foot of every page, also of rotated or cropped pages. Outline, links, metadata and everything
 * else stay unchanged. Throws for a file that is encrypted, damaged or without pages.
 */
export async function stampPdf(pdf: Uint8Array, line: string): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.load(pdf, {
    updateMetadata: false,
    throwOnInvalidObject: true,
    parseSpeed: Number.POSITIVE_INFINITY,
  });
  const pages = document.getPages();
  if (pages.length === 0) throw new Error('a PDF without pages');
  const { context } = document;
  const font = await document.embedFont(StandardFonts.Helvetica);
  const width = font.widthOfTextAtSize(line, 1);
  const stamp = drawingOf(context, font.ref, font.encodeText(line).toString(), width);
  const begin = context.register(context.stream('q\n'));
  const ends = new Map<string, PDFRef>();
  for (const page of pages) {
    // Pages of equal size share one stream.
    const matrix = matrixOf(page, width).map((value) => Number(value.toFixed(3)));
    const content = `\nQ q ${matrix.join(' ')} cm ${NAME} Do Q\n`;
    const end = ends.get(content) ?? context.register(context.stream(content));
    ends.set(content, end);
    place(page, stamp, begin, end);
  }
  return await document.save({ objectsPerTick: Number.POSITIVE_INFINITY, updateFieldAppearances: false });
}

/** Draws the line at font size 1 on a translucent white plate. A medium grey is readable on paper and on pictures. */
function drawingOf(context: PDFContext, font: PDFRef, text: string, width: number): PDFRef {
  const [left, bottom, right, top] = [-0.6, -0.45, width + 0.6, 0.95];
  const content =
    '/Artifact BMC q /Plate gs 1 g ' +
    `${left} ${bottom} ${right - left} ${top - bottom} re f Q ` +
    `BT /Letters 1 Tf 0.38 g 0 0 Td ${text} Tj ET EMC`;
  return context.register(
    context.stream(content, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [left, bottom, right, top],
      Resources: { Font: { Letters: font }, ExtGState: { Plate: { Type: 'ExtGState', ca: 0.85 } } },
    }),
  );
}

/** Changes only the page's own dictionary. Resources and contents that pages share stay unchanged. */
function place({ node, doc }: PDFPage, stamp: PDFRef, begin: PDFRef, end: PDFRef): void {
  const { context } = doc;
  const resources = node.Resources()?.clone(context) ?? context.obj({});
  const drawings = resources.lookupMaybe(PDFName.of('XObject'), PDFDict)?.clone(context) ?? context.obj({});
  drawings.set(NAME, stamp);
  resources.set(PDFName.of('XObject'), drawings);
  node.set(PDFName.of('Resources'), resources);

  const contents = node.lookup(PDFName.of('Contents'));
  const own = contents instanceof PDFArray ? contents.asArray() : contents ? [node.get(PDFName.of('Contents'))] : [];
  node.set(PDFName.of('Contents'), context.obj([begin, ...own, end]));
}

/** Returns the matrix that places the line: centered above the edge that the reader sees as the bottom of the page. */
function matrixOf(page: PDFPage, lineWidth: number): number[] {
  const { x, y, width, height } = page.getCropBox();
  const turned = (((page.getRotation().angle % 360) + 360) % 360) / 90;
  const isSideways = turned % 2 === 1;
  const across = isSideways ? height : width;
  const size = Math.min(Math.min(width, height) * SIZE, (across * MOST_OF_WIDTH) / lineWidth);
  const above = size * 1.4;
  const half = (size * lineWidth) / 2;
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  switch (turned) {
    case 1:
      return [0, size, -size, 0, x + width - above, middleY - half];
    case 2:
      return [-size, 0, 0, -size, middleX + half, y + height - above];
    case 3:
      return [0, -size, size, 0, x + above, middleY + half];
    default:
      return [size, 0, 0, size, middleX - half, y + above];
  }
}
