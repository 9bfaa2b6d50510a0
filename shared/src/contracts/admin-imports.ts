import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { LocaleSchema } from '../texts/locales.ts';
import { DaySchema, pageCursors, pageQuery } from './admin-lists.ts';
import type { Calls } from './calls.ts';
import { EbookIdSchema } from './ebooks.ts';
import { DownloadLinkSchema } from './me.ts';
import { createLineSchema, createOptionalLineSchema, createTokenSchema } from './text.ts';

export const IMPORT_KINDS = ['purchases', 'subscribers'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** The shop that exported the file. `other`: a file with the columns that the help page names. */
export const IMPORT_SOURCES = ['gumroad', 'hotmart', 'other'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** Fields that the columns of a file can hold. */
export const IMPORT_FIELDS = {
  gumroad: ['email', 'product', 'at', 'giftee', 'refunded', 'disputed', 'disputeWon', 'revoked', 'preorder'],
  hotmart: ['email', 'product', 'status', 'at'],
  other: ['email', 'product', 'at'],
  subscribers: ['email', 'consent', 'confirmed', 'state', 'left', 'refused', 'wantsMail', 'wantsNone', 'language'],
} as const satisfies Record<ImportSource | 'subscribers', readonly string[]>;
export type ImportField = (typeof IMPORT_FIELDS)[keyof typeof IMPORT_FIELDS][number];

/** Fields that a file must contain to be imported. */
export const NEEDED_FIELDS = {
  gumroad: ['email', 'product'],
  hotmart: ['email', 'product', 'status'],
  other: ['email', 'product'],
  subscribers: ['email'],
} as const satisfies Record<ImportSource | 'subscribers', readonly ImportField[]>;

/** Returns the key of an import in `IMPORT_FIELDS` and `NEEDED_FIELDS`. */
export const fieldsKeyOf = ({ kind, source }: { kind: ImportKind; source: ImportSource }): keyof typeof IMPORT_FIELDS =>
  kind === 'subscribers' ? kind : source;

export const IMPORT_STATES = ['reading', 'refused', 'ready', 'importing', 'done', 'undoing', 'undone'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const LARGEST_IMPORT = 50 * 1024 ** 2;
export const MOST_IMPORT_ROWS = 200_000;

/** Days for which rejected rows are kept. The database has the same number (`limits.test.ts`). */
export const REFUSED_ROWS_DAYS = 30;

/** Reasons why a whole file cannot be imported. */
export const IMPORT_PROBLEMS = [
  'upload_gone',
  'empty',
  'not_text',
  'spreadsheet',
  'too_large',
  'columns',
  'quotes',
  'no_rows',
  'too_many_rows',
  'too_many_columns',
  'same_file',
  /** The server failed three times to read the file, for an unknown reason. */
  'unreadable',
] as const;
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number];

/** Reasons why a row cannot be imported. */
export const ROW_REFUSALS = [
  'email_invalid',
  'product_missing',
  'date_invalid',
  'not_paid',
  'refunded',
  'consent_missing',
  'unmapped',
  'left_here',
  'deleted_here',
] as const;
export type RowRefusal = (typeof ROW_REFUSALS)[number];

/**
 * Result of a row. For a purchase: `new`. For a subscriber: `confirmed`, `asked` (gets a confirmation email first) or `left` (stored as
 * unsubscribed).
 */
export const ROW_OUTCOMES = ['new', 'confirmed', 'asked', 'left', 'known', ...ROW_REFUSALS] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

const name = createLineSchema(200);

/**
 * A file that is about to be uploaded. A list of subscribers also needs its origin and the consent that was given there, and the date of
 * consent unless the rows contain it.
 */
export const NewImportSchema = v.variant('kind', [
  v.object({ kind: v.literal('purchases'), source: v.picklist(IMPORT_SOURCES), name }),
  v.object({
    kind: v.literal('subscribers'),
    name,
    origin: createLineSchema(200),
    consentDay: v.optional(
      v.union([
        DaySchema,
        v.pipe(
          createOptionalLineSchema(0),
          v.transform(() => undefined),
        ),
      ]),
    ),
    locale: LocaleSchema,
  }),
]);

export type NewImport = v.InferInput<typeof NewImportSchema>;

/** The file is sent to `url` with PUT, once. Then `reading` is called for the import, after `columns` if the owner chooses the columns. */
export const ImportUploadSchema = v.object({ id: v.string(), url: v.string() });

const ImportFieldSchema = v.picklist(Object.values(IMPORT_FIELDS).flat());

/**
 * The columns of an uploaded file, in order, each with its first cells and the field that it seems to hold. Empty if the file cannot be
 * read.
 */
export const ImportColumnsSchema = v.object({
  columns: v.array(v.object({ name: v.string(), cells: v.array(v.string()), field: v.nullable(ImportFieldSchema) })),
});
export type ImportColumn = v.InferOutput<typeof ImportColumnsSchema>['columns'][number];

/**
 * The field of each column, in order; null for a column that is not imported. Without this call the columns are recognized by their names.
 */
export const ChosenColumnsSchema = v.object({
  fields: v.pipe(
    v.array(v.nullable(ImportFieldSchema)),
    v.maxLength(1_000),
    v.check((fields) => fields.every((field, index) => field === null || fields.indexOf(field) === index), 'taken'),
  ),
});

const summary = {
  id: v.string(),
  kind: v.picklist(IMPORT_KINDS),
  source: v.picklist(IMPORT_SOURCES),
  filename: v.string(),
  origin: v.string(),
  state: v.picklist(IMPORT_STATES),
  problem: v.nullable(v.picklist(IMPORT_PROBLEMS)),
  /** How many rows were read, added, known before, and rejected. */
  rows: v.number(),
  added: v.number(),
  known: v.number(),
  refused: v.number(),
  createdAt: InstantSchema,
  finishedAt: v.nullable(InstantSchema),
  /** How many rows were removed when the owner undid the import. */
  removed: v.number(),
  undoneAt: v.nullable(InstantSchema),
  /** File name of the proof of consent; null without one. */
  proofName: v.nullable(v.string()),
};
export const ImportSummarySchema = v.object(summary);
export type ImportSummary = v.InferOutput<typeof ImportSummarySchema>;

const RowSchema = v.object({
  line: v.number(),
  email: v.string(),
  product: v.string(),
  at: v.nullable(InstantSchema),
  outcome: v.picklist(ROW_OUTCOMES),
});
export type ImportRow = v.InferOutput<typeof RowSchema>;

/**
 * Reasons why undoing an import keeps a purchase or a subscriber. `used`: the reader used the book, or the subscriber got an issue or acted
 * on this site. `elsewhere`: another import contains the same purchase or subscriber.
 */
export const KEPT_REASONS = ['used', 'elsewhere'] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];

/** `title`: the book's title; empty for a subscriber. */
const KeptSchema = v.object({ id: v.string(), email: v.string(), title: v.string(), reason: v.picklist(KEPT_REASONS) });
export type KeptSubject = v.InferOutput<typeof KeptSchema>;

export const ImportSchema = v.object({
  ...summary,
  /** The most frequent products of the file, each with its book. Rows of products without a book are rejected. */
  products: v.array(v.object({ product: v.string(), rows: v.number(), ebookId: v.nullable(v.string()) })),
  /** The books to choose from for a product, while that is possible. */
  ebooks: v.array(v.object({ id: v.string(), title: v.string() })),
  /**
   * How many rows have each result. Before the import these are the expected results of all rows, and later only the results of the
   * rejected rows.
   */
  outcomes: v.record(v.picklist(ROW_OUTCOMES), v.number()),
  firstRows: v.array(RowSchema),
  firstRefused: v.array(RowSchema),
  /** How many additions an undo would remove or keep, while the import is done. After an undo: how many it kept. */
  standings: v.partial(v.object({ removed: v.number(), used: v.number(), elsewhere: v.number() })),
  firstKept: v.array(KeptSchema),
});
export type Import = v.InferOutput<typeof ImportSchema>;

export const ImportListQuerySchema = v.object(pageQuery);
/** All imports, newest first. */
export const ImportListSchema = v.object({ imports: v.array(ImportSummarySchema), ...pageCursors });
export type ImportList = v.InferOutput<typeof ImportListSchema>;

/** The book that the owner chose for a product. Null if the shop does not have the book. */
export const EditedImportProductSchema = v.object({ product: createTokenSchema(300), ebookId: v.nullable(EbookIdSchema) });

/**
 * `GET /api/admin/imports/:id/refused.csv`: the rejected rows with reasons. `…/kept.csv`: the purchases or subscribers that undoing the
 * import kept.
 */
export const RefusedRowsQuerySchema = v.object({ locale: v.optional(LocaleSchema, 'pt-BR') });

/** Largest proof of consent, in bytes: a PDF, PNG or JPEG. */
export const LARGEST_PROOF = 5 * 1024 ** 2;

/** A proof that was uploaded to the link of `proof-uploads`. Errors of `uploadId`: `not_here`, `too_large`, `not_proof`. */
export const NewProofSchema = v.object({ uploadId: v.pipe(v.string(), v.uuid('invalid')), name });

export const RemovedImportSchema = v.object({ outcome: v.literal('removed') });

const params = { id: v.pipe(v.string(), v.uuid()) };

/** Imports of purchases and subscribers from other shops and lists. */
export const importCalls = {
  'GET /api/admin/imports': { who: 'lists', query: ImportListQuerySchema, answer: ImportListSchema },
  'POST /api/admin/imports': { who: { least: 'lists', recent: true }, body: NewImportSchema, answer: ImportUploadSchema },
  'GET /api/admin/imports/:id': { who: 'lists', params, answer: ImportSchema },
  'DELETE /api/admin/imports/:id': { who: 'lists', params, answer: RemovedImportSchema },
  'DELETE /api/admin/imports/:id/refused-rows': { who: 'lists', params, answer: ImportSchema },
  'GET /api/admin/imports/:id/columns': { who: 'lists', params, answer: ImportColumnsSchema },
  'PUT /api/admin/imports/:id/columns': { who: 'lists', params, body: ChosenColumnsSchema, answer: ImportSchema },
  /** Starts reading the file, which must be uploaded before. */
  'POST /api/admin/imports/:id/reading': { who: 'lists', params, answer: ImportSchema },
  'PUT /api/admin/imports/:id/products': { who: 'lists', params, body: EditedImportProductSchema, answer: ImportSchema },
  'POST /api/admin/imports/:id/start': { who: { least: 'lists', recent: true }, params, answer: ImportSchema },
  'POST /api/admin/imports/:id/undo': { who: { least: 'lists', recent: true }, params, answer: ImportSchema },
  'POST /api/admin/imports/:id/proof-uploads': { who: { least: 'lists', recent: true }, params, answer: ImportUploadSchema },
  'PUT /api/admin/imports/:id/proof': { who: 'lists', params, body: NewProofSchema, answer: ImportSchema },
  'POST /api/admin/imports/:id/proof-link': { who: { least: 'lists', recent: true }, params, answer: DownloadLinkSchema },
  'GET /api/admin/imports/:id/kept.csv': { who: { least: 'lists', recent: true }, params, query: RefusedRowsQuerySchema },
  'GET /api/admin/imports/:id/refused.csv': { who: { least: 'lists', recent: true }, params, query: RefusedRowsQuerySchema },
} as const satisfies Calls;
