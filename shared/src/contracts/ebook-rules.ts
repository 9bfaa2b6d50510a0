import { type Currency, currencyFacts } from '../money/currencies.ts';

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

export type PriceProblem = 'not_a_price' | 'thousands' | 'other_currency' | 'too_low' | 'too_high';

/**
 * An amount as people write it, `29,90`, `29.90` or `R$ 29,90`, in minor units, 0 for a free book; or what is wrong with it. `1.190` could
 * be two amounts, and is none.
 */
export function parsePrice(text: string, currency: Currency): { readonly minor: number } | { readonly problem: PriceProblem } {
  const { decimals: most, signs, smallestCharge } = currencyFacts(currency);
  const [, before = '', amount = '', after = ''] =
    /^([A-Z]*\p{Sc}|[A-Z]{3})?\s*([\d.,]+)\s*([A-Z]{3}|\p{Sc})?$/u.exec(text.trim().toUpperCase()) ?? [];
  if (amount === '') return { problem: 'not_a_price' };
  if ([before, after].some((mark) => mark !== '' && mark !== currency && !signs.includes(mark))) return { problem: 'other_currency' };
  if (/^\d{1,3}([.,]\d{3})+([.,]\d{1,2})?$/.test(amount)) return { problem: 'thousands' };
  const [, units, decimals = ''] = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(amount) ?? [];
  if (units === undefined || decimals.length > most) return { problem: 'not_a_price' };
  const minor = Number(`${units}${decimals.padEnd(most, '0')}`);
  // Nothing is the price of a free book; between it and the least that can be charged there is none.
  if (minor > 0 && minor < smallestCharge) return { problem: 'too_low' };
  if (minor > HIGHEST_PRICE) return { problem: 'too_high' };
  return { minor };
}
