import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFStream, PDFString, StandardFonts } from '@cantoo/pdf-lib';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { countPages, cutPdf } from './cut-pdf.ts';

const SIZE: [number, number] = [400, 600];
const cut = async (book: Uint8Array, firstPage: number, lastPage: number) => (await cutPdf(book, { firstPage, lastPage }, 'Raízes')).pdf;
const secretOf = (page: number) => `segredo da pagina ${page}`;

/** A book as word processors write it: one page links to all others, and all pages share one resource dictionary. */
async function aLinkedBook(pages: number, change: (book: PDFDocument) => void = () => undefined): Promise<Uint8Array> {
  const book = await PDFDocument.create();
  const { context } = book;
  const all = Array.from({ length: pages }, () => book.addPage(SIZE));
  // The drawing has no resources of its own and uses the font of its page.
  const drawingOf = (page: number) =>
    context.register(
      context.flateStream(`BT /F2 12 Tf 40 300 Td (desenho ${page}) Tj ET`, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, ...SIZE] }),
    );
  const resources = context.register(
    context.obj({
      Font: {
        F1: (await book.embedFont(StandardFonts.Helvetica)).ref,
        F2: (await book.embedFont(StandardFonts.TimesRoman)).ref,
        F3: (await book.embedFont(StandardFonts.Courier)).ref,
      },
      XObject: Object.fromEntries(all.map((_, index) => [`Dr${index + 1}`, drawingOf(index + 1)])),
    }),
  );
  for (const [index, { node }] of all.entries()) {
    const content = `BT /F1 14 Tf 40 500 Td (${secretOf(index + 1)}) Tj ET q /Dr${index + 1} Do Q`;
    node.set(PDFName.of('Resources'), resources);
    node.set(PDFName.of('Contents'), context.register(context.flateStream(content)));
  }
  const links = all.map(({ ref }) =>
    context.register(context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], Dest: [ref, 'Fit'] })),
  );
  all[1]?.node.set(PDFName.of('Annots'), context.obj(links));
  change(book);
  return await book.save({ addDefaultPage: false });
}

/** Returns the text of each page as pdf.js finds it. Firefox draws PDFs with pdf.js. */
async function textsOf(pdf: Uint8Array): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const texts = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(items.flatMap((item) => ('str' in item && item.str.trim() ? [item.str] : [])).join(' | '));
  }
  return texts;
}

/** Returns all text in any content stream of the file, shown or not. */
async function wordsIn(pdf: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
  const contents = context.enumerateIndirectObjects().flatMap(([, object]) => (object instanceof PDFRawStream ? [object] : []));
  return contents.map((content) => Buffer.from(decodePDFRawStream(content).decode()).toString('latin1')).join('\n');
}

describe('a sample', () => {
  test('a sample shows its pages as in the book, and the file contains nothing of the other pages', async () => {
    const pages = 200;
    const book = await aLinkedBook(pages);
    const sample = await cut(book, 2, 5);
    expect(await textsOf(sample)).toEqual([2, 3, 4, 5].map((page) => `${secretOf(page)} | desenho ${page}`));
    expect(await countPages(sample)).toEqual({ shown: 4, objects: 4 });
    const words = await wordsIn(sample);
    for (let page = 1; page <= pages; page += 1) {
      const isIn = words.includes(`(${secretOf(page)})`) || words.includes(`(desenho ${page})`);
      expect(isIn, `page ${page}`).toBe(page >= 2 && page <= 5);
    }
    expect(sample.length).toBeLessThan(book.length / 10);
  }, 30_000);

  test('a sample leaves out data that programs wrote into the book, and fonts that it does not need', async () => {
    const book = await aLinkedBook(3, ({ context }) => {
      const secret = context.register(context.obj({ Private: PDFString.of(secretOf(3)) }));
      for (const [, object] of context.enumerateIndirectObjects()) {
        const dict = object instanceof PDFStream ? object.dict : object;
        if (dict instanceof PDFDict) dict.set(PDFName.of('PieceInfo'), context.obj({ Writer: secret }));
      }
    });
    const sample = await PDFDocument.load(await cut(book, 1, 1));
    const objects = sample.context.enumerateIndirectObjects().map(([, object]) => String(object));
    expect(objects.join('\n')).not.toMatch(/segredo|Courier/);
    expect(objects.join('\n')).toContain('Times-Roman');
  });

  test("a sample's page is rotated like in the book, even if the book defines the rotation", async () => {
    const book = await aLinkedBook(2, ({ catalog, context }) => catalog.Pages().set(PDFName.of('Rotate'), context.obj(90)));
    expect((await PDFDocument.load(await cut(book, 2, 2))).getPage(0).getRotation().angle).toBe(90);
  });

  test('a book with hidden layers gets no sample, because the sample would show the layers', async () => {
    const book = await aLinkedBook(2, ({ context, catalog }) => {
      const layer = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Rascunho') }));
      catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [layer], D: { OFF: [layer] } }));
    });
    await expect(cut(book, 1, 1)).rejects.toMatchObject({ name: 'HiddenLayers' });
  });

  test.each([
    [3, 2, 5, 'beyond_end'],
    [3, 1, 3, 'whole_book'],
    [1, null, null, 'whole_book'],
  ] as const)('a sample of a book of %i pages from page %s to %s is rejected: %s', async (pages, firstPage, lastPage, problem) => {
    await expect(cutPdf(await aLinkedBook(pages), { firstPage, lastPage }, 'Raízes')).rejects.toMatchObject({ problem });
  });

  test.each([
    [2, 1],
    [39, 3],
    [250, 20],
  ])('a sample of a book of %i pages has the first %i if nothing is chosen', async (pages, first) => {
    expect((await cutPdf(await aLinkedBook(pages), { firstPage: null, lastPage: null }, 'Raízes')).pages).toBe(first);
  });
});
