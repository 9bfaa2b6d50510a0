import { FACES, getFont } from '@site/shared/lettering/fonts.ts';
import PDFDocument from 'pdfkit';
import type { DemoChapter, DemoEbook } from './book.ts';
import { scenes } from './covers/scenes.ts';

const PAGE = { width: 432, height: 648 };
const MARGINS = { top: 70, bottom: 78, left: 60, right: 60 };
const COLUMN = PAGE.width - MARGINS.left - MARGINS.right;
const INK = '#23302a';
const SOFT = '#6b6a58';
const ACCENT = '#a8492a';
const RULE = '#d8ccb4';
const BODY = { size: 12.2, lineGap: 5.4, paragraphGap: 9 };
const WRITING_LINE = 27;
/** Bookmarks show the whole page. By default, pdfkit scrolls to the page's right edge. */
const WHOLE_PAGE = { expanded: false, fit: true };

export type PublishingFacts = { author: string; imprint: string };

type Element = PDFKit.PDFStructureElement;
type Pdf = PDFKit.PDFDocument;
type Entry = { title: string; target: string; page: number };

const destinationOf = (index: number): string => `capitulo-${index + 1}`;

/**
 * Makes the PDF of a book: cover, title page, linked contents, chapters with exercises, and a page about the author. The file is tagged,
 * has an outline and embeds its fonts. The same book always gives the same bytes.
 */
export function renderBook(book: DemoEbook, cover: Buffer, facts: PublishingFacts): Promise<Buffer> {
  const createdAt = new Date(book.createdAt);
  const pdf = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margins: MARGINS,
    bufferPages: true,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    lang: book.language,
    displayTitle: true,
    info: {
      Title: book.title,
      Author: facts.author,
      Subject: book.subtitle,
      Keywords: 'demonstração',
      Creator: facts.imprint,
      Producer: facts.imprint,
      CreationDate: createdAt,
      ModDate: createdAt,
    },
  });
  for (const face of FACES) pdf.registerFont(face, getFont(face));
  const bytes = collect(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);

  coverPage(pdf, root, book, cover, facts);
  titlePage(pdf, root, book, facts);
  imprintPage(pdf, root, book, facts);

  pdf.addPage();
  const contentsPage = lastPage(pdf);
  const contents = pdf.struct('TOC');
  root.add(contents);

  const entries: Entry[] = [introduction(pdf, root, book)];
  for (const [index, chapter] of book.chapters.entries()) entries.push(chapterPages(pdf, root, chapter, index));
  entries.push(aboutPage(pdf, root, facts));

  pdf.switchToPage(contentsPage);
  contentsList(pdf, contents, entries);
  folios(pdf, book);

  root.end();
  pdf.end();
  return bytes;
}

function collect(pdf: Pdf): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
}

/** Returns the index of the current page, which is one less than its page number. */
const lastPage = (pdf: Pdf): number => pdf.bufferedPageRange().count - 1;

function artifact(pdf: Pdf, type: 'Pagination' | 'Layout', draw: () => void): void {
  pdf.markContent('Artifact', { type });
  draw();
  pdf.endMarkedContent();
}

function rule(pdf: Pdf, y: number, from = MARGINS.left, to = PAGE.width - MARGINS.right, color = RULE): void {
  artifact(pdf, 'Layout', () => pdf.moveTo(from, y).lineTo(to, y).lineWidth(0.7).strokeColor(color).stroke());
}

function sprout(pdf: Pdf, x: number, y: number, size: number, color: string): void {
  artifact(pdf, 'Layout', () => {
    const leaf = (turn: number) =>
      pdf
        .save()
        .translate(x, y - size * 0.5)
        .rotate(turn)
        .scale(size * 0.62)
        .path('M0 0 C0.36 -0.25 0.36 -0.7 0 -1 C-0.36 -0.7 -0.36 -0.25 0 0 Z')
        .fill(color)
        .restore();
    pdf
      .moveTo(x, y)
      .lineTo(x, y - size * 0.55)
      .lineWidth(size * 0.07)
      .strokeColor(color)
      .stroke();
    leaf(-52);
    leaf(52);
  });
}

function coverPage(pdf: Pdf, root: Element, book: DemoEbook, cover: Buffer, facts: PublishingFacts): void {
  pdf.addPage({ size: [PAGE.width, PAGE.height], margin: 0 });
  pdf.outline.addItem('Capa', WHOLE_PAGE);
  root.add(
    pdf.struct('Figure', { alt: `Capa do livro ${book.title}, de ${facts.author}` }, () => {
      pdf.image(cover, 0, 0, { width: PAGE.width, height: PAGE.height });
    }),
  );
}

/** Returns a width of at most `largest` that gives lines of similar length, so that the last line is not a single word. */
function balancedWidth(pdf: Pdf, text: string, largest: number): number {
  const natural = pdf.widthOfString(text);
  const lines = Math.ceil(natural / largest);
  return lines === 1 ? largest : Math.min(largest, (natural / lines) * 1.15);
}

/** Returns the lines of the title, broken as on the cover. */
function titleLines({ id, title }: DemoEbook): readonly string[] {
  const lines = scenes[id]?.title ?? [];
  return lines.join(' ') === title ? lines : [title];
}

function titlePage(pdf: Pdf, root: Element, book: DemoEbook, facts: PublishingFacts): void {
  const centred = { width: COLUMN, align: 'center' } as const;
  pdf.addPage({ size: [PAGE.width, PAGE.height], margins: MARGINS });
  pdf.font('text').fontSize(12).fillColor(SOFT);
  pdf.text(facts.author, MARGINS.left, 120, { ...centred, structParent: root });
  pdf.font('display').fontSize(32).fillColor(INK);
  // Tags all lines as one heading. `structType` would tag each line as its own heading.
  root.add(
    pdf.struct('H1', { actual: book.title }, () => {
      pdf.y = 208;
      for (const line of titleLines(book)) pdf.text(line, MARGINS.left, pdf.y, { ...centred, lineGap: 2 });
    }),
  );
  pdf.font('displayItalic').fontSize(15).fillColor(ACCENT);
  const width = balancedWidth(pdf, book.subtitle, COLUMN - 60);
  pdf.text(book.subtitle, (PAGE.width - width) / 2, pdf.y + 14, { width, align: 'center', lineGap: 3, structParent: root });
  sprout(pdf, PAGE.width / 2, 540, 30, ACCENT);
  pdf.font('text').fontSize(10).fillColor(SOFT);
  pdf.text(facts.imprint, MARGINS.left, 550, { ...centred, structParent: root });
}

function imprintPage(pdf: Pdf, root: Element, book: DemoEbook, facts: PublishingFacts): void {
  const year = new Date(book.createdAt).getUTCFullYear();
  const lines = [
    `© ${year} ${facts.author}. Edição digital de ${facts.imprint}.`,
    'Este exemplar é seu: leia no celular, no computador ou impresso em casa. Para presentear alguém, prefira comprar outro exemplar. É assim que os próximos livros são escritos.',
    'As passagens bíblicas são indicadas por livro e capítulo, para que você leia na tradução de sua preferência.',
    'Livro de demonstração: autora, editora e histórias são fictícias.',
  ];
  pdf.addPage();
  pdf.font('text').fontSize(9.2).fillColor(SOFT);
  const options = { width: COLUMN, lineGap: 3, paragraphGap: 8 };
  const height = lines.reduce((sum, line) => sum + pdf.heightOfString(line, options) + options.paragraphGap, 0);
  pdf.y = PAGE.height - MARGINS.bottom - height - 4;
  for (const line of lines) pdf.text(line, MARGINS.left, pdf.y, { ...options, structParent: root });
}

function heading(pdf: Pdf, root: Element, target: string, eyebrow: string, title: string): void {
  pdf.addNamedDestination(target, 'XYZ', 0, 0, null);
  pdf.font('textBold').fontSize(9).fillColor(ACCENT);
  pdf.text(eyebrow, MARGINS.left, 92, { width: COLUMN, characterSpacing: 1.4, structParent: root });
  pdf.font('display').fontSize(23).fillColor(INK);
  pdf.text(title, MARGINS.left, pdf.y + 6, { width: COLUMN, lineGap: 1, structParent: root, structType: 'H1' });
}

function paragraphs(pdf: Pdf, parent: Element, texts: readonly string[]): void {
  pdf.font('text').fontSize(BODY.size).fillColor(INK);
  for (const text of texts) {
    pdf.text(text, MARGINS.left, pdf.y, { width: COLUMN, lineGap: BODY.lineGap, paragraphGap: BODY.paragraphGap, structParent: parent });
  }
}

function introduction(pdf: Pdf, root: Element, book: DemoEbook): Entry {
  const title = 'Antes de começar';
  pdf.addPage();
  pdf.outline.addItem(title, WHOLE_PAGE);
  const section = pdf.struct('Sect');
  root.add(section);
  heading(pdf, section, 'antes', 'PARA QUEM ABRIU ESTE LIVRO', title);
  pdf.y += 20;
  const page = lastPage(pdf);
  paragraphs(pdf, section, book.introduction);
  return { title, target: 'antes', page };
}

function chapterPages(pdf: Pdf, root: Element, chapter: DemoChapter, index: number): Entry {
  const target = destinationOf(index);
  pdf.addPage();
  const page = lastPage(pdf);
  const bookmark = pdf.outline.addItem(`${index + 1}. ${chapter.title}`, WHOLE_PAGE);
  const section = pdf.struct('Sect');
  root.add(section);
  heading(pdf, section, target, `CAPÍTULO ${index + 1}`, chapter.title);
  pdf.font('displayItalic').fontSize(11.5).fillColor(SOFT);
  pdf.text(`Leitura: ${chapter.reading}`, MARGINS.left, pdf.y + 8, { width: COLUMN, structParent: section });
  rule(pdf, pdf.y + 12, MARGINS.left, MARGINS.left + 46, ACCENT);
  pdf.y += 28;
  paragraphs(pdf, section, chapter.paragraphs);
  practice(pdf, section, chapter.practice, bookmark);
  return { title: chapter.title, target, page };
}

function practice(pdf: Pdf, section: Element, tasks: readonly string[], bookmark: PDFKit.PDFOutline): void {
  const indent = 20;
  const options = { width: COLUMN - indent, lineGap: BODY.lineGap, paragraphGap: BODY.paragraphGap };
  pdf.font('text').fontSize(BODY.size);
  const height = tasks.reduce((sum, task) => sum + pdf.heightOfString(task, options) + BODY.paragraphGap, 120);
  const isOnNextPage = pdf.y + height > PAGE.height - MARGINS.bottom;
  if (isOnNextPage) pdf.addPage();
  else {
    rule(pdf, pdf.y + 14);
    pdf.y += 30;
  }
  bookmark.addItem('Para praticar', WHOLE_PAGE);
  pdf.font('display').fontSize(14).fillColor(ACCENT);
  pdf.text('Para praticar', MARGINS.left, pdf.y, { width: COLUMN, structParent: section, structType: 'H2' });
  pdf.y += 8;
  const list = pdf.struct('L');
  section.add(list);
  for (const [index, task] of tasks.entries()) {
    const item = pdf.struct('LI');
    list.add(item);
    const top = pdf.y;
    pdf.font('display').fontSize(BODY.size).fillColor(ACCENT);
    pdf.text(String(index + 1), MARGINS.left, top, { width: indent, lineBreak: false, structParent: item, structType: 'Lbl' });
    pdf.font('text').fontSize(BODY.size).fillColor(INK);
    pdf.text(task, MARGINS.left + indent, top, { ...options, structParent: item, structType: 'LBody' });
  }
  for (let y = pdf.y + WRITING_LINE; y < PAGE.height - MARGINS.bottom; y += WRITING_LINE) rule(pdf, y);
}

function aboutPage(pdf: Pdf, root: Element, facts: PublishingFacts): Entry {
  const title = 'Sobre a autora';
  pdf.addPage();
  pdf.outline.addItem(title, WHOLE_PAGE);
  const section = pdf.struct('Sect');
  root.add(section);
  const page = lastPage(pdf);
  heading(pdf, section, 'autora', facts.imprint.toLocaleUpperCase('pt-BR'), title);
  pdf.y += 20;
  paragraphs(pdf, section, [
    `${facts.author} lê a Bíblia em voz alta desde criança, quando a avó pedia um capítulo enquanto descascava mandioca na varanda. Estudou Letras, deu aula de literatura por doze anos e hoje escreve, grava e conversa sobre fé e vida comum em ${facts.imprint}.`,
    'Mora perto do mar, cultiva temperos em latas velhas e acredita que uma boa pergunta, dita com carinho, faz mais por alguém do que dez respostas apressadas.',
    'Se este livro fez companhia a você, conte como foi. Toda carta de leitor é lida.',
  ]);
  return { title, target: 'autora', page };
}

function contentsList(pdf: Pdf, contents: Element, entries: readonly Entry[]): void {
  pdf.font('display').fontSize(23).fillColor(INK);
  pdf.text('Sumário', MARGINS.left, 92, { width: COLUMN, structParent: contents, structType: 'Caption' });
  pdf.y += 20;
  const numberWidth = 34;
  for (const { title, target, page } of entries) {
    const item = pdf.struct('TOCI');
    contents.add(item);
    const link = pdf.struct('Link', { alt: `${title}, página ${page + 1}` });
    item.add(link);
    const top = pdf.y;
    pdf.font('text').fontSize(11.5).fillColor(INK);
    pdf.text(title, MARGINS.left, top, { width: COLUMN - numberWidth - 8, lineGap: 3, structParent: link, structType: 'Span' });
    const bottom = pdf.y;
    pdf.fillColor(ACCENT);
    pdf.text(String(page + 1), PAGE.width - MARGINS.right - numberWidth, top, {
      width: numberWidth,
      align: 'right',
      structParent: link,
      structType: 'Span',
    });
    const options: PDFKit.Mixins.AnnotationOption & { structParent: Element } = { structParent: link };
    pdf.goTo(MARGINS.left, top, COLUMN, bottom - top, target, options);
    rule(pdf, bottom + 6);
    pdf.y = bottom + 15;
  }
}

/**
 * Draws the running title and the page number, starting with the contents. Called last, because text below the margin would otherwise start
 * a new page.
 */
function folios(pdf: Pdf, book: DemoEbook): void {
  const { count } = pdf.bufferedPageRange();
  for (let index = 3; index < count; index += 1) {
    pdf.switchToPage(index);
    pdf.page.margins.bottom = 0;
    artifact(pdf, 'Pagination', () => {
      pdf.font('textItalic').fontSize(8.6).fillColor(SOFT);
      pdf.text(book.title, MARGINS.left, PAGE.height - 46, { lineBreak: false });
      pdf.font('text').fontSize(8.6).fillColor(SOFT);
      const number = String(index + 1);
      pdf.text(number, PAGE.width - MARGINS.right - pdf.widthOfString(number), PAGE.height - 46, { lineBreak: false });
    });
  }
}
