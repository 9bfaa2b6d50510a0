import {
  EncryptedPDFError,
  PDFArray,
  PDFCatalog,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFObjectStreamParser,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
import type { FileProblem } from '@site/shared/contracts/ebook-rules.ts';

/** `hasOutline`: readers can jump from the PDF's table of contents to its pages. */
export type PdfFacts = { pages: number; hasOutline: boolean } | { problem: FileProblem };

/** Upper limit of the page number in a stored reading position. */
const MOST_PAGES = 100_000;

type Fault = Extract<FileProblem, 'script' | 'form' | 'automatic' | 'attachment' | 'link' | 'media'>;

/** Keys that occur only for these features: scripts, XFA forms, embedded files, actions that start by themselves. */
const KEYS: Readonly<Record<string, Fault>> = {
  JS: 'script',
  JavaScript: 'script',
  XFA: 'form',
  AA: 'automatic',
  EF: 'attachment',
  AF: 'attachment',
  EmbeddedFiles: 'attachment',
  EmbeddedFile: 'attachment',
  Collection: 'attachment',
  OPI: 'attachment',
  RichMediaContent: 'media',
  Renditions: 'media',
  AlternatePresentations: 'media',
};
/** The actions of ISO 32000-2 (12.6.4), except those that go to a place in the same file or to a URL. `faultOfAction` checks these two. */
const ACTIONS: Readonly<Record<string, Fault>> = {
  JavaScript: 'script',
  Launch: 'automatic',
  GoToR: 'link',
  GoToE: 'attachment',
  GoToDp: 'link',
  GoTo3DView: 'media',
  Thread: 'link',
  Named: 'automatic',
  Hide: 'automatic',
  SetOCGState: 'automatic',
  Trans: 'automatic',
  SubmitForm: 'form',
  ResetForm: 'form',
  ImportData: 'form',
  Rendition: 'media',
  Movie: 'media',
  Sound: 'media',
  RichMedia: 'media',
  RichMediaExecute: 'media',
};
const KINDS: Readonly<Record<string, Fault>> = {
  FileAttachment: 'attachment',
  EmbeddedFile: 'attachment',
  RichMedia: 'media',
  Movie: 'media',
  Screen: 'media',
  Sound: 'media',
  '3D': 'media',
  // A reference to another file, also under its older name `F`.
  Filespec: 'attachment',
  F: 'attachment',
};
/** Keys that hold an action: of a link or bookmark, of a following action, of a link from a captured page. */
const ACTION_KEYS = ['A', 'Next', 'PA'] as const;
const SAFE_ADDRESS = /^(https?:\/\/|mailto:)/i;
/** White space or a comment between two words of a PDF. */
const GAP = '(?:[\\s\\0]|%[^\\r\\n]*[\\r\\n])';
/** A catalog written directly in the trailer, where no check of objects would see it. The name of the key may be escaped. */
const DIRECT_ROOT = new RegExp(`/(?:R|#52)(?:o|#6f){2}(?:t|#74)${GAP}*<<`, 'i');
/** The start of an object (number, generation, `obj`) or of a trailer. */
const HEAD = new RegExp(`(\\d{1,10})(?:[.]\\d{0,9})?${GAP}+[+-]?(\\d{1,10})(?:[.]\\d{0,9})?${GAP}*obj|trailer(?=${GAP}*<<${GAP}*/)`, 'g');
/** A text under one of these keys names another file, in any dictionary. */
const FILE_KEYS = ['F', 'UF'] as const;
/** The values of these keys decide which other objects are checked. */
const STEERING_KEYS = ['OpenAction', 'S', 'URI', 'Type', 'Subtype', ...FILE_KEYS].map((key) => PDFName.of(key));

/** Returns the page count of a PDF and whether it has an outline, or the reason why it must not be given to readers. */
export async function readPdf(bytes: Uint8Array): Promise<PdfFacts> {
  if (!isOnlyPdf(bytes)) return { problem: 'not_pdf' };
  try {
    const document = await PDFDocument.load(bytes, {
      updateMetadata: false,
      throwOnInvalidObject: true,
      parseSpeed: Number.POSITIVE_INFINITY,
      preserveXFA: true,
    });
    if (document.context.trailerInfo.Encrypt) return { problem: 'encrypted' };
    const pages = document.getPageCount();
    if (pages < 1 || pages > MOST_PAGES) return { problem: 'damaged' };
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    if (DIRECT_ROOT.test(text)) return { problem: 'damaged' };
    const problem = await faultOfAll(bytes, text, document.context);
    if (problem) return { problem };
    return { pages, hasOutline: document.catalog.lookupMaybe(PDFName.of('Outlines'), PDFDict)?.has(PDFName.of('First')) ?? false };
  } catch (error) {
    // Some encrypted files cause a parse error before their encryption is noticed, so the file is searched for `/Encrypt`.
    return { problem: error instanceof EncryptedPDFError || Buffer.from(bytes).includes('/Encrypt') ? 'encrypted' : 'damaged' };
  }
}

/** Returns whether the file begins and ends as a PDF: it is neither an HTML page nor combined with an archive. */
function isOnlyPdf(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!/^%PDF-[12]\.\d/.test(file.subarray(0, 16).toString('latin1'))) return false;
  const end = file.lastIndexOf('%%EOF');
  if (end === -1 || !/^%%EOF[\s\0]*$/.test(file.subarray(end).toString('latin1'))) return false;
  return !isArchive(file);
}

const END_OF_ARCHIVE = Buffer.from('PK\x05\x06', 'latin1');
const LENGTH_OF_END = 22;

/**
 * Returns whether the file ends with the directory of a ZIP archive. Only a comment may follow the directory, which contains the comment's
 * length.
 */
function isArchive(file: Buffer): boolean {
  const from = Math.max(0, file.length - LENGTH_OF_END - 0xffff);
  for (let at = file.indexOf(END_OF_ARCHIVE, from); at !== -1; at = file.indexOf(END_OF_ARCHIVE, at + 1)) {
    if (at + LENGTH_OF_END <= file.length && at + LENGTH_OF_END + file.readUInt16LE(at + LENGTH_OF_END - 2) <= file.length) return true;
  }
  return false;
}

const nameOf = (dict: PDFDict, key: string): string => {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFName ? value.decodeText() : '';
};

function textAt(dict: PDFDict, key: string): string | null {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : null;
}

/** Returns the fault of an action that a reader starts, or that starts when the book is opened. */
function faultOfAction(action: PDFDict): Fault | null {
  const kind = nameOf(action, 'S');
  if (kind === 'GoTo') return null;
  if (kind !== 'URI') return ACTIONS[kind] ?? 'automatic';
  const address = textAt(action, 'URI');
  return address !== null && SAFE_ADDRESS.test(address) ? null : 'link';
}

/** Returns the dictionaries at `key`: one or several, direct or by reference. */
function dictsAt(dict: PDFDict, key: string): PDFDict[] {
  const value = dict.lookup(PDFName.of(key));
  const all = value instanceof PDFArray ? value.asArray().map((_, index) => value.lookup(index)) : [value];
  return all.filter((one) => one instanceof PDFDict);
}

/** A parser that rejects a dictionary with a duplicate key. Some PDF readers use the first of two values and others the last. */
class StrictParser extends PDFObjectStreamParser {
  /** Keys of the current dictionary, while the parser expects a key. Otherwise null. */
  #keys: Set<PDFName> | null = null;

  static at(place: number, bytes: Uint8Array, context: PDFContext): StrictParser {
    return new StrictParser(PDFRawStream.of(context.obj({ First: 0, N: 0 }), bytes.subarray(place)));
  }

  override parseObject(ref?: PDFRef): PDFObject {
    const outer = this.#keys;
    this.#keys = null;
    const object = super.parseObject(ref);
    this.#keys = outer;
    return object;
  }

  protected override parseDict(ref?: PDFRef): PDFDict {
    this.#keys = new Set();
    return super.parseDict(ref);
  }

  protected override parseName(): PDFName {
    const name = super.parseName();
    if (this.#keys?.has(name)) throw new Error(`${name} twice in a dictionary`);
    this.#keys?.add(name);
    return name;
  }
}

/**
 * Returns the fault of any object in the file that a PDF reader might use. The cross-reference table is not evaluated: it may point to an
 * object that a later one replaces, or to one inside another object.
 */
async function faultOfAll(bytes: Uint8Array, text: string, context: PDFContext): Promise<Fault | 'damaged' | null> {
  const known = new Set<PDFRef>();
  const ambiguous = new Set<PDFRef>();
  const steering = new Set<PDFRef>();
  const roots = new Set<PDFObject>();
  let fault: Fault | null = null;
  const look = (ref: PDFRef, object: PDFObject) => {
    if (known.has(ref)) ambiguous.add(ref);
    known.add(ref);
    fault ??= faultIn(object, steering);
  };
  // From here on, unpacked objects are only checked and no longer replace parsed ones.
  context.assign = look;
  for (const { index, 0: head, 1: number, 2: generation } of text.matchAll(HEAD)) {
    const object = StrictParser.at(index + head.length, bytes, context).parseObject();
    if (number === undefined) fault ??= faultIn(object, steering);
    else look(PDFRef.of(Number(number), Number(generation)), object);
    // Objects packed into a stream, whatever type the stream claims.
    if (object instanceof PDFRawStream && object.dict.has(PDFName.of('N')) && object.dict.has(PDFName.of('First')))
      await new StrictParser(object).parseIntoContext();
    if (fault) return fault;
    const root = (object instanceof PDFRawStream ? object.dict : object instanceof PDFDict ? object : null)?.get(PDFName.of('Root'));
    if (root) roots.add(root);
  }
  const isClear = (ref: PDFRef) => !ambiguous.has(ref) && context.lookup(ref) !== undefined;
  const areCatalogs = [...roots].every((root) => root instanceof PDFRef && context.lookup(root) instanceof PDFCatalog);
  return areCatalogs && [...steering].every(isClear) ? null : 'damaged';
}

/** Returns the fault of an object in a book, or null when it is harmless. Adds references that must be unambiguous to `steering`. */
function faultIn(object: PDFObject, steering: Set<PDFRef>, depth = 0): Fault | null {
  // No honest file nests values this deep.
  if (depth > 100) return 'automatic';
  const within = (values: readonly PDFObject[]): Fault | null => {
    for (const value of values) {
      const fault = faultIn(value, steering, depth + 1);
      if (fault) return fault;
    }
    return null;
  };
  if (object instanceof PDFArray) return within(object.asArray());
  const dict = object instanceof PDFStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return null;
  for (const [key, fault] of Object.entries(KEYS)) if (dict.has(PDFName.of(key))) return fault;
  for (const key of STEERING_KEYS) {
    const value = dict.get(key);
    if (value instanceof PDFRef) steering.add(value);
  }
  // A stream whose content is in another file, or that draws pages of another file.
  if (object instanceof PDFStream && (dict.has(PDFName.of('F')) || dict.has(PDFName.of('Ref')))) return 'attachment';
  const kind = nameOf(dict, 'S');
  if (Object.hasOwn(ACTIONS, kind)) return ACTIONS[kind] ?? null;
  for (const key of ['Type', 'Subtype']) {
    const fault = KINDS[nameOf(dict, key)];
    if (fault) return fault;
  }
  // A dictionary of type `Action` is an action, wherever it is. A URI action is recognized by its kind alone.
  if (nameOf(dict, 'Type') === 'Action' || kind === 'URI') {
    const fault = faultOfAction(dict);
    if (fault) return fault;
  }
  const opening = dict.lookup(PDFName.of('OpenAction'));
  if (opening instanceof PDFDict && (nameOf(opening, 'S') !== 'GoTo' || opening.has(PDFName.of('Next'))))
    return faultOfAction(opening) ?? 'automatic';
  for (const key of ACTION_KEYS)
    for (const action of dictsAt(dict, key)) {
      // Bookmarks also have a `Next`, and tagged text has attributes under `A`. Neither has an `S`.
      const fault = action.has(PDFName.of('S')) ? faultOfAction(action) : null;
      if (fault) return fault;
    }
  if (FILE_KEYS.some((key) => textAt(dict, key) !== null)) return 'attachment';
  // A URI counts even without an action around it. A relative URI depends on the document's base, which is checked, too.
  const addresses = [textAt(dict, 'URI'), ...dictsAt(dict, 'URI').map((base) => textAt(base, 'Base'))];
  if (addresses.some((address) => address !== null && !SAFE_ADDRESS.test(address))) return 'link';
  return within(dict.values());
}
