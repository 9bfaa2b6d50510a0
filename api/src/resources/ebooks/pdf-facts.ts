import { EncryptedPDFError, PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib';
import type { FileProblem } from '@site/shared/contracts/ebook-rules.ts';

export type PdfFacts = { pages: number } | { problem: FileProblem };

/** A reader keeps his page below this. */
const MOST_PAGES = 100_000;

/** What a reader of PDFs does by itself or runs; a link to a place or to a web page is none of these. */
const ACTIVE_ACTIONS = new Set(['JavaScript', 'Launch', 'ImportData', 'SubmitForm', 'ResetForm', 'Rendition', 'Movie', 'Sound', 'GoToE']);
const ACTIVE_ACTIONS_BY_RICH_MEDIA = /^RichMedia/;
/** Where scripts, other files and forms that hold scripts hang. */
const ACTIVE_KEYS = ['JS', 'JavaScript', 'EmbeddedFiles', 'EmbeddedFile', 'XFA', 'RichMediaContent'];
const ACTIVE_ANNOTATIONS = new Set(['FileAttachment', 'RichMedia', 'Movie', 'Screen', 'Sound', '3D']);
/** An action, a type or a kind of annotation that says what something is. */
const NAMED = ['S', 'Type', 'Subtype'] as const;

/** How many pages a PDF has, or why it is not one that readers can be given. */
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
    return document.context.enumerateIndirectObjects().some(([, object]) => isActive(object)) ? { problem: 'active' } : { pages };
  } catch (error) {
    // Of some encrypted files the parts cannot be read, which is noticed first.
    return { problem: error instanceof EncryptedPDFError || Buffer.from(bytes).includes('/Encrypt') ? 'encrypted' : 'damaged' };
  }
}

/** Begins as a PDF and ends as one: no page of HTML, no archive behind it or around it. */
function isOnlyPdf(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!/^%PDF-[12]\.\d/.test(file.subarray(0, 16).toString('latin1'))) return false;
  const end = file.lastIndexOf('%%EOF');
  if (end === -1 || !/^%%EOF[\s\0]*$/.test(file.subarray(end).toString('latin1'))) return false;
  return !isArchive(file);
}

const END_OF_ARCHIVE = Buffer.from('PK\x05\x06', 'latin1');
const LENGTH_OF_END = 22;

/** An archive's directory stands at its end; only a comment, whose length it names, may follow. */
function isArchive(file: Buffer): boolean {
  const from = Math.max(0, file.length - LENGTH_OF_END - 0xffff);
  for (let at = file.indexOf(END_OF_ARCHIVE, from); at !== -1; at = file.indexOf(END_OF_ARCHIVE, at + 1)) {
    if (at + LENGTH_OF_END <= file.length && at + LENGTH_OF_END + file.readUInt16LE(at + LENGTH_OF_END - 2) <= file.length) return true;
  }
  return false;
}

function isActive(object: PDFObject, depth = 0): boolean {
  // No honest file nests its values so deep.
  if (depth > 100) return true;
  if (object instanceof PDFArray) return object.asArray().some((value) => isActive(value, depth + 1));
  const dict = object instanceof PDFStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return false;
  if (ACTIVE_KEYS.some((key) => dict.has(PDFName.of(key)))) return true;
  for (const key of NAMED) {
    const value = dict.lookup(PDFName.of(key));
    const name = value instanceof PDFName ? value.decodeText() : '';
    if (key === 'S' && (ACTIVE_ACTIONS.has(name) || ACTIVE_ACTIONS_BY_RICH_MEDIA.test(name))) return true;
    if (key !== 'S' && (ACTIVE_ANNOTATIONS.has(name) || ACTIVE_KEYS.includes(name))) return true;
  }
  return dict.values().some((value) => isActive(value, depth + 1));
}
