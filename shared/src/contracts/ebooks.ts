import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { byCurrency } from '../money/currencies.ts';
import { MinorSchema, MoneySchema, PricesSchema } from '../money/money.ts';
import { LocaleSchema } from '../texts/locales.ts';
import type { Calls } from './calls.ts';
import { MAX_CART_LINES } from './cart-rules.ts';
import { getPictureSource, type Picture, PictureSchema } from './pictures.ts';
import { createOptionalLineSchema, createTokenSchema } from './text.ts';

/** Permanent, readable id of a book. It is part of its URL and never changes. */
export const EbookIdSchema = v.pipe(v.string(), v.maxLength(80), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/));

/** Widths in which each cover is stored, in pixels, as AVIF and WebP. All covers are 2:3. */
export const COVER_WIDTHS = [240, 360, 480, 720] as const;

/** Returns a cover's URL on the site for one width and format. */
export const getCoverSource = (cover: Picture, width: (typeof COVER_WIDTHS)[number], format: 'avif' | 'webp'): string =>
  getPictureSource(cover, width, format);

/**
 * A running sale. `list`: the list price. `before`: the lowest price of the 30 days before the sale, the only price that the law allows us
 * to show as the previous price. Null if the book had no price then, or not a higher one.
 */
export const SaleSchema = v.object({ list: MinorSchema, before: v.nullable(MinorSchema), endsAt: InstantSchema });

/** A book for shelf, card, cart and page. */
export const EbookSchema = v.object({
  id: EbookIdSchema,
  title: v.string(),
  /** The description. An empty line separates paragraphs. */
  description: v.string(),
  author: v.string(),
  /** The price in the site's default currency. */
  price: MoneySchema,
  /** The price in each currency. For a pay-what-you-want book: the minimum. */
  currentPrices: PricesSchema,
  /** Sales that make some of these prices lower; missing if the book has no sale. */
  sales: v.optional(v.partial(v.object(byCurrency(() => SaleSchema)))),
  /** Suggested amounts where the buyer decides the price and `currentPrices` holds the minimum. Missing if all prices are fixed. */
  suggested: v.optional(PricesSchema),
  pages: v.nullable(v.number()),
  /** The PDF has a table of contents with links. */
  hasOutline: v.boolean(),
  /** Size of the uploaded PDF; null if unknown. */
  bytes: v.nullable(v.number()),
  language: v.string(),
  filename: v.string(),
  /** Public storage URL of the cover; null without one. */
  coverUrl: v.nullable(v.string()),
  cover: v.nullable(PictureSchema),
  createdAt: InstantSchema,
  /** Average rating with one decimal, and number of ratings; missing before the first. */
  stars: v.optional(v.object({ mean: v.number(), reviews: v.number() })),
  /**
   * Only for an announced book. `at`: the moment from which buyers can read the book. `isSold`: whether the shop sells the book before that
   * moment.
   */
  launch: v.optional(v.object({ at: InstantSchema, isSold: v.boolean() })),
  /** Sample pages as a PDF that everybody may read, at a path of the site; missing without a sample. */
  sample: v.optional(v.object({ path: v.string(), pages: v.number(), bytes: v.number() })),
  /** Bundles in which the book costs `percent` less; missing without any. */
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

/**
 * Ids have up to 80 characters, and URLs may escape the commas between them. The multiplication has its own constant because webpack does
 * not compute it during the build.
 */
const LONGEST_IDS = MAX_CART_LINES * 84;

export const EbookListQuerySchema = v.object({
  /** Search words: part of a title or description. Case and accents are ignored. */
  q: v.optional(createOptionalLineSchema(100), ''),
  /** The `nextCursor` of the previous page. */
  after: v.optional(createTokenSchema(200)),
  /** Ids of the only books to return, separated by commas. The cart loads its books with them. Invalid ids are ignored. */
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
  /** Exact number of all books. For a search with more than a hundred results: 100. */
  total: v.number(),
  /** Whether there are more results than `total`. */
  isTotalCapped: v.boolean(),
  nextCursor: v.nullable(v.string()),
});
export type EbookList = v.InferOutput<typeof EbookListSchema>;

/** The featured book: the best seller of the last 90 days, or else a random one. */
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
  /** The buyer is about to pay these prices, so the API reads them from the database. A cached copy is only used if that fails. */
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
