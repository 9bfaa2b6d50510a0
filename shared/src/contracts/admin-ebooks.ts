import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { byCurrency, type Currency } from '../money/currencies.ts';
import { MinorSchema, MoneySchema } from '../money/money.ts';
import { LocaleSchema } from '../texts/locales.ts';
import { IMPORT_PROBLEMS } from './admin-imports.ts';
import { listFilters, pageCursors, pageQuery } from './admin-lists.ts';
import { type Calls, FORM_BYTES, TEXT_BYTES } from './calls.ts';
import { EBOOK_LIMITS, LARGEST_COVER, LARGEST_PDF, MOST_SAMPLE_PAGES, parsePrice, SAMPLE_PROBLEMS } from './ebook-rules.ts';
import { EbookIdSchema, EbookSchema } from './ebooks.ts';
import { DownloadLinkSchema } from './me.ts';
import { createLineSchema, createOptionalLinesSchema } from './text.ts';

export const EBOOK_STATES = ['draft', 'published', 'archived'] as const;
export type EbookState = (typeof EBOOK_STATES)[number];

/** A sale for the shop's owner. `now`: the sale price. `before`: see `SaleSchema`. */
export const AdminSaleSchema = v.object({
  startsAt: InstantSchema,
  endsAt: InstantSchema,
  prices: v.partial(v.object(byCurrency(() => v.object({ now: MinorSchema, before: v.nullable(MinorSchema) })))),
});
export type AdminSale = v.InferOutput<typeof AdminSaleSchema>;

/**
 * The release of an announced book, in the future or past. `buyers`: buyers who must be told about a later date. `pending`: payments that
 * may still arrive. `waiting`: addresses on the waitlist.
 */
export const AdminLaunchSchema = v.object({
  at: InstantSchema,
  /** Whether the book is sold before its release. If false, visitors can join the waitlist. */
  isSold: v.boolean(),
  isOver: v.boolean(),
  buyers: v.number(),
  pending: v.number(),
  waiting: v.number(),
});
/** First and last page of a sample. If both are null, the sample is the first tenth of the book. */
const pageRange = { firstPage: v.nullable(v.number()), lastPage: v.nullable(v.number()) };
/** Progress of a new sample of a book. Until the new sample is ready, visitors get the previous one, which is in `sample`. */
export const SamplingSchema = v.object({
  ...pageRange,
  state: v.picklist(['waiting', 'ready', 'failed']),
  problem: v.nullable(v.picklist(SAMPLE_PROBLEMS)),
  madeAt: v.nullable(InstantSchema),
});
export type Sampling = v.InferOutput<typeof SamplingSchema>;

/** A book for the shop's owner, in any state. Fields of `EbookSchema` that need a price, such as `price`, are left out. */
export const AdminEbookSchema = v.object({
  ...v.omit(EbookSchema, ['price', 'currentPrices', 'sales', 'launch', 'suggested']).entries,
  state: v.picklist(EBOOK_STATES),
  /**
   * List prices by currency, null where the author has not set one. A book is for sale once it has a price in each currency of the shop.
   */
  listPrices: v.object(byCurrency(() => v.nullable(MinorSchema))),
  /** Suggested amounts where the buyer decides the price and `listPrices` holds the minimum. Null where the price is fixed. */
  suggested: v.object(byCurrency(() => v.nullable(MinorSchema))),
  /** The current sale, or else the next one. */
  sale: v.nullable(AdminSaleSchema),
  /** The number of PDFs that this book has had, including the current one. */
  fileVersion: v.number(),
  /** The book's PDF. Only a draft or an announced book may have none. */
  hasFile: v.boolean(),
  /** The book's launch. Missing for a book that was never announced. */
  launch: v.optional(AdminLaunchSchema),
  sampling: v.optional(SamplingSchema),
  /** The version of the book. Each change must send the version that the admin saw, so that nobody overwrites unseen changes. */
  revision: v.number(),
  /** Whether at least one buyer may download the book. */
  isOwned: v.boolean(),
});
export type AdminEbook = v.InferOutput<typeof AdminEbookSchema>;

/** The sort orders of the list, other than newest first. */
export const EBOOK_SORTS = ['sold', 'title'] as const;

/** `q`: part of title or description. Without `state`: books in all states. */
export const AdminEbookListQuerySchema = v.object({
  ...listFilters(EBOOK_STATES),
  sort: v.optional(v.picklist(EBOOK_SORTS)),
  ...pageQuery,
});
/** A book in the list. `sold`: all copies that were paid for and not refunded in full. */
export const ListedEbookSchema = v.object({ ...AdminEbookSchema.entries, sold: v.number() });
export type ListedEbook = v.InferOutput<typeof ListedEbookSchema>;
export const AdminEbookListSchema = v.object({ ebooks: v.array(ListedEbookSchema), ...pageCursors });
export type AdminEbookList = v.InferOutput<typeof AdminEbookListSchema>;

/** Returns the schema of a typed price, such as `29,90` or `R$ 29.90`. An empty text means no price. */
const writtenPrice = (currency: Currency) =>
  v.pipe(
    v.nullish(v.union([v.pipe(v.string(), v.maxLength(60, 'not_a_price')), v.number()]), ''),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const text = String(dataset.value).trim();
      if (text === '') return null;
      const parsed = parsePrice(text, currency);
      if ('minor' in parsed) return v.parse(MinorSchema, parsed.minor);
      addIssue({ message: parsed.problem });
      return NEVER;
    }),
  );

/** A book's details before its files are uploaded. */
export const WrittenEbookSchema = v.object({
  title: createLineSchema(EBOOK_LIMITS.title),
  description: createOptionalLinesSchema(EBOOK_LIMITS.description),
  language: LocaleSchema,
  state: v.picklist(EBOOK_STATES),
  /** List prices in the shop's currencies, each optional; a published book must have all. Prices in other currencies stay unchanged. */
  listPrices: v.partial(v.object(byCurrency(writtenPrice))),
  /** Suggested amounts, for prices that are the minimum of what buyers decide to pay. If missing, they stay unchanged. */
  suggested: v.optional(v.partial(v.object(byCurrency(writtenPrice)))),
});

const UploadIdSchema = v.pipe(v.string(), v.uuid('invalid'));

/**
 * Requests an upload link for one file. `name`: the file name of the book's PDF, also when the file is its cover. `ebookId`: the book
 * instead, when the file replaces an existing one.
 */
export const UploadRequestSchema = v.pipe(
  v.object({
    kind: v.picklist(['pdf', 'cover']),
    name: v.pipe(v.string(), v.maxLength(1_000, 'name')),
    size: v.pipe(v.number(), v.safeInteger(), v.minValue(1, 'empty')),
    ebookId: v.optional(EbookIdSchema),
  }),
  v.forward(
    v.check(({ kind, size }) => size <= (kind === 'pdf' ? LARGEST_PDF : LARGEST_COVER), 'too_large'),
    ['size'],
  ),
);
/** The file is sent to `url` with PUT, once. It is kept for a day until a call uses it. */
export const UploadSchema = v.object({ id: UploadIdSchema, url: v.string(), filename: v.string() });
export type Upload = v.InferOutput<typeof UploadSchema>;

/** A new book. Without `author`, the book gets the site's author. */
export const NewEbookSchema = v.object({
  ...WrittenEbookSchema.entries,
  author: v.optional(createLineSchema(EBOOK_LIMITS.author)),
  /** The upload of the PDF. With null the book is a draft, and its PDF later gets the name that was given with the cover. */
  pdf: v.nullable(UploadIdSchema),
  cover: UploadIdSchema,
});

export const MOST_TABLE_BOOKS = 200;

/** Valibot's own base64 pattern needs 25 ms for the longest table. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The bytes of a CSV file with one book per line, in base64. */
export const BookTableSchema = v.object({ csv: v.pipe(v.string(), v.maxLength(240_000, 'too_large'), v.regex(BASE64, 'invalid')) });
/** The books of a table, with values as typed there. `problem`: why the table cannot be read. */
export const BookTableAnswerSchema = v.object({
  problem: v.nullable(v.picklist(IMPORT_PROBLEMS)),
  books: v.array(
    v.object({
      line: v.number(),
      title: v.string(),
      author: v.string(),
      description: v.string(),
      language: LocaleSchema,
      listPrices: v.object(byCurrency(() => v.string())),
      /** File names of the book's PDF and cover. */
      pdf: v.string(),
      cover: v.string(),
      /** Whether the shop already has a book with this title. */
      isKnown: v.boolean(),
    }),
  ),
});
export type BookTable = v.InferOutput<typeof BookTableAnswerSchema>;
export type TableBook = BookTable['books'][number];

const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(999_999_999));

export const EditedEbookSchema = v.object({ ...WrittenEbookSchema.entries, author: createLineSchema(EBOOK_LIMITS.author), revision });

/** A moment in this century. Another century is a typing error. */
const MomentSchema = v.pipe(InstantSchema, v.regex(/^20\d\d-/, 'invalid'));

/** A sale as the owner enters it. Without a start the sale begins now. A running sale keeps its start. */
export const WrittenSaleSchema = v.object({
  startsAt: v.nullable(MomentSchema),
  endsAt: MomentSchema,
  /** Sale prices, for at least one of the shop's currencies. */
  prices: v.pipe(
    v.partial(v.object(byCurrency(writtenPrice))),
    v.check((prices) => Object.values(prices).some((minor) => minor !== null), 'required'),
  ),
});
/** `sale`: null ends the running sale or cancels the planned one. */
export const SetSaleSchema = v.object({ revision, sale: v.nullable(WrittenSaleSchema) });
export const SalePreviewRequestSchema = v.object({ revision, sale: WrittenSaleSchema });
export const SalePreviewSchema = v.object({ sale: AdminSaleSchema });
/**
 * Results of a book's sales that have begun, newest first. A sale whose prices changed is listed as two. `sums`, by currency: copies sold
 * at `price`, the revenue that was kept, and the discount that the sale gave.
 */
export const SaleResultsSchema = v.object({
  sales: v.array(
    v.object({
      startsAt: InstantSchema,
      endsAt: InstantSchema,
      sums: v.array(v.object({ price: MoneySchema, copies: v.number(), revenue: MoneySchema, discount: MoneySchema })),
    }),
  ),
});
export type SaleResults = v.InferOutput<typeof SaleResultsSchema>;

/** `at`: null cancels the announcement. `isSold`: the book is sold before its release. */
export const SetLaunchSchema = v.object({ revision, at: v.nullable(MomentSchema), isSold: v.optional(v.boolean(), true) });
const pageNumber = v.nullable(
  v.pipe(v.number('required'), v.safeInteger('invalid'), v.minValue(1, 'invalid'), v.maxValue(100_000, 'beyond_end')),
);
/** The pages of a new sample that everybody may read. Without numbers: the first tenth. Null: no sample. */
export const SetSampleSchema = v.object({
  range: v.nullable(
    v.pipe(
      v.object({ firstPage: pageNumber, lastPage: pageNumber }),
      v.forward(
        v.check(({ firstPage, lastPage }) => (firstPage === null) === (lastPage === null), 'required'),
        ['lastPage'],
      ),
      v.forward(
        v.check(({ firstPage, lastPage }) => firstPage === null || lastPage === null || firstPage <= lastPage, 'backwards'),
        ['lastPage'],
      ),
      v.forward(
        v.check(({ firstPage, lastPage }) => (lastPage ?? 1) - (firstPage ?? 1) < MOST_SAMPLE_PAGES, 'too_many'),
        ['lastPage'],
      ),
    ),
  ),
});

export const NewPdfSchema = v.object({ upload: UploadIdSchema, revision, tellOwners: v.boolean() });
/** Lists the book's previous PDFs that are still stored, newest first. */
export const EbookVersionsSchema = v.object({
  versions: v.array(
    v.object({
      version: v.number(),
      pages: v.nullable(v.number()),
      /** The size of the PDF in bytes. Null if unknown. */
      bytes: v.nullable(v.number()),
      replacedAt: InstantSchema,
      /** The time when the PDF will be deleted. */
      keptUntil: InstantSchema,
    }),
  ),
});
export type EbookVersions = v.InferOutput<typeof EbookVersionsSchema>;
export type EbookVersion = EbookVersions['versions'][number];
export const RestoredPdfSchema = v.object({ revision, tellOwners: v.boolean() });
export const NewCoverSchema = v.object({ upload: UploadIdSchema, revision });

/** `archived`: somebody ordered the book before, so the book left the shop and was not deleted. */
export const RemovedEbookSchema = v.object({ outcome: v.picklist(['removed', 'archived']) });

const VersionNumberSchema = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/));

export const adminEbookCalls = {
  'POST /api/admin/uploads': { who: { least: 'content', recent: true }, body: UploadRequestSchema, answer: UploadSchema },
  'POST /api/admin/book-tables': { who: 'content', body: BookTableSchema, bodyBytes: TEXT_BYTES, answer: BookTableAnswerSchema },
  'GET /api/admin/ebooks': { who: 'content', query: AdminEbookListQuerySchema, answer: AdminEbookListSchema },
  'POST /api/admin/ebooks': {
    who: { least: 'content', recent: true },
    body: NewEbookSchema,
    bodyBytes: FORM_BYTES,
    answer: AdminEbookSchema,
  },
  'GET /api/admin/ebooks/:id': { who: 'content', params: { id: EbookIdSchema }, answer: AdminEbookSchema },
  'PUT /api/admin/ebooks/:id': {
    who: 'content',
    params: { id: EbookIdSchema },
    body: EditedEbookSchema,
    bodyBytes: FORM_BYTES,
    answer: AdminEbookSchema,
  },
  /** Removes a book from the shop. Its buyers keep it. */
  'DELETE /api/admin/ebooks/:id': { who: 'content', params: { id: EbookIdSchema }, answer: RemovedEbookSchema },
  'PUT /api/admin/ebooks/:id/pdf': {
    who: { least: 'content', recent: true },
    params: { id: EbookIdSchema },
    body: NewPdfSchema,
    answer: AdminEbookSchema,
  },
  'PUT /api/admin/ebooks/:id/cover': { who: 'content', params: { id: EbookIdSchema }, body: NewCoverSchema, answer: AdminEbookSchema },
  'PUT /api/admin/ebooks/:id/sale': { who: 'money', params: { id: EbookIdSchema }, body: SetSaleSchema, answer: AdminEbookSchema },
  'GET /api/admin/ebooks/:id/sales': { who: 'money', params: { id: EbookIdSchema }, answer: SaleResultsSchema },
  /** Returns the typed sale with the prices that visitors would see. */
  'POST /api/admin/ebooks/:id/sale-preview': {
    who: 'money',
    params: { id: EbookIdSchema },
    body: SalePreviewRequestSchema,
    answer: SalePreviewSchema,
  },
  /** Returns a link to a book's PDF as it was uploaded. */
  'POST /api/admin/ebooks/:id/file-link': { who: 'content', params: { id: EbookIdSchema }, answer: DownloadLinkSchema },
  'GET /api/admin/ebooks/:id/versions': { who: 'content', params: { id: EbookIdSchema }, answer: EbookVersionsSchema },
  'POST /api/admin/ebooks/:id/versions/:version/file-link': {
    who: 'content',
    params: { id: EbookIdSchema, version: VersionNumberSchema },
    answer: DownloadLinkSchema,
  },
  'POST /api/admin/ebooks/:id/versions/:version/restore': {
    who: { least: 'content', recent: true },
    params: { id: EbookIdSchema, version: VersionNumberSchema },
    body: RestoredPdfSchema,
    answer: AdminEbookSchema,
  },
} as const satisfies Calls;

export const launchCalls = {
  'PUT /api/admin/ebooks/:id/launch': { who: 'content', params: { id: EbookIdSchema }, body: SetLaunchSchema, answer: AdminEbookSchema },
} as const satisfies Calls;

export const adminSampleCalls = {
  'PUT /api/admin/ebooks/:id/sample': { who: 'content', params: { id: EbookIdSchema }, body: SetSampleSchema, answer: AdminEbookSchema },
} as const satisfies Calls;
