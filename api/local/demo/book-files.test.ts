import sharp from 'sharp';
import { getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../src/resources/shop/ebooks/pdf-facts.ts';
import { type BookFiles, makeBookFiles } from './book-files.ts';
import { demoEbooks, demoPublishing } from './ebooks.ts';
import { renderBook } from './pdf.ts';

type Bookmark = { title: string; dest: unknown };
const rute = demoEbooks.find(({ id }) => id === 'rute-uma-leitura-devagar');
if (!rute) throw new Error('the book of these tests is gone');

describe('the files of a demo book', () => {
  let files: BookFiles;
  beforeAll(async () => {
    files = await makeBookFiles(rute, demoPublishing);
  }, 30_000);

  it("a demo book's PDF has title, author, language and the shop's number of pages", async () => {
    const pdf = await getDocumentProxy(new Uint8Array(files.pdf));
    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({ Title: rute.title, Author: demoPublishing.author, Language: 'pt-BR' });
    expect((await pdf.getMarkInfo())?.Marked).toBe(true);
    expect(pdf.numPages).toBe(rute.pages);
  });

  it("a demo book's PDF passes all checks of a book on sale", async () => {
    expect(await readPdf(new Uint8Array(files.pdf))).toMatchObject({ pages: rute.pages });
  });

  it("a demo book's PDF has a bookmark for each chapter", async () => {
    const pdf = await getDocumentProxy(new Uint8Array(files.pdf));
    const outline: Bookmark[] = await pdf.getOutline();
    expect(outline.map(({ title }) => title)).toEqual([
      'Capa',
      'Antes de começar',
      ...rute.chapters.map(({ title }, index) => `${index + 1}. ${title}`),
      'Sobre a autora',
    ]);
  });

  it("each line of a demo book's contents links to the page with that title", async () => {
    const pdf = await getDocumentProxy(new Uint8Array(files.pdf));
    const annotations = await (await pdf.getPage(4)).getAnnotations();
    const targets = annotations.map(({ dest }: { dest: string }) => dest);
    expect(targets).toEqual(['antes', ...rute.chapters.map((_, index) => `capitulo-${index + 1}`), 'autora']);
    const destination = await pdf.getDestination('capitulo-1');
    const page = await pdf.getPage((await pdf.getPageIndex(destination?.[0])) + 1);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
    expect(text).toContain('Três mulheres');
  });

  it('a demo book has every cover size as AVIF and WebP in 2:3, and the plain file', async () => {
    expect(files.publicFiles.map(({ key }) => key).sort()).toEqual(
      ['-240.avif', '-240.webp', '-360.avif', '-360.webp', '-480.avif', '-480.webp', '-720.avif', '-720.webp', '.webp']
        .map((ending) => `covers/rute-uma-leitura-devagar.${files.cover.version}${ending}`)
        .sort(),
    );
    for (const { key, body } of files.publicFiles) {
      const { width, height } = await sharp(body).metadata();
      expect(width, key).toBe(Number(/-(\d+)\./.exec(key)?.[1] ?? 480));
      expect(height, key).toBe(width * 1.5);
    }
  });

  it("a demo book's files are identical when they are made again", async () => {
    const again = await makeBookFiles(rute, demoPublishing);
    expect(again.cover).toEqual(files.cover);
    expect(again.pdf.equals(files.pdf)).toBe(true);
  }, 30_000);
});

describe('every demo book', () => {
  it("every demo book's PDF has the shop's number of pages", async () => {
    const cover = await sharp({ create: { width: 2, height: 3, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer();
    for (const ebook of demoEbooks) {
      const pdf = await renderBook(ebook, cover, demoPublishing);
      expect((await getDocumentProxy(new Uint8Array(pdf))).numPages, ebook.id).toBe(ebook.pages);
    }
  }, 60_000);
});
