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

/** A sale as its owner sees it: `now` is its price, `before` as in `SaleSchema`. */
export const AdminSaleSchema = v.object({
  startsAt: InstantSchema,
  endsAt: InstantSchema,
  prices: v.partial(v.object(byCurrency(() => v.object({ now: MinorSchema, before: v.nullable(MinorSchema) })))),
});
export type AdminSale = v.InferOutput<typeof AdminSaleSchema>;

/**
 * When an announced book comes, or came. `buyers`: buyers who are told a later moment; `pending`: payments that may still come; `waiting`:
 * addresses that asked to be told.
 */
export const AdminLaunchSchema = v.object({
  at: InstantSchema,
  /** Before it comes; else visitors can ask to be told. */
  isSold: v.boolean(),
  isOver: v.boolean(),
  buyers: v.number(),
  pending: v.number(),
  waiting: v.number(),
});
/** Both null: the first tenth of the book. */
const pageRange = { firstPage: v.nullable(v.number()), lastPage: v.nullable(v.number()) };
/** What becomes of a book's sample; `sample` is what visitors get meanwhile. */
export const SamplingSchema = v.object({
  ...pageRange,
  state: v.picklist(['waiting', 'ready', 'failed']),
  problem: v.nullable(v.picklist(SAMPLE_PROBLEMS)),
  madeAt: v.nullable(InstantSchema),
});
export type Sampling = v.InferOutput<typeof SamplingSchema>;

/** A book as its owner sees it, whatever its state. `price` and others of `EbookSchema` that need a price are left out. */
export const AdminEbookSchema = v.object({
  ...v.omit(EbookSchema, ['price', 'prices', 'sales', 'launch', 'suggested']).entries,
  state: v.picklist(EBOOK_STATES),
  /** Outside of sales. Null where the author has set none yet; a book is sold when it has all that the owner sells in. */
  prices: v.object(byCurrency(() => v.nullable(MinorSchema))),
  /** Where the buyer decides what to give, `prices` being the least; null where it costs that. */
  suggested: v.object(byCurrency(() => v.nullable(MinorSchema))),
  /** The sale that runs, or comes next. */
  sale: v.nullable(AdminSaleSchema),
  /** Counts the PDFs that the book has had. */
  fileVersion: v.number(),
  /** Without it a book is a draft, or announced. */
  hasFile: v.boolean(),
  /** Not there for a book that never was announced. */
  launch: v.optional(AdminLaunchSchema),
  sampling: v.optional(SamplingSchema),
  /** Goes back with each change, so that unseen changes are not overwritten. */
  revision: v.number(),
  /** At least one buyer may download it. */
  isOwned: v.boolean(),
});
export type AdminEbook = v.InferOutput<typeof AdminEbookSchema>;

/** The orders of the list other than newest first. */
export const EBOOK_SORTS = ['sold'] as const;

/** `q`: part of title or description. Without `state` the books of all. */
export const AdminEbookListQuerySchema = v.object({
  ...listFilters(EBOOK_STATES),
  sort: v.optional(v.picklist(EBOOK_SORTS)),
  ...pageQuery,
});
/** A book as it stands in the list. `sold`: copies that were paid for and not refunded in full, ever. */
export const ListedEbookSchema = v.object({ ...AdminEbookSchema.entries, sold: v.number() });
export type ListedEbook = v.InferOutput<typeof ListedEbookSchema>;
export const AdminEbookListSchema = v.object({ ebooks: v.array(ListedEbookSchema), ...pageCursors });
export type AdminEbookList = v.InferOutput<typeof AdminEbookListSchema>;

/** A price as it is written, `29,90` or `R$ 29.90`; empty is none. */
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

/** What is written about a book, before its files are sent. */
export const WrittenEbookSchema = v.object({
  title: createLineSchema(EBOOK_LIMITS.title),
  description: createOptionalLinesSchema(EBOOK_LIMITS.description),
  language: LocaleSchema,
  state: v.picklist(EBOOK_STATES),
  /** Of the currencies that are sold, each with its price or none; a published book has all of them. Those of others stay as they are. */
  prices: v.partial(v.object(byCurrency(writtenPrice))),
  /** Which of these prices are the least of what their buyers decide to give. Not named at all, that stays as it is. */
  suggested: v.optional(v.partial(v.object(byCurrency(writtenPrice)))),
});

const UploadIdSchema = v.pipe(v.string(), v.uuid('invalid'));

/**
 * Asks for a link to send one file to. `name` is that of the PDF, also with a cover, whose book has it or will have it; `ebookId` names the
 * book instead when the file replaces one.
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
/** The file goes to `url` with PUT, once. It waits for a day for the call that makes use of it. */
export const UploadSchema = v.object({ id: UploadIdSchema, url: v.string(), filename: v.string() });
export type Upload = v.InferOutput<typeof UploadSchema>;

/** Without an author, that of the site. */
export const NewEbookSchema = v.object({
  ...WrittenEbookSchema.entries,
  author: v.optional(createLineSchema(EBOOK_LIMITS.author)),
  /** Null while there is none: the book is a draft, and its file will be called as the cover was sent. */
  pdf: v.nullable(UploadIdSchema),
  cover: UploadIdSchema,
});

export const MOST_TABLE_BOOKS = 200;

/** The library's own pattern takes 25 ms for the longest table. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The bytes of a CSV file with a book on each line, in base64. */
export const BookTableSchema = v.object({ csv: v.pipe(v.string(), v.maxLength(240_000, 'too_large'), v.regex(BASE64, 'invalid')) });
/** What a table says of its books, as it is written there; `problem`: nothing can be read from it. */
export const BookTableAnswerSchema = v.object({
  problem: v.nullable(v.picklist(IMPORT_PROBLEMS)),
  books: v.array(
    v.object({
      line: v.number(),
      title: v.string(),
      author: v.string(),
      description: v.string(),
      language: LocaleSchema,
      prices: v.object(byCurrency(() => v.string())),
      /** Names of files. */
      pdf: v.string(),
      cover: v.string(),
      /** A book with this title is in the shop. */
      isKnown: v.boolean(),
    }),
  ),
});
export type BookTable = v.InferOutput<typeof BookTableAnswerSchema>;
export type TableBook = BookTable['books'][number];

const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(999_999_999));

export const EditedEbookSchema = v.object({ ...WrittenEbookSchema.entries, author: createLineSchema(EBOOK_LIMITS.author), revision });

/** A moment of our century: others are slips of the hand. */
const MomentSchema = v.pipe(InstantSchema, v.regex(/^20\d\d-/, 'invalid'));

/** A sale as it is set. Without a start it begins at once, or began when the running one did. */
export const WrittenSaleSchema = v.object({
  startsAt: v.nullable(MomentSchema),
  endsAt: MomentSchema,
  /** In these currencies, of those that are sold, it is cheaper. */
  prices: v.pipe(
    v.partial(v.object(byCurrency(writtenPrice))),
    v.check((prices) => Object.values(prices).some((minor) => minor !== null), 'required'),
  ),
});
/** `sale`: null ends the one that runs, and cancels the one that is planned. */
export const SetSaleSchema = v.object({ revision, sale: v.nullable(WrittenSaleSchema) });
export const SalePreviewRequestSchema = v.object({ revision, sale: WrittenSaleSchema });
export const SalePreviewSchema = v.object({ sale: AdminSaleSchema });
/**
 * What came of the sales of a book that have begun, newest first; one whose prices were changed stands there as two. `sums` by currency:
 * how many copies were sold at `price`, what was kept of them, and what the sale took off.
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

/** `at`: null takes the announcement back. `isSold`: whether the book is sold before. */
export const SetLaunchSchema = v.object({ revision, at: v.nullable(MomentSchema), isSold: v.optional(v.boolean(), true) });
const pageNumber = v.nullable(
  v.pipe(v.number('required'), v.safeInteger('invalid'), v.minValue(1, 'invalid'), v.maxValue(100_000, 'beyond_end')),
);
/** Some pages of a book for everybody, made anew; without numbers the first tenth. Null: none. */
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
/** PDFs that the book had before and that are still kept, newest first. */
export const EbookVersionsSchema = v.object({
  versions: v.array(
    v.object({
      version: v.number(),
      pages: v.nullable(v.number()),
      /** Null where that is not known. */
      bytes: v.nullable(v.number()),
      replacedAt: InstantSchema,
      /** The file is removed after this. */
      keptUntil: InstantSchema,
    }),
  ),
});
export type EbookVersions = v.InferOutput<typeof EbookVersionsSchema>;
export type EbookVersion = EbookVersions['versions'][number];
export const RestoredPdfSchema = v.object({ revision, tellOwners: v.boolean() });
export const NewCoverSchema = v.object({ upload: UploadIdSchema, revision });

/** `archived`: it was ordered, so that it left the shop only. */
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
  /** Takes a book off the shop; what its buyers own stays theirs. */
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
  /** The sale as visitors would see it if it were set. */
  'POST /api/admin/ebooks/:id/sale-preview': {
    who: 'money',
    params: { id: EbookIdSchema },
    body: SalePreviewRequestSchema,
    answer: SalePreviewSchema,
  },
  /** A link to a book's PDF as it was uploaded. */
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
