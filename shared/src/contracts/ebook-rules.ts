import { type Currency, currencyFacts } from '../money/currencies.ts';
import { asMeant } from '../texts/pasted.ts';

/** Rules for books that the admin's forms and their contracts share, in a module without schemas. */

/** Longest texts of a book, in characters. */
export const EBOOK_LIMITS = { title: 200, description: 10_000, author: 120, filename: 120 } as const;

/** Largest files, in bytes. A larger PDF could not be stamped with its order on each page. */
export const LARGEST_PDF = 32 * 1024 ** 2;
export const LARGEST_COVER = 10 * 1024 ** 2;

/** The most pages that a sample may have. */
export const MOST_SAMPLE_PAGES = 20;
/** Largest file of a sample, in bytes. */
export const LARGEST_SAMPLE = 16 * 1024 ** 2;
/** Reasons why no sample can be made. */
export const SAMPLE_PROBLEMS = [
  'encrypted',
  'damaged',
  /** The size of the book's file, or of the sample's file, is over the limit. */
  'too_large',
  'too_costly',
  /** The book has hidden layers, which would become visible in a sample. */
  'hidden_layers',
  /** The book has fewer pages than the requested sample. */
  'beyond_end',
  /** The sample would contain all pages of the book. */
  'whole_book',
  /** The book's file is missing. */
  'missing',
] as const;
export type SampleProblem = (typeof SAMPLE_PROBLEMS)[number];

/** Picture types that a cover can be made from. */
export const COVER_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

/** Reasons why a file is rejected. */
export const FILE_PROBLEMS = [
  /** Another book already has this file name. */
  'name_taken',
  /** The file name has no letter or digit, is too long, or does not end in .pdf. */
  'name',
  'too_large',
  'empty',
  /** The file is not a PDF, or not only a PDF. */
  'not_pdf',
  'encrypted',
  'script',
  /** The PDF contains an action that runs automatically or starts a program. */
  'automatic',
  /** The PDF contains embedded or attached files. */
  'attachment',
  /** The PDF contains a link to something other than its own pages, a web page or an email address. */
  'link',
  /** The PDF contains videos, sounds or three-dimensional pictures. */
  'media',
  /** The PDF contains a form that is submitted, filled from another file or drawn by a program. */
  'form',
  'damaged',
  /** Reading the file needs more time or memory than allowed. */
  'too_costly',
  'not_picture',
  'too_many_pixels',
  /** The upload did not arrive, or the file was deleted after a day. */
  'upload_gone',
] as const;
export type FileProblem = (typeof FILE_PROBLEMS)[number];

/**
 * Returns the name under which a book's file is stored: lower case, without accents, hyphens for spaces, only letters, digits, hyphens and
 * dots. Null if that leaves no name of a PDF.
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

/** Highest price, in minor units; a higher one counts as a typing error. The lowest is the payment provider's smallest charge, or zero. */
export const HIGHEST_PRICE = 10_000_000;

/** The reason why a text is not an amount. `two_ways`: the text can mean either of the two amounts in `readings`. */
type AmountProblem =
  | { readonly problem: 'not_a_price' | 'other_currency' }
  | { readonly problem: 'two_ways'; readonly readings: readonly [number, number] };
export type PriceProblem = AmountProblem['problem'] | 'too_low' | 'too_high';

/** Longest text that is parsed as an amount, in characters. */
export const MAX_AMOUNT_TEXT = 60;

const PLAIN = /^(?<units>\d{1,12})(?:[.,](?<cents>\d{1,2}))?$/;
/** An amount with thousands separators. */
const GROUPED = /^(?<units>[1-9]\d{0,2}(?:(?<mark>[.,\s])\d{3})(?:\k<mark>\d{3}){0,2})(?:(?!\k<mark>)[.,](?<cents>\d{1,2}))?$/;

/**
 * Reads a typed amount, such as `1190,5`, `1.190,50`, `1,190.50` or `R$ 1 190`, in minor units. If there are two different separators,
 * cents follow the last one. In `1.190` the separator's meaning is unknown, so both readings are returned.
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

/** Reads a typed price; 0 is a free book. Returns the problem if the text is not a valid price; see `readAmount`. */
export function parsePrice(
  text: string,
  currency: Currency,
): { readonly minor: number } | AmountProblem | { readonly problem: 'too_low' | 'too_high' } {
  const read = readAmount(text, currency);
  if ('problem' in read) return read;
  // Zero is the price of a free book. No price between zero and the smallest charge is possible.
  if (read.minor > 0 && read.minor < currencyFacts(currency).smallestCharge) return { problem: 'too_low' };
  return read.minor > HIGHEST_PRICE ? { problem: 'too_high' } : read;
}
