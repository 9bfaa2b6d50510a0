import {
  getDocument,
  OutputScale,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  TextLayer,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { AnotherFile, type BookLink } from '../../../library/book-link.ts';
import { type FileListener, readBookFile } from '../../../library/read-book-file.ts';
import { type Box, bookCrop, columnAt, type Ink, inkOf, type Print, pageCrop, printOf, WHOLE } from './crop.ts';
import { type PageText, pageText } from './page-text.ts';
import { PDF_FILES } from './pdf-files.ts';

export type OutlineEntry = { readonly title: string; readonly level: number; readonly page: number };

/** A link on a page: its box, in percent of the page, and its target. */
export type PageLink = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly target: { readonly page: number } | { readonly url: string };
};

export type DrawnPage = {
  readonly page: number;
  /** Size of the whole page, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** The visible part of the page. */
  readonly crop: Box;
  readonly canvas: HTMLCanvasElement;
  /** The words of the page, laid over the picture for selection and screen readers. */
  readonly words: HTMLElement;
  /** The element within `words` for each text run, in the order of `PageText.runs`. */
  readonly runs: readonly HTMLElement[];
  /** The alternative texts that the PDF gives for the page's pictures. */
  readonly pictures: readonly string[];
  readonly links: readonly PageLink[];
};

export type Layout = {
  readonly isCropped: boolean;
  /** Returns the drawn width of the visible part, in CSS pixels, for its `ratio` of height to width. */
  readonly widthOf: (ratio: number) => number;
};

export type OpenPdf = {
  readonly pageCount: number;
  readonly outline: readonly OutlineEntry[];
  /** Draws a page. Throws the signal's reason when aborted. */
  readonly draw: (page: number, layout: Layout, signal: AbortSignal) => Promise<DrawnPage>;
  /** Returns the text column at a point, in fractions of the page's width and height; null if there is no text. */
  readonly column: (page: number, point: { readonly x: number; readonly y: number }) => Promise<ReturnType<typeof columnAt>>;
  /** Returns the searchable text of a page. */
  readonly text: (page: number) => Promise<PageText>;
};

/** Most pixels of the canvas on which a page is drawn. Phones refuse to draw a larger one. */
const MOST_PIXELS = 2 ** 24;
/** Width at which a page is drawn to measure its ink, in pixels. */
const MEASURED_PX = 240;
/** Number of text pages on which the book's margins are measured; `SAMPLED_PAGES` limits how many pages are searched for them. */
const TEXT_PAGES = 4;
const SAMPLED_PAGES = 10;
/** How long the open page waits until its neighbouring pages are measured, in milliseconds. */
const PATIENCE_MS = 1_500;

type PdfListener = Pick<FileListener, 'onStall'> & {
  readonly onProgress: (received: number, size: number | null) => void;
  /** Whether the rest of the book's file failed to load. Loaded pages stay readable. */
  readonly onLost: (error: unknown) => void;
  /** The file was replaced on the server, so the book must be opened again. */
  readonly onReplaced: () => void;
};

/**
 * Opens a book while its file is still loading. If the storage supports ranges, the pages that are needed first are loaded first. The book
 * lives until `signal` aborts.
 */
export async function openPdf(link: BookLink, listener: PdfListener, signal: AbortSignal): Promise<OpenPdf> {
  const port = new Worker(
    // The file is already minified: minifying it again would add a minute to the build; see federated-webpack.ts.
    /* webpackEntryOptions: { filename: "minified.[contenthash:10].js" } */
    new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url),
    { type: 'module', name: 'book' },
  );
  signal.addEventListener('abort', () => port.terminate());
  const broken = new Promise<never>((_, reject) => {
    port.addEventListener('error', () => reject(new Error('the reader’s worker did not start')));
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  const source = await Promise.race([sourceOf(link, listener, signal), broken]);
  const task = getDocument({
    ...source,
    worker: new PDFWorker({ port: port as unknown as null, verbosity: VerbosityLevel.ERRORS }),
    verbosity: VerbosityLevel.ERRORS,
    BinaryDataFactory: OwnFiles,
    // Text must look the same on every device.
    useSystemFonts: false,
    enableXfa: false,
  });
  signal.addEventListener('abort', () => void task.destroy());
  const pdf = await Promise.race([task.promise, broken]);
  const outline = await Promise.race([outlineOf(pdf), broken]);
  const texts = new Map<number, Promise<PageText>>();
  const taken = new Set<number>();
  const cropOf = createCropper(pdf, taken, signal);
  return {
    pageCount: pdf.numPages,
    outline,
    draw: async (page, { isCropped, widthOf }, drawing) => {
      const drawn = await draw(pdf, page, isCropped ? await cropOf(page) : WHOLE, widthOf, drawing);
      void keepOnly(pdf, page, taken);
      return drawn;
    },
    column: async (page, { x, y }) => columnAt(await measure(pdf, page, signal), x, y),
    text: (page) => {
      const known = texts.get(page) ?? textOf(pdf, page);
      texts.set(page, known);
      // A page that could not be read is loaded again by the next search.
      known.catch(() => texts.delete(page));
      return known;
    },
  };
}

/** Search and drawing must use the same options, so that the index of a run is the same in both. */
const TEXT_OPTIONS = { includeMarkedContent: true, disableNormalization: true } as const;

async function textOf(pdf: PDFDocumentProxy, number: number): Promise<PageText> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent(TEXT_OPTIONS);
  return pageText(items.flatMap((item) => ('str' in item ? [{ text: item.str, endsLine: item.hasEOL }] : [])));
}

/** Loads files of the PDF library from our own URLs. */
class OwnFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = PDF_FILES[filename];
    const answer = url && (await fetch(url));
    if (!answer?.ok) throw new Error(`no file ${filename}`);
    return new Uint8Array(await answer.arrayBuffer());
  }
}

class FileParts extends PDFDataRangeTransport {
  readonly #get: (from: number, to: number) => Promise<Response>;
  readonly #onReplaced: () => void;

  constructor(size: number, get: (from: number, to: number) => Promise<Response>, onReplaced: () => void) {
    super(size, null);
    this.#get = get;
    this.#onReplaced = onReplaced;
  }

  override requestDataRange(begin: number, end: number): void {
    void this.#bring(begin, end);
  }

  async #bring(begin: number, end: number): Promise<void> {
    try {
      const answer = await this.#get(begin, end);
      if (answer.status === 206) this.onDataRange(begin, new Uint8Array(await answer.arrayBuffer()));
      else await answer.body?.cancel();
    } catch (error) {
      // The download of the whole file runs at the same time, and reports all other failures itself.
      if (error instanceof AnotherFile) this.#onReplaced();
    }
  }
}

/** Returns the file in the form that the library takes: in parts if its size is known, otherwise complete. */
function sourceOf(link: BookLink, listener: PdfListener, signal: AbortSignal): Promise<{ range: FileParts } | { data: Uint8Array }> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let parts: FileParts | null = null;
    let received = 0;
    let total: number | null | undefined;
    const reading = readBookFile(
      link,
      {
        onStall: listener.onStall,
        onSize: (size) => {
          if (total !== undefined) return listener.onReplaced();
          total = size;
          if (size === null) return;
          parts = new FileParts(size, (from, to) => link.get(signal, from, to), listener.onReplaced);
          resolve({ range: parts });
        },
        onBytes: (bytes) => {
          received += bytes.length;
          listener.onProgress(received, total ?? null);
          if (parts) parts.onDataProgressiveRead(bytes);
          else chunks.push(bytes);
        },
      },
      signal,
    );
    reading.then(
      async () => {
        if (parts) parts.onDataProgressiveDone();
        else resolve({ data: new Uint8Array(await new Blob(chunks).arrayBuffer()) });
      },
      (error) => {
        reject(error);
        if (parts && !signal.aborted) listener.onLost(error);
      },
    );
  });
}

type Outline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

async function outlineOf(pdf: PDFDocumentProxy): Promise<OutlineEntry[]> {
  const entriesOf = async (items: Outline, level: number): Promise<OutlineEntry[]> => {
    const found = await Promise.all(
      items.map(async ({ title, dest, items: below }) => {
        const page = await pageOf(pdf, dest);
        return [...(page === null ? [] : [{ title, level, page }]), ...(await entriesOf(below, level + 1))];
      }),
    );
    return found.flat();
  };
  try {
    return await entriesOf((await pdf.getOutline()) ?? [], 1);
  } catch {
    // A book with a damaged outline can still be read.
    return [];
  }
}

/** Returns the page that a destination of the file points to, or null. */
async function pageOf(pdf: PDFDocumentProxy, destination: unknown): Promise<number | null> {
  try {
    const [place] = (typeof destination === 'string' ? await pdf.getDestination(destination) : (destination as unknown[] | null)) ?? [];
    if (typeof place === 'number') return place + 1;
    return place ? (await pdf.getPageIndex(place as Parameters<typeof pdf.getPageIndex>[0])) + 1 : null;
  } catch {
    return null;
  }
}

async function draw(pdf: PDFDocumentProxy, number: number, crop: Box, widthOf: Layout['widthOf'], signal: AbortSignal): Promise<DrawnPage> {
  const page = await pdf.getPage(number);
  signal.throwIfAborted();
  const whole = page.getViewport({ scale: 1 });
  const width = whole.width * (crop.right - crop.left);
  const height = whole.height * (crop.bottom - crop.top);
  const viewport = page.getViewport({ scale: widthOf(height / width) / width });
  const [canvas, { words, runs }, pictures, links] = await Promise.all([
    picture(page, viewport, signal),
    wordsOf(page, viewport),
    picturesOf(page),
    linksOf(pdf, page, viewport),
  ]);
  signal.throwIfAborted();
  return { page: number, width: viewport.width, height: viewport.height, crop, canvas, words, runs, pictures, links };
}

/**
 * Returns a function that finds the visible part of a page without its margins. The margins are measured once, beginning at the first
 * requested page.
 */
function createCropper(pdf: PDFDocumentProxy, taken: Set<number>, signal: AbortSignal): (page: number) => Promise<Box> {
  const prints = new Map<number, Promise<Print>>();
  let book: Promise<Box | null> | null = null;

  function print(page: number): Promise<Print> {
    const known = prints.get(page) ?? measure(pdf, page, signal).then(printOf);
    taken.add(page);
    prints.set(page, known);
    known.catch(() => prints.delete(page));
    return known;
  }

  async function sample(page: number): Promise<Box | null> {
    const first = Math.max(1, Math.min(page, pdf.numPages - SAMPLED_PAGES + 1));
    const found: Print[] = [];
    const sampling = async () => {
      for (let at = first; at < first + SAMPLED_PAGES && at <= pdf.numPages; at += 1) {
        found.push(await print(at));
        if (found.filter(({ kind }) => kind === 'text').length === TEXT_PAGES) return;
      }
    };
    // A neighbouring page may be damaged or not loaded yet. The margins are then measured on fewer pages.
    await Promise.race([sampling().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    return bookCrop(found);
  }

  return async (page) => {
    const own = await print(page);
    // A cover is shown without waiting for the measurement.
    if (own.kind === 'picture') return WHOLE;
    // If no page of text is near this page, the next requested page starts another measurement.
    book ??= sample(page).then((found) => {
      if (!found) book = null;
      return found;
    });
    return pageCrop(await book, own);
  };
}

/** Draws a page small and returns its ink. */
async function measure(pdf: PDFDocumentProxy, number: number, signal: AbortSignal): Promise<Ink> {
  const page = await pdf.getPage(number);
  signal.throwIfAborted();
  const canvas = await render(page, page.getViewport({ scale: MEASURED_PX / page.getViewport({ scale: 1 }).width }), 1, signal);
  const { width, height } = canvas;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height);
  return inkOf(pixels?.data ?? new Uint8ClampedArray(), width, height);
}

/**
 * Prepares the next page while the reader reads this one. Releases all pages except this one and its neighbours, because page pictures need
 * much memory.
 */
async function keepOnly(pdf: PDFDocumentProxy, number: number, taken: Set<number>): Promise<void> {
  try {
    taken.add(number);
    if (number < pdf.numPages) {
      taken.add(number + 1);
      await (await pdf.getPage(number + 1)).getOperatorList();
    }
    for (const far of [...taken].filter((page) => Math.abs(page - number) > 1)) {
      if ((await pdf.getPage(far)).cleanup()) taken.delete(far);
    }
  } catch {
    // The preparation failed because the book was closed, or because the rest of the file failed to load.
  }
}

type Viewport = ReturnType<PDFPageProxy['getViewport']>;

function picture(page: PDFPageProxy, viewport: Viewport, signal: AbortSignal): Promise<HTMLCanvasElement> {
  return render(page, viewport, Math.min(OutputScale.pixelRatio, Math.sqrt(MOST_PIXELS / (viewport.width * viewport.height))), signal);
}

/** `scale`: canvas pixels for each pixel of the viewport. */
async function render(page: PDFPageProxy, viewport: Viewport, scale: number, signal: AbortSignal): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width * scale);
  canvas.height = Math.floor(viewport.height * scale);
  canvas.setAttribute('aria-hidden', 'true');
  const task = page.render({ canvas, viewport, transform: [scale, 0, 0, scale, 0, 0] });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel);
  try {
    await task.promise;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  return canvas;
}

async function wordsOf(page: PDFPageProxy, viewport: Viewport): Promise<Pick<DrawnPage, 'words' | 'runs'>> {
  const container = document.createElement('div');
  container.style.setProperty('--total-scale-factor', String(viewport.scale));
  const layer = new TextLayer({ textContentSource: page.streamTextContent(TEXT_OPTIONS), container, viewport });
  await layer.render();
  return { words: container, runs: layer.textDivs as HTMLElement[] };
}

type StructureNode = { readonly alt?: string; readonly children?: readonly unknown[] };

async function picturesOf(page: PDFPageProxy): Promise<string[]> {
  const descriptionsOf = ({ alt, children = [] }: StructureNode): string[] => [
    ...(alt ? [alt] : []),
    ...children.flatMap((child) => descriptionsOf(child as StructureNode)),
  ];
  return descriptionsOf((await page.getStructTree().catch(() => null)) ?? {});
}

async function linksOf(pdf: PDFDocumentProxy, page: PDFPageProxy, viewport: Viewport): Promise<PageLink[]> {
  const annotations: { subtype: string; rect: [number, number, number, number]; url?: string; dest?: unknown }[] =
    await page.getAnnotations();
  const links = await Promise.all(
    annotations
      .filter(({ subtype }) => subtype === 'Link')
      .map(async ({ rect, url, dest }) => {
        const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(rect[0], rect[1]);
        const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(rect[2], rect[3]);
        const place = {
          left: (100 * Math.min(x1, x2)) / viewport.width,
          top: (100 * Math.min(y1, y2)) / viewport.height,
          width: (100 * Math.abs(x2 - x1)) / viewport.width,
          height: (100 * Math.abs(y2 - y1)) / viewport.height,
        };
        if (url && /^(https?|mailto):/.test(url)) return { ...place, target: { url } };
        const target = dest ? await pageOf(pdf, dest) : null;
        return target === null ? null : { ...place, target: { page: target } };
      }),
  );
  return links.filter((link) => link !== null);
}
