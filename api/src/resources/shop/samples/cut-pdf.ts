import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNull,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import { MOST_SAMPLE_PAGES } from '@site/shared/contracts/ebook-rules.ts';

/** The keys that a page is drawn from. Links, actions, threads and structure are left out, because they lead to other pages. */
const KEPT_OF_PAGE = ['MediaBox', 'CropBox', 'Rotate', 'Contents', 'Group', 'UserUnit'].map((key) => PDFName.of(key));
/** Types of objects that belong to the whole book. */
const OF_THE_BOOK = new Set(
  ['Page', 'Pages', 'Catalog', 'Template', 'StructElem', 'StructTreeRoot', 'Annot', 'Outlines', 'Thread', 'Bead'].map((kind) =>
    PDFName.of(kind),
  ),
);
/** Keys that lead out of a drawing, or hold private data of the program that wrote the book. */
const LEFT_OUT = new Set(
  [
    'Parent',
    'PieceInfo',
    'Metadata',
    'StructParent',
    'StructParents',
    'AF',
    'OPI',
    'Ref',
    'LastModified',
    'Alternates',
    'Annots',
    'Thumb',
    'SeparationInfo',
  ].map((key) => PDFName.of(key)),
);
const LENGTH = PDFName.of('Length');
const TYPE = PDFName.of('Type');
const RESOURCES = PDFName.of('Resources');
const X_OBJECT = PDFName.of('XObject');
/** Resources that content refers to by name. */
const CATEGORIES = ['ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'Font', 'Properties'].map((name) => PDFName.of(name));
/** Color spaces that are used without being named. */
const UNNAMED = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK'].map((name) => PDFName.of(name));

const NAMES = /\/([^\s()<>[\]{}/%]+)/g;
const DRAWN = /\/([^\s()<>[\]{}/%]+)\s+Do\b/g;

/** The file has hidden layers, which would become visible in a sample without the book's settings. */
export class HiddenLayers extends Error {
  override readonly name = 'HiddenLayers';
}

/** The range has pages that the book does not have, or covers the whole book. */
export class UnfitRange extends Error {
  override readonly name = 'UnfitRange';
  readonly problem: 'beyond_end' | 'whole_book';

  constructor(problem: 'beyond_end' | 'whole_book') {
    super(problem);
    this.problem = problem;
  }
}

/** A page range. Both null means the first tenth of the book. */
export type PageRange = { firstPage: number | null; lastPage: number | null };
export type CutSample = { pdf: Uint8Array<ArrayBuffer>; pages: number };

function fitRange({ firstPage, lastPage }: PageRange, pages: number): { first: number; last: number } {
  const first = firstPage ?? 1;
  const last = lastPage ?? Math.min(MOST_SAMPLE_PAGES, Math.max(1, Math.floor(pages / 10)));
  if (last > pages) throw new UnfitRange('beyond_end');
  if (last - first + 1 >= pages) throw new UnfitRange('whole_book');
  return { first, last };
}

/**
 * Makes a PDF of some pages of a book, with the content of these pages and nothing else. Plain copying of pages is not enough, because
 * links, structure and unused pictures would bring the other pages along. Throws for an encrypted or damaged file, `UnfitRange`,
 * `HiddenLayers`, and when the result contains any other page.
 */
export async function cutPdf(pdf: Uint8Array, range: PageRange, title: string): Promise<CutSample> {
  const book = await PDFDocument.load(pdf, { updateMetadata: false, throwOnInvalidObject: true, parseSpeed: Number.POSITIVE_INFINITY });
  if (book.context.trailerInfo.Encrypt) throw new Error('encrypted');
  const { first, last } = fitRange(range, book.getPageCount());
  if (hasHiddenLayers(book)) throw new HiddenLayers();
  const sample = await PDFDocument.create({ updateMetadata: false });
  sample.setTitle(title, { showInWindowTitleBar: true });
  const copier = new DrawingCopier(book, sample);
  for (const page of book.getPages().slice(first - 1, last)) copier.addPage(page);
  const bytes = await sample.save({ addDefaultPage: false, objectsPerTick: Number.POSITIVE_INFINITY, updateFieldAppearances: false });
  const shown = last - first + 1;
  const found = await countPages(bytes);
  if (found.shown !== shown || found.objects !== shown)
    throw new Error(`${found.objects} pages in the file, of which ${found.shown} are shown, instead of ${shown}`);
  return { pdf: bytes, pages: shown };
}

function hasHiddenLayers(book: PDFDocument): boolean {
  const settings = book.catalog.lookupMaybe(PDFName.of('OCProperties'), PDFDict)?.lookupMaybe(PDFName.of('D'), PDFDict);
  const off = settings?.lookupMaybe(PDFName.of('OFF'), PDFArray);
  return settings?.get(PDFName.of('BaseState')) === PDFName.of('OFF') || (off?.size() ?? 0) > 0;
}

/** Returns how many pages a PDF shows, and how many of its objects are pages. */
export async function countPages(pdf: Uint8Array): Promise<{ shown: number; objects: number }> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY });
  const isPage = (object: PDFObject): boolean => object instanceof PDFDict && object.get(TYPE) === PDFName.of('Page');
  const objects = document.context.enumerateIndirectObjects().filter(([, object]) => isPage(object)).length;
  return { shown: document.getPageCount(), objects };
}

/** Copies drawings from one document to another, with only the resources that they use. */
class DrawingCopier {
  readonly #from: PDFDocument;
  readonly #to: PDFDocument;
  readonly #copies = new Map<PDFRef, PDFRef>();

  constructor(from: PDFDocument, to: PDFDocument) {
    this.#from = from;
    this.#to = to;
  }

  addPage({ node }: PDFPage): void {
    const page = this.#to.addPage();
    for (const key of page.node.keys()) if (key !== TYPE && key !== PDFName.of('Parent')) page.node.delete(key);
    for (const key of KEPT_OF_PAGE) {
      const value = this.#copy(node.get(key) ?? node.getInheritableAttribute(key));
      if (value) page.node.set(key, value);
    }
    page.node.set(RESOURCES, this.#copyResources(node.Resources(), [node.lookup(PDFName.of('Contents'))]));
  }

  /** Returns undefined for an object that belongs to the whole book. */
  #copy(value: PDFObject | undefined): PDFObject | undefined {
    if (value instanceof PDFRef) return this.#copyRef(value);
    if (value instanceof PDFArray) {
      const copy = PDFArray.withContext(this.#to.context);
      for (const item of value.asArray()) copy.push(this.#copy(item) ?? PDFNull);
      return copy;
    }
    if (value instanceof PDFStream) {
      if (!(value instanceof PDFRawStream)) throw new Error('a stream that was not read');
      return PDFRawStream.of(this.#copyDict(value.dict, [value]), value.contents);
    }
    if (value instanceof PDFDict) return this.#isOfTheBook(value) ? undefined : this.#copyDict(value, glyphsOf(value));
    return value?.clone(this.#to.context);
  }

  #copyRef(ref: PDFRef): PDFRef | undefined {
    const known = this.#copies.get(ref);
    if (known) return known;
    const value = this.#from.context.lookup(ref);
    if (!value || (value instanceof PDFDict && this.#isOfTheBook(value))) return undefined;
    const { context } = this.#to;
    const copy = context.nextRef();
    this.#copies.set(ref, copy);
    context.assign(copy, this.#copy(value) ?? PDFNull);
    return copy;
  }

  #isOfTheBook(dict: PDFDict): boolean {
    const type = dict.lookup(TYPE);
    return type instanceof PDFName && OF_THE_BOOK.has(type);
  }

  /** `contents` is the content that draws with this dictionary's resources. */
  #copyDict(dict: PDFDict, contents: readonly (PDFObject | undefined)[]): PDFDict {
    const copy = PDFDict.withContext(this.#to.context);
    for (const [key, value] of dict.entries()) {
      if (LEFT_OUT.has(key) || key === LENGTH) continue;
      const resources = key === RESOURCES ? dict.lookup(RESOURCES) : undefined;
      const copied = resources instanceof PDFDict ? this.#copyResources(resources, contents) : this.#copy(value);
      if (copied) copy.set(key, copied);
    }
    return copy;
  }

  #copyResources(resources: PDFDict | undefined, contents: readonly (PDFObject | undefined)[]): PDFDict {
    const copy = PDFDict.withContext(this.#to.context);
    if (!resources) return copy;
    const drawings = resources.lookupMaybe(X_OBJECT, PDFDict);
    const { drawn, named } = usedIn(contents, drawings);
    const take = (category: PDFName, names: ReadonlySet<PDFName>) => {
      const entries = resources.lookupMaybe(category, PDFDict)?.entries() ?? [];
      const taken = PDFDict.withContext(this.#to.context);
      for (const [name, value] of entries) {
        const copied = names.has(name) ? this.#copy(value) : undefined;
        if (copied) taken.set(name, copied);
      }
      if (taken.entries().length > 0) copy.set(category, taken);
    };
    take(X_OBJECT, drawn);
    for (const category of CATEGORIES) take(category, named);
    return copy;
  }
}

/** Returns the glyphs of a font whose glyphs are content streams (Type 3). */
function glyphsOf(dict: PDFDict): PDFObject[] {
  const glyphs = dict.lookup(PDFName.of('CharProcs'));
  return glyphs instanceof PDFDict ? glyphs.keys().flatMap((name) => glyphs.lookup(name) ?? []) : [];
}

/**
 * Returns all names that the contents use, and the names of the drawings among them. For a drawing without resources of its own, which uses
 * the resources of the contents that draw it, the names that the drawing uses are included.
 */
function usedIn(contents: readonly (PDFObject | undefined)[], drawings: PDFDict | undefined) {
  const drawn = new Set<PDFName>();
  const named = new Set<PDFName>(UNNAMED);
  const waiting = [...contents];
  for (let next = waiting.pop(); next || waiting.length > 0; next = waiting.pop()) {
    const text = textOf(next);
    for (const [, name = ''] of text.matchAll(NAMES)) named.add(PDFName.of(name));
    for (const [, name = ''] of text.matchAll(DRAWN)) {
      const key = PDFName.of(name);
      if (drawn.has(key)) continue;
      drawn.add(key);
      const drawing = drawings?.lookup(key);
      if (drawing instanceof PDFStream && drawing.dict.get(PDFName.of('Subtype')) === PDFName.of('Form') && !drawing.dict.has(RESOURCES))
        waiting.push(drawing);
    }
  }
  return { drawn, named };
}

function textOf(content: PDFObject | undefined): string {
  if (content instanceof PDFArray)
    return content
      .asArray()
      .map((_, index) => textOf(content.lookup(index)))
      .join('\n');
  if (!(content instanceof PDFRawStream)) return '';
  const filter = content.dict.lookup(PDFName.of('Filter'));
  const bytes = filter ? decodePDFRawStream(content).decode() : content.contents;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
