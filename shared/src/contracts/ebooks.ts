import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { byCurrency } from '../money/currencies.ts';
import { MinorSchema, MoneySchema, PricesSchema } from '../money/money.ts';
import { LocaleSchema } from '../texts/locales.ts';
import type { Calls } from './calls.ts';
import { MAX_CART_LINES } from './cart-rules.ts';
import { getPictureSource, type Picture, PictureSchema } from './pictures.ts';
import { createOptionalLineSchema, createTokenSchema } from './text.ts';

/** Permanent, readable id of a book; it is part of its address and never changes. */
export const EbookIdSchema = v.pipe(v.string(), v.maxLength(80), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/));

/** Widths in pixels in which each cover is stored, as AVIF and as WebP. All covers are 2:3. */
export const COVER_WIDTHS = [240, 360, 480, 720] as const;

/** The site address of a cover in one of its widths and in one format. */
export const getCoverSource = (cover: Picture, width: (typeof COVER_WIDTHS)[number], format: 'avif' | 'webp'): string =>
  getPictureSource(cover, width, format);

/**
 * A sale that runs. `list`: the price without it. `before`: the lowest of the 30 days before, which alone may be named as the price that
 * was reduced; null where there was none, or where it was no higher.
 */
export const SaleSchema = v.object({ list: MinorSchema, before: v.nullable(MinorSchema), endsAt: InstantSchema });

/** A book as shelf, card, cart and page show it. */
export const EbookSchema = v.object({
  id: EbookIdSchema,
  title: v.string(),
  /** Paragraphs are separated by an empty line. */
  description: v.string(),
  author: v.string(),
  /** The amount in the site's default currency. */
  price: MoneySchema,
  /** What it costs now. */
  prices: PricesSchema,
  /** Which of these prices are a sale's; left out when none is. */
  sales: v.optional(v.partial(v.object(byCurrency(() => SaleSchema)))),
  /** Where the buyer decides what to give: `prices` is the least, and this is suggested. Left out where nowhere. */
  suggested: v.optional(PricesSchema),
  pages: v.nullable(v.number()),
  /** The PDF has a table of contents whose lines lead to their pages. */
  hasOutline: v.boolean(),
  /** Size of the PDF as it was uploaded; null where that is not known. */
  bytes: v.nullable(v.number()),
  language: v.string(),
  filename: v.string(),
  /** Public storage address of the cover, or null without one. */
  coverUrl: v.nullable(v.string()),
  cover: v.nullable(PictureSchema),
  createdAt: InstantSchema,
  /** What readers gave it, with one decimal, and how many did; not there before the first. */
  stars: v.optional(v.object({ mean: v.number(), reviews: v.number() })),
  /** Announced: it can be read from then on, and is sold before when `isSold`. Not there for a book that can be read. */
  launch: v.optional(v.object({ at: InstantSchema, isSold: v.boolean() })),
  /** Some of its pages as a PDF that everybody may read, at an address of the site; not there without one. */
  sample: v.optional(v.object({ path: v.string(), pages: v.number(), bytes: v.number() })),
  /** Where it costs `percent` less together with the others; not there without one. */
  bundles: v.optional(
    v.array(
      v.object({
        title: v.string(),
        percent: v.number(),
        others: v.array(v.object({ id: EbookIdSchema, title: v.string(), language: v.string() })),
      }),
    ),
  ),
});
export type Ebook = v.InferOutput<typeof EbookSchema>;

export const EBOOK_PAGE_SIZE = 24;

/** Ids have 80 characters; some are written with what addresses escape. A name of its own: a product is no constant to webpack. */
const LONGEST_IDS = MAX_CART_LINES * 84;

export const EbookListQuerySchema = v.object({
  /** Case- and accent-insensitive substring of title or description. */
  q: v.optional(createOptionalLineSchema(100), ''),
  /** `nextCursor` of the page before. */
  after: v.optional(createTokenSchema(200)),
  /** Only these books, in any order (the cart re-reads its lines with it). Comma-separated, at most a full cart; what is no id is no book. */
  ids: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(LONGEST_IDS),
      v.transform((text) => [...new Set(text.split(','))].filter((id) => v.is(EbookIdSchema, id)).sort()),
      v.maxLength(MAX_CART_LINES),
    ),
  ),
});

export const EbookListSchema = v.object({
  ebooks: v.array(EbookSchema),
  /** How many there are in all, exactly; of a search that finds more than a hundred, 100. */
  total: v.number(),
  /** There are more than `total`. */
  isTotalCapped: v.boolean(),
  nextCursor: v.nullable(v.string()),
});
export type EbookList = v.InferOutput<typeof EbookListSchema>;

/** The featured book: the true best seller of 90 days, else a random one. */
export const FeaturedEbookSchema = v.object({
  featured: v.nullable(v.object({ ebook: EbookSchema, reason: v.picklist(['best_seller', 'highlight']) })),
});
export type FeaturedEbook = v.InferOutput<typeof FeaturedEbookSchema>;

export const ebookCalls = {
  'GET /api/ebooks': { who: 'public', query: EbookListQuerySchema, answer: EbookListSchema },
  'GET /api/ebooks/featured': {
    who: 'public',
    kept: { about: ['ebooks'], maxEntries: 1, freshMs: 30_000 },
    answer: FeaturedEbookSchema,
  },
  /** Prices that are about to be paid: always read again. The copy is for when that fails. */
  'GET /api/ebooks/:id': {
    who: 'public',
    kept: { about: ['ebooks'], maxEntries: 1_000, freshMs: 0 },
    params: { id: EbookIdSchema },
    answer: EbookSchema,
  },
} as const satisfies Calls;

export const TestimonialSchema = v.object({ id: v.string(), name: v.string(), place: v.string(), quote: v.string() });
export type Testimonial = v.InferOutput<typeof TestimonialSchema>;
export const TestimonialListQuerySchema = v.object({ locale: v.optional(LocaleSchema, 'pt-BR') });
export const TestimonialListSchema = v.object({ testimonials: v.array(TestimonialSchema) });
