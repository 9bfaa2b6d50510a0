import type {
  AdminEbook,
  EditedEbookSchema,
  NewCoverSchema,
  NewEbookSchema,
  NewPdfSchema,
  RestoredPdfSchema,
  SalePreviewRequestSchema,
  SalePreviewSchema,
  SetSaleSchema,
  WrittenSaleSchema,
} from '@site/shared/contracts/admin-ebooks.ts';
import type { DownloadLink } from '@site/shared/contracts/me.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { CurrencySchema } from '@site/shared/money/money.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Data } from '../../../gateways/supabase/data.ts';
import type { Json } from '../../../gateways/supabase/sql-types.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Caller } from '../../../platform/auth.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type ContentDeps, getSiteFacts } from '../../site/content/content.service.ts';
import { type AdminEbookRow, AdminEbookRowSchema } from './admin-ebook-row.ts';
import { toAdminEbook } from './admin-ebooks.view.ts';
import { NameTakenSchema, type PdfDeps, readUploadedPdf, refuseFile, storeUploadedCover, versionOf } from './ebook-uploads.ts';
import { checkSuggestions, completePrices, permittedPrices } from './written-prices.ts';

const LINK_SECONDS = 300;

type ReadDeps = Pick<Deps, 'data' | 'env'>;

const OutcomeSchema = v.variant('outcome', [
  v.object({ outcome: v.literal('done'), ebook: AdminEbookRowSchema }),
  v.object({ outcome: v.picklist(['not_found', 'changed_meanwhile', 'over']) }),
  NameTakenSchema,
  v.object({ outcome: v.picklist(['not_above_sale', 'not_below']), currencies: v.array(CurrencySchema) }),
  v.object({ outcome: v.literal('upload_gone'), file: v.optional(v.literal('cover')) }),
]);

const readEbook = async ({ sql }: Data, id: string): Promise<AdminEbookRow | null> =>
  v.parse(v.nullable(AdminEbookRowSchema), await sql.getAdminEbook({ id }));
const readEbookByUpload = async ({ sql }: Data, uploadId: string): Promise<AdminEbookRow | null> =>
  v.parse(v.nullable(AdminEbookRowSchema), await sql.getEbookByUpload({ id: uploadId }));

/** Throws `not_found`. */
export async function getAdminEbook({ data, env }: ReadDeps, id: string): Promise<AdminEbook> {
  const row = await readEbook(data, id);
  if (!row) throw new AppError('not_found');
  return toAdminEbook(row, env);
}

const StoredFileSchema = v.nullable(v.object({ filename: v.string(), key: v.string() }));

/** A link to a file of a book, as it was uploaded. Throws `not_found` without one. */
export async function signFileLink({ data, clock }: Pick<Deps, 'data' | 'clock'>, stored: Json): Promise<DownloadLink> {
  const file = v.parse(StoredFileSchema, stored);
  if (!file) throw new AppError('not_found');
  const expiresAt = toInstant(new Date(clock() + LINK_SECONDS * 1_000));
  return { url: await data.signPrivateFile(file.key, file.filename, LINK_SECONDS), filename: file.filename, expiresAt };
}

/** The readable id of a book with this title; titles without letters of ours are called by their file. */
export function makeEbookId(title: string, filename: string): string {
  const slug = (text: string) =>
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 76)
      .replace(/^-+|-+$/g, '');
  return slug(title) || slug(filename);
}

function unwrapOutcome(stored: Json, env: ReadDeps['env'], field: 'pdf' | 'cover'): AdminEbook {
  const outcome = v.parse(OutcomeSchema, stored);
  switch (outcome.outcome) {
    case 'done':
      return toAdminEbook(outcome.ebook, env);
    case 'name_taken':
      throw refuseFile(field, outcome.outcome, outcome.ebook);
    case 'upload_gone':
      throw refuseFile(outcome.file ?? field, outcome.outcome);
    // What it costs for a while is below its price, whichever of both is written.
    case 'not_above_sale':
    case 'not_below':
      throw new AppError('invalid_input', {
        fields: Object.fromEntries(outcome.currencies.map((currency) => [`prices.${currency}`, outcome.outcome])),
      });
    case 'over':
      throw new AppError('invalid_input', { fields: { endsAt: outcome.outcome } });
    default:
      throw new AppError(outcome.outcome);
  }
}

/** What `work` answers, or the book that the same request, sent twice, has made of the upload meanwhile. */
async function orExistingEbook({ data, env }: ReadDeps, uploadId: string, work: () => Promise<AdminEbook>): Promise<AdminEbook> {
  try {
    return await work();
  } catch (error) {
    const made = error instanceof AppError ? await readEbookByUpload(data, uploadId) : null;
    if (!made) throw error;
    return toAdminEbook(made, env);
  }
}

/**
 * Makes a book of two uploads, or of its cover while there is no PDF yet. The same uploads make one book, however often they are sent. Until the last step, which is one
 * transaction, nothing is a book's: whatever is cut off before, the uploads are removed when their day is over.
 * Throws `invalid_input` with what is wrong with a file.
 */
export async function addEbook(
  deps: PdfDeps & ContentDeps,
  caller: Pick<Caller, 'permissions'>,
  actor: Actor,
  book: v.InferOutput<typeof NewEbookSchema>,
): Promise<AdminEbook> {
  const { data, env } = deps;
  const { pdf: pdfId, cover: coverId, ...written } = book;
  const made = await readEbookByUpload(data, pdfId ?? coverId);
  if (made) return toAdminEbook(made, env);
  if (pdfId === null && written.state !== 'draft') throw new AppError('invalid_input', { fields: { pdf: 'required' } });
  const prices = await completePrices(deps, written.state, permittedPrices(caller, written.prices, {}));
  const suggested = permittedPrices(caller, written.suggested ?? {}, {});
  checkSuggestions(prices, suggested);
  return await orExistingEbook(deps, pdfId ?? coverId, async () => {
    const file = pdfId === null ? null : await readUploadedPdf(deps, pdfId);
    const { color } = await storeUploadedCover(deps, coverId);
    const outcome = await data.sql.addEbook({
      actor,
      id: makeEbookId(written.title, 'ebook'),
      book: { ...written, prices, suggested, author: written.author ?? (await getSiteFacts(deps)).AUTHOR_NAME },
      pdfId,
      ...(file ?? { pages: null, hasOutline: false, bytes: null }),
      coverId,
      coverColor: color,
    });
    return unwrapOutcome(outcome, env, 'pdf');
  });
}

/** Throws `not_found`, `changed_meanwhile`, `forbidden` for prices, and `invalid_input` for what would be published without a price or, if it is not announced, without a file, or cost no more than in its sale. */
export async function editEbook(
  deps: ContentDeps,
  caller: Pick<Caller, 'permissions'>,
  actor: Actor,
  id: string,
  { revision, ...written }: v.InferOutput<typeof EditedEbookSchema>,
): Promise<AdminEbook> {
  // Prices that change after this come with another revision, and are not overwritten.
  const now = await getAdminEbook(deps, id);
  if (written.state === 'published' && !now.hasFile && (!now.launch || now.launch.isOver))
    throw new AppError('invalid_input', { fields: { state: 'no_file' } });
  const permitted = permittedPrices(caller, written.prices, now.prices);
  // A currency that was sold since is an owner's to price: the words of a book that was published before can be saved.
  const isTheirs = caller.permissions.includes('money') || now.state !== 'published';
  const prices = isTheirs ? await completePrices(deps, written.state, permitted) : permitted;
  const suggested = written.suggested && permittedPrices(caller, written.suggested, now.suggested);
  checkSuggestions(prices, suggested ?? now.suggested);
  const edited = await deps.data.sql.editEbook({ actor, id, revision, book: { ...written, prices, suggested } });
  return unwrapOutcome(edited, deps.env, 'pdf');
}

/** A sale as it is stored; without a start it begins at once. */
const toSaleInput = ({ startsAt, endsAt, prices }: v.InferOutput<typeof WrittenSaleSchema>) => ({
  starts_at: startsAt,
  ends_at: endsAt,
  prices: Object.fromEntries(Object.entries(prices).filter(([, minor]) => minor !== null)),
});

/**
 * Gives a book a sale instead of the one that runs or is planned; null ends that. Throws `not_found`, `changed_meanwhile`, and
 * `invalid_input` for prices that are not below the book's, and an end that is past or before the start.
 */
export async function setEbookSale(
  { data, env }: ReadDeps,
  actor: Actor,
  id: string,
  { revision, sale }: v.InferOutput<typeof SetSaleSchema>,
): Promise<AdminEbook> {
  return unwrapOutcome(await data.sql.setEbookSale({ actor, id, revision, sale: sale && toSaleInput(sale) }), env, 'pdf');
}

/** The sale as visitors would see it if it were set. Throws as `setEbookSale` does. */
export async function previewEbookSale(
  { data, env }: ReadDeps,
  actor: Actor,
  id: string,
  { revision, sale }: v.InferOutput<typeof SalePreviewRequestSchema>,
): Promise<v.InferOutput<typeof SalePreviewSchema>> {
  const outcome = await data.sql.previewEbookSale({ actor, id, revision, sale: toSaleInput(sale) });
  const { sale: previewed } = unwrapOutcome(outcome, env, 'pdf');
  if (!previewed) throw new Error(`no sale to preview of ${id}`);
  return { sale: previewed };
}

/** Puts an upload in the place of a book's PDF. Throws as `addEbook` and `editEbook` do. */
export async function replaceEbookPdf(
  deps: PdfDeps & ReadDeps,
  actor: Actor,
  id: string,
  { upload, revision, tellOwners }: v.InferOutput<typeof NewPdfSchema>,
): Promise<AdminEbook> {
  const made = await readEbookByUpload(deps.data, upload);
  if (made?.id === id) return toAdminEbook(made, deps.env);
  return await orExistingEbook(deps, upload, async () => {
    const file = await readUploadedPdf(deps, upload);
    const outcome = await deps.data.sql.replaceEbookPdf({ actor, id, revision, pdfId: upload, ...file, tellOwners });
    return unwrapOutcome(outcome, deps.env, 'pdf');
  });
}

/**
 * Makes an earlier version of a book's PDF its newest one. Throws `changed_meanwhile`, and `not_found` for what is no version, is not
 * kept any more, or lost its file.
 */
export async function restoreEbookPdf(
  { data, env }: ReadDeps,
  actor: Actor,
  id: string,
  version: number,
  { revision, tellOwners }: v.InferOutput<typeof RestoredPdfSchema>,
): Promise<AdminEbook> {
  // The file before the revision: a version that another admin has just put back is no kept one any more, and that is a change.
  const file = v.parse(StoredFileSchema, await data.sql.getKeptVersionFile({ id, version }));
  const now = await readEbook(data, id);
  if (now && now.revision !== revision) throw new AppError('changed_meanwhile');
  if (!file || !(await data.aboutPrivateFile(file.key))) throw new AppError('not_found');
  return unwrapOutcome(await data.sql.restoreEbookPdf({ actor, id, revision, version, tellOwners }), env, 'pdf');
}

/** Puts an upload in the place of a book's cover. Throws as `addEbook` and `editEbook` do. */
export async function replaceEbookCover(
  deps: ReadDeps,
  actor: Actor,
  id: string,
  { upload, revision }: v.InferOutput<typeof NewCoverSchema>,
): Promise<AdminEbook> {
  const now = await readEbook(deps.data, id);
  if (now && now.cover_version === versionOf(upload)) return toAdminEbook(now, deps.env);
  const { color } = await storeUploadedCover(deps, upload);
  const outcome = await deps.data.sql.replaceEbookCover({ actor, id, revision, coverId: upload, coverColor: color });
  return unwrapOutcome(outcome, deps.env, 'cover');
}
