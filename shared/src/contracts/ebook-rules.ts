import { type Currency, currencyFacts } from '../money/currencies.ts';
import { asMeant } from '../texts/pasted.ts';

/** What the forms of the admin's books and their contracts both know, without the schemas. */

/** Longest texts of a book, in characters. */
export const EBOOK_LIMITS = { title: 200, description: 10_000, author: 120, filename: 120 } as const;

/** Largest files, in bytes. A larger PDF could not carry its order on each page. */
export const LARGEST_PDF = 32 * 1024 ** 2;
export const LARGEST_COVER = 10 * 1024 ** 2;

/** Most pages of a book that everybody may read. */
export const MOST_SAMPLE_PAGES = 20;
/** Its largest file, in bytes. */
export const LARGEST_SAMPLE = 16 * 1024 ** 2;
/** Why no sample can be made. */
export const SAMPLE_PROBLEMS = [
  'encrypted',
  'damaged',
  /** The book's file, or what a sample would be. */
  'too_large',
  'too_costly',
  /** Layers that a reader does not see, and would see in a sample. */
  'hidden_layers',
  /** The book has fewer pages. */
  'beyond_end',
  /** No page would be left for the buyer. */
  'whole_book',
  /** The book's file is not there. */
  'missing',
] as const;
export type SampleProblem = (typeof SAMPLE_PROBLEMS)[number];

/** Pictures that a cover can be made of. */
export const COVER_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

/** Why a file is not accepted. */
export const FILE_PROBLEMS = [
  /** A book with this file name exists. */
  'name_taken',
  /** No letter or digit is left of the name, it is too long, or it does not end in .pdf. */
  'name',
  'too_large',
  'empty',
  /** What arrived is no PDF, or more than a PDF. */
  'not_pdf',
  'encrypted',
  'script',
  /** Something that starts by itself or starts a program. */
  'automatic',
  /** Files within the file, or beside it. */
  'attachment',
  /** A link to something else than a place in the book, a web page or an e-mail address. */
  'link',
  /** Films, sounds and three-dimensional pictures. */
  'media',
  /** A form that is sent, filled by another file or drawn by a program. */
  'form',
  'damaged',
  /** Takes more time or memory to read than there is. */
  'too_costly',
  'not_picture',
  'too_many_pixels',
  /** The upload did not arrive, or waited for longer than a day. */
  'upload_gone',
] as const;
export type FileProblem = (typeof FILE_PROBLEMS)[number];

/**
 * The name by which a book's file is kept: no accents, hyphens for spaces, only letters, digits, hyphens and dots, lower case.
 * Null when that leaves no name of a PDF.
 */
export function normalizeFilename(name: string): string | null {
  const normal = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^A-Za-z0-9.-]/g, '')
    .toLowerCase()
    .replace(/^[.-]+/, '');
  return /^[a-z0-9][a-z0-9.-]*\.pdf$/.test(normal) && normal.length <= EBOOK_LIMITS.filename ? normal : null;
}

/** Above this a price is a slip of the hand; in minor units. The lowest is the least that the payment provider charges, or nothing. */
export const HIGHEST_PRICE = 10_000_000;

/** Why a text is no amount. `two_ways`: it can be read as two amounts, which are in `readings`. */
type AmountProblem =
  | { readonly problem: 'not_a_price' | 'other_currency' }
  | { readonly problem: 'two_ways'; readonly readings: readonly [number, number] };
export type PriceProblem = AmountProblem['problem'] | 'too_low' | 'too_high';

/** Longest text that is read as an amount. */
export const MAX_AMOUNT_TEXT = 60;

const PLAIN = /^(?<units>\d{1,12})(?:[.,](?<cents>\d{1,2}))?$/;
/** With thousands apart. */
const GROUPED = /^(?<units>[1-9]\d{0,2}(?:(?<mark>[.,\s])\d{3})(?:\k<mark>\d{3}){0,2})(?:(?!\k<mark>)[.,](?<cents>\d{1,2}))?$/;

/**
 * Reads an amount as people write it, `1190,5`, `1.190,50`, `1,190.50` or `R$ 1 190`, in minor units. Of two different separators the last
 * one begins the cents; of `1.190` nothing says what its separator is.
 */
export function readAmount(text: string, currency: Currency): { readonly minor: number } | AmountProblem {
  const { decimals: most, signs } = currencyFacts(currency);
  if (text.length > MAX_AMOUNT_TEXT) return { problem: 'not_a_price' };
  const [, before = '', amount = '', after = ''] =
    /^([A-Z]*\p{Sc}|[A-Z]{3})?\s*(\d[\d.,\s]*?)\s*([A-Z]{3}|\p{Sc})?$/u.exec(asMeant(text).toUpperCase()) ?? [];
  if (amount === '') return { problem: 'not_a_price' };
  if ([before, after].some((mark) => mark !== '' && mark !== currency && !signs.includes(mark))) return { problem: 'other_currency' };
  const minorOf = (units: string, cents: string): number => Number(`${units.replace(/\D/g, '')}${cents.slice(0, most).padEnd(most, '0')}`);
  const { units, cents = '' } = (PLAIN.exec(amount) ?? GROUPED.exec(amount))?.groups ?? {};
  if (units === undefined || cents.length > most) return { problem: 'not_a_price' };
  const [, first, last] = /^(\d+)[.,](\d{3})$/.exec(amount) ?? [];
  if (first && last && most > 0) return { problem: 'two_ways', readings: [minorOf(units, ''), minorOf(first, last)] };
  return { minor: minorOf(units, cents) };
}

/** A price as people write it, 0 for a free book, or what is wrong with it; see readAmount. */
export function parsePrice(
  text: string,
  currency: Currency,
): { readonly minor: number } | AmountProblem | { readonly problem: 'too_low' | 'too_high' } {
  const read = readAmount(text, currency);
  if ('problem' in read) return read;
  // Nothing is the price of a free book; between it and the least that can be charged there is none.
  if (read.minor > 0 && read.minor < currencyFacts(currency).smallestCharge) return { problem: 'too_low' };
  return read.minor > HIGHEST_PRICE ? { problem: 'too_high' } : read;
}
