import { PDFArray, PDFDict, PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { stampPdf } from './stamp-pdf.ts';

const LINE = 'Pedido nº 1042 · c•••@s•••.test';
const A5: [number, number] = [420, 595];
type How = { turned?: number; crop?: [number, number, number, number]; size?: [number, number]; content?: string };

/** A book with a bookmark for each page. Each page has a link to the next page and a link to a website. */
async function aBook(pages: number): Promise<Uint8Array> {
  const book = await PDFDocument.create();
  const { context } = book;
  book.setTitle('Raízes');
  book.setAuthor('Marina Alvorada');
  book.setLanguage('pt-BR');
  book.setModificationDate(new Date('2025-01-02T03:04:05Z'));
  const font = await book.embedFont(StandardFonts.TimesRoman);
  for (let number = 1; number <= pages; number += 1) {
    book.addPage(A5).drawText(`Página ${number}`, { x: 60, y: 500, size: 12, font });
  }
  const all = book.getPages();
  const outline = context.nextRef();
  const marks = all.map(() => context.nextRef());
  for (const [index, page] of all.entries()) {
    const next = all[(index + 1) % pages];
    const [around, mark] = [marks.slice(index - 1 < 0 ? 0 : index - 1), marks[index]];
    if (!next || !mark) throw new Error('no such page');
    const link = (more: object) => context.register(context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [60, 40, 200, 60], ...more }));
    page.node.set(
      PDFName.of('Annots'),
      context.obj([link({ Dest: [next.ref, 'Fit'] }), link({ A: { S: 'URI', URI: PDFString.of(`https://example.test/${index + 1}`) } })]),
    );
    context.assign(
      mark,
      context.obj({
        Title: PDFString.of(`Capitulo ${index + 1}`),
        Parent: outline,
        Dest: [page.ref, 'Fit'],
        ...(index > 0 && around[0] ? { Prev: around[0] } : {}),
        ...(marks[index + 1] ? { Next: marks[index + 1] } : {}),
      }),
    );
  }
  context.assign(outline, context.obj({ Type: 'Outlines', First: marks[0], Last: marks.at(-1), Count: pages }));
  book.catalog.set(PDFName.of('Outlines'), outline);
  return await book.save();
}

/** Returns a PDF's outline, links and texts as pdf.js sees them. Firefox draws PDFs with pdf.js. */
async function asPdfJs(pdf: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const outline = [];
  for (const { title, dest } of (await document.getOutline()) ?? []) {
    outline.push({ title, page: await document.getPageIndex(Array.isArray(dest) ? dest[0] : null) });
  }
  const pages = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const links = [];
    for (const { url, dest } of await page.getAnnotations()) links.push(url ?? (await document.getPageIndex(dest[0])));
    const { items } = await page.getTextContent();
    const viewport = page.getViewport({ scale: 1 });
    const lines = items.flatMap((item) => ('str' in item && item.str.trim() ? [item] : []));
    const places = lines.map(({ str, transform, width }) => {
      const [x, y] = viewport.convertToViewportPoint(transform[4], transform[5]);
      // The end of the line in reading direction, calculated from its start.
      const size = Math.hypot(transform[0], transform[1]);
      const [endX, endY] = viewport.convertToViewportPoint(
        transform[4] + (transform[0] / size) * width,
        transform[5] + (transform[1] / size) * width,
      );
      return {
        text: str,
        size,
        from: { x: x / viewport.width, y: y / viewport.height },
        to: { x: endX / viewport.width, y: endY / viewport.height },
      };
    });
    pages.push({ links, places });
  }
  const { info } = await document.getMetadata();
  return { outline, pages, info };
}

/** Returns a PDF's outline titles, links and metadata as pdf-lib sees them. */
async function asPdfLib(pdf: Uint8Array) {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const titles = [];
  let mark = document.catalog.lookup(PDFName.of('Outlines'), PDFDict).lookupMaybe(PDFName.of('First'), PDFDict);
  while (mark) {
    titles.push(mark.lookup(PDFName.of('Title'), PDFString).decodeText());
    mark = mark.lookupMaybe(PDFName.of('Next'), PDFDict);
  }
  const links = document.getPages().map(({ node }) => node.lookup(PDFName.of('Annots'), PDFArray).size());
  const stamps = document
    .getPages()
    .map(({ node }) => node.Resources()?.lookup(PDFName.of('XObject'), PDFDict).get(PDFName.of('PurchaseStamp')));
  return {
    titles,
    links,
    stamps: new Set(stamps.map(String)),
    facts: [document.getTitle(), document.getAuthor(), document.getLanguage(), document.getModificationDate(), document.getProducer()],
  };
}

const withoutStamp = ({ outline, pages, info }: Awaited<ReturnType<typeof asPdfJs>>) => ({
  outline,
  info,
  pages: pages.map(({ links, places }) => ({ links, places: places.filter(({ text }) => text !== LINE) })),
});

describe.each([1, 50, 500])('a book of %i pages', (count) => {
  test('a stamped copy has the line of its buyer once on each page, and copies of two readers differ only in this line', async () => {
    const book = await aBook(count);
    const stamped = await stampPdf(book, LINE);

    const seen = await asPdfJs(stamped);
    expect(seen.pages.map(({ places }) => places.filter(({ text }) => text === LINE).length)).toEqual(Array(count).fill(1));
    expect(withoutStamp(seen)).toEqual(withoutStamp(await asPdfJs(book)));
    expect(seen.outline).toHaveLength(count);

    const [before, after] = [await asPdfLib(book), await asPdfLib(stamped)];
    expect([...after.stamps]).toEqual([expect.stringMatching(/^\d+ 0 R$/)]);
    expect({ ...after, stamps: null }).toEqual({ ...before, stamps: null });
  }, 60_000);
});

describe('the position of the stamped line', () => {
  test.each<[string, How]>([
    ['an upright page', {}],
    ['a page rotated right', { turned: 90 }],
    ['a page upside down', { turned: 180 }],
    ['a page rotated left', { turned: -90 }],
    ['a cropped page', { crop: [100, 150, 250, 300] }],
    ['a cropped and rotated page', { crop: [100, 150, 250, 300], turned: 90 }],
    ['a wide page', { size: [1920, 1080] }],
    ['a tiny page', { size: [72, 72] }],
    ['a page whose content moved the origin', { content: '3 0 0 3 500 500 cm' }],
  ])('the stamped line is at the foot of the page as it is read: %s', async (_, how) => {
    const book = await PDFDocument.create();
    const page = book.addPage(how.size ?? A5);
    page.node.set(PDFName.of('Rotate'), book.context.obj(how.turned ?? 0));
    if (how.crop) page.setCropBox(...how.crop);
    if (how.content) page.node.set(PDFName.of('Contents'), book.context.register(book.context.stream(how.content)));
    const [only] = (await asPdfJs(await stampPdf(await book.save(), LINE))).pages;
    expect(only?.places).toHaveLength(1);
    const [place] = only?.places ?? [];
    if (!place) throw new Error('no line');
    const { from, to } = place;
    expect(from.y).toBeCloseTo(to.y, 3);
    expect(from.y).toBeGreaterThan(0.9);
    expect(from.y).toBeLessThan(0.995);
    expect(from.x).toBeGreaterThan(0.02);
    expect(from.x).toBeLessThan(to.x);
    expect(from.x + to.x, 'centred').toBeCloseTo(1, 1);
  });
});

test('stamping a page does not change resources that it shares with other pages', async () => {
  const book = await PDFDocument.create();
  const { context } = book;
  const shared = context.register(context.obj({ Font: {} }));
  for (const size of [A5, [800, 600] as [number, number]]) book.addPage(size).node.set(PDFName.of('Resources'), shared);
  const { pages } = await asPdfJs(await stampPdf(await book.save(), LINE));
  expect(pages.map(({ places }) => places.map(({ text }) => text))).toEqual([[LINE], [LINE]]);
});

test.each([
  ['text that is not a PDF', 'Olá'],
  ['the first part of a PDF', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog'],
  [
    'a PDF without pages',
    '%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\ntrailer\n<</Root 1 0 R>>\n',
  ],
])('a file like %s cannot be stamped', async (_, content) => {
  await expect(stampPdf(new TextEncoder().encode(content), LINE)).rejects.toThrow();
});
