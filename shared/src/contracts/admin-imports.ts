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

/** Whose file it is; `other` has the columns that the help names. */
export const IMPORT_SOURCES = ['gumroad', 'hotmart', 'other'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** What the columns of a file can hold. */
export const IMPORT_FIELDS = {
  gumroad: ['email', 'product', 'at', 'giftee', 'refunded', 'disputed', 'disputeWon', 'revoked', 'preorder'],
  hotmart: ['email', 'product', 'status', 'at'],
  other: ['email', 'product', 'at'],
  subscribers: ['email', 'consent', 'confirmed', 'state', 'left', 'refused', 'wantsMail', 'wantsNone', 'language'],
} as const satisfies Record<ImportSource | 'subscribers', readonly string[]>;
export type ImportField = (typeof IMPORT_FIELDS)[keyof typeof IMPORT_FIELDS][number];

/** Without a column for each of these nothing of a file can be imported. */
export const NEEDED_FIELDS = {
  gumroad: ['email', 'product'],
  hotmart: ['email', 'product', 'status'],
  other: ['email', 'product'],
  subscribers: ['email'],
} as const satisfies Record<ImportSource | 'subscribers', readonly ImportField[]>;

/** The key of the two lists above for an import. */
export const fieldsKeyOf = ({ kind, source }: { kind: ImportKind; source: ImportSource }): keyof typeof IMPORT_FIELDS =>
  kind === 'subscribers' ? kind : source;

export const IMPORT_STATES = ['reading', 'refused', 'ready', 'importing', 'done', 'undoing', 'undone'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const LARGEST_IMPORT = 50 * 1024 ** 2;
export const MOST_IMPORT_ROWS = 200_000;

/** How long the rows that could not be taken are kept. The database has the same number (`limits.test.ts`). */
export const REFUSED_ROWS_DAYS = 30;

/** Why nothing of a file can be imported. */
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
  /** It failed three times, and not for anything above. */
  'unreadable',
] as const;
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number];

/** Why a row cannot be taken. */
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

/** What becomes of a row: of a purchase `new`; of a list `confirmed`, `asked` (gets a letter first) or `left` (is kept as such). */
export const ROW_OUTCOMES = ['new', 'confirmed', 'asked', 'left', 'known', ...ROW_REFUSALS] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

const name = createLineSchema(200);

/** A file that is about to be sent. Of a list it is also said where it comes from and what was agreed to there; and since when, unless the rows say it. */
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

/** The file goes to `url` with PUT, once; then the import's `reading` is asked for, after its `columns` if these are chosen. */
export const ImportUploadSchema = v.object({ id: v.string(), url: v.string() });

const ImportFieldSchema = v.picklist(Object.values(IMPORT_FIELDS).flat());

/** The columns of a file that was sent, in order, each with its first cells and what it seems to hold. None for a file that cannot be read. */
export const ImportColumnsSchema = v.object({
  columns: v.array(v.object({ name: v.string(), cells: v.array(v.string()), field: v.nullable(ImportFieldSchema) })),
});
export type ImportColumn = v.InferOutput<typeof ImportColumnsSchema>['columns'][number];

/** What each column of a file holds, in order; null for one that is not imported. Without this call the columns are known by their names. */
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
  /** How many were read; how many of them became something, were here already, or cannot be taken. */
  rows: v.number(),
  added: v.number(),
  known: v.number(),
  refused: v.number(),
  createdAt: InstantSchema,
  finishedAt: v.nullable(InstantSchema),
  /** How much of what was added went when the import was undone. */
  removed: v.number(),
  undoneAt: v.nullable(InstantSchema),
  /** How the proof of a list's consent is called; null without one. */
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

/** Why something stays when its import is undone: its reader or subscriber did something with it, or another import brought it, too. */
export const KEPT_REASONS = ['used', 'elsewhere'] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];

/** `title` is the book's; empty for a subscriber. */
const KeptSchema = v.object({ id: v.string(), email: v.string(), title: v.string(), reason: v.picklist(KEPT_REASONS) });
export type KeptSubject = v.InferOutput<typeof KeptSchema>;

export const ImportSchema = v.object({
  ...summary,
  /** The most frequent products of the file, each with the book that it is; rows of others are refused. */
  products: v.array(v.object({ product: v.string(), rows: v.number(), ebookId: v.nullable(v.string()) })),
  /** The books that a product can be, while it can be chosen. */
  ebooks: v.array(v.object({ id: v.string(), title: v.string() })),
  /** While it is ready: what would become of its rows. Later only those that were refused. */
  outcomes: v.record(v.picklist(ROW_OUTCOMES), v.number()),
  firstRows: v.array(RowSchema),
  firstRefused: v.array(RowSchema),
  /** While it is done: what would go, and what would stay, if it were undone. Later what stayed. */
  standings: v.partial(v.object({ removed: v.number(), used: v.number(), elsewhere: v.number() })),
  firstKept: v.array(KeptSchema),
});
export type Import = v.InferOutput<typeof ImportSchema>;

export const ImportListQuerySchema = v.object(pageQuery);
/** Newest first. */
export const ImportListSchema = v.object({ imports: v.array(ImportSummarySchema), ...pageCursors });
export type ImportList = v.InferOutput<typeof ImportListSchema>;

/** Which book a product is; null: none of ours. */
export const EditedImportProductSchema = v.object({ product: createTokenSchema(300), ebookId: v.nullable(EbookIdSchema) });

/** `GET /api/admin/imports/:id/refused.csv`: the rows that cannot be taken, with the reasons; `…/kept.csv`: what stayed when it was undone. */
export const RefusedRowsQuerySchema = v.object({ locale: v.optional(LocaleSchema, 'pt-BR') });

/** Of a proof of consent: a PDF, PNG or JPEG. */
export const LARGEST_PROOF = 5 * 1024 ** 2;

/** A proof that was sent to the link of `proof-uploads`. Refused as `uploadId`: `not_here`, `too_large`, `not_proof`. */
export const NewProofSchema = v.object({ uploadId: v.pipe(v.string(), v.uuid('invalid')), name });

export const RemovedImportSchema = v.object({ outcome: v.literal('removed') });

const params = { id: v.pipe(v.string(), v.uuid()) };

/** What the owner brings from elsewhere. */
export const importCalls = {
  'GET /api/admin/imports': { who: 'lists', query: ImportListQuerySchema, answer: ImportListSchema },
  'POST /api/admin/imports': { who: { least: 'lists', recent: true }, body: NewImportSchema, answer: ImportUploadSchema },
  'GET /api/admin/imports/:id': { who: 'lists', params, answer: ImportSchema },
  'DELETE /api/admin/imports/:id': { who: 'lists', params, answer: RemovedImportSchema },
  'DELETE /api/admin/imports/:id/refused-rows': { who: 'lists', params, answer: ImportSchema },
  'GET /api/admin/imports/:id/columns': { who: 'lists', params, answer: ImportColumnsSchema },
  'PUT /api/admin/imports/:id/columns': { who: 'lists', params, body: ChosenColumnsSchema, answer: ImportSchema },
  /** The file was sent. */
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
