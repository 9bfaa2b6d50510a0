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

/** Returns a book for the team. Throws `not_found` for an unknown book. */
export async function getAdminEbook({ data, env }: ReadDeps, id: string): Promise<AdminEbook> {
  const row = await readEbook(data, id);
  if (!row) throw new AppError('not_found');
  return toAdminEbook(row, env);
}

const StoredFileSchema = v.nullable(v.object({ filename: v.string(), key: v.string() }));

/** Returns a download link to a stored file of a book. Throws `not_found` without one. */
export async function signFileLink({ data, clock }: Pick<Deps, 'data' | 'clock'>, stored: Json): Promise<DownloadLink> {
  const file = v.parse(StoredFileSchema, stored);
  if (!file) throw new AppError('not_found');
  const expiresAt = toInstant(new Date(clock() + LINK_SECONDS * 1_000));
  return { url: await data.signPrivateFile(file.key, file.filename, LINK_SECONDS), filename: file.filename, expiresAt };
}

/** Returns a readable book id made from the title. A title without Latin letters or digits gets an id from the file name. */
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
    // A sale price must stay below the list price, whichever of the two is changed.
    case 'not_above_sale':
    case 'not_below':
      throw new AppError('invalid_input', {
        fields: Object.fromEntries(
          outcome.currencies.map((currency) => [
            `${outcome.outcome === 'not_below' ? 'prices' : 'listPrices'}.${currency}`,
            outcome.outcome,
          ]),
        ),
      });
    case 'over':
      throw new AppError('invalid_input', { fields: { endsAt: outcome.outcome } });
    default:
      throw new AppError(outcome.outcome);
  }
}

/** Returns the result of `work`. When `work` fails, returns the book that a simultaneous copy of the request has made of the upload. */
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
 * Creates a book from two uploads, or from its cover only while there is no PDF yet. The same uploads make one book, however often they are
 * sent. The last step is one transaction, and until then the uploads belong to no book. If the call is interrupted before that, the uploads
 * are removed after a day. Throws `invalid_input` with the problem of a file.
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
  const listPrices = await completePrices(deps, written.state, permittedPrices(caller, written.listPrices, {}));
  const suggested = permittedPrices(caller, written.suggested ?? {}, {});
  checkSuggestions(listPrices, suggested);
  return await orExistingEbook(deps, pdfId ?? coverId, async () => {
    const file = pdfId === null ? null : await readUploadedPdf(deps, pdfId);
    const { color } = await storeUploadedCover(deps, coverId);
    const outcome = await data.sql.addEbook({
      actor,
      id: makeEbookId(written.title, 'ebook'),
      book: { ...written, listPrices, suggested, author: written.author ?? (await getSiteFacts(deps)).AUTHOR_NAME },
      pdfId,
      ...(file ?? { pages: null, hasOutline: false, bytes: null }),
      coverId,
      coverColor: color,
    });
    return unwrapOutcome(outcome, env, 'pdf');
  });
}

/**
 * Throws `not_found`, `changed_meanwhile`, and `forbidden` for prices. Throws `invalid_input` for a published book without a price, for one
 * without a file that is not announced, and for a list price that is not above the sale price.
 */
export async function editEbook(
  deps: ContentDeps,
  caller: Pick<Caller, 'permissions'>,
  actor: Actor,
  id: string,
  { revision, ...written }: v.InferOutput<typeof EditedEbookSchema>,
): Promise<AdminEbook> {
  // A price change after this read also changes the revision, so the edit is rejected and does not overwrite the new prices.
  const now = await getAdminEbook(deps, id);
  if (written.state === 'published' && !now.hasFile && (!now.launch || now.launch.isOver))
    throw new AppError('invalid_input', { fields: { state: 'no_file' } });
  const permitted = permittedPrices(caller, written.listPrices, now.listPrices);
  // When the shop starts to sell in a new currency, only an owner may set its price. An editor can still save the texts of a book that was
  // published before.
  const isTheirs = caller.permissions.includes('money') || now.state !== 'published';
  const listPrices = isTheirs ? await completePrices(deps, written.state, permitted) : permitted;
  const suggested = written.suggested && permittedPrices(caller, written.suggested, now.suggested);
  checkSuggestions(listPrices, suggested ?? now.suggested);
  const edited = await deps.data.sql.editEbook({ actor, id, revision, book: { ...written, listPrices, suggested } });
  return unwrapOutcome(edited, deps.env, 'pdf');
}

/** Returns a sale as the database stores it. A sale without a start begins at once. */
const toSaleInput = ({ startsAt, endsAt, prices }: v.InferOutput<typeof WrittenSaleSchema>) => ({
  starts_at: startsAt,
  ends_at: endsAt,
  prices: Object.fromEntries(Object.entries(prices).filter(([, minor]) => minor !== null)),
});

/**
 * Sets the sale of a book in place of its running or planned sale. Null ends that sale. Throws `not_found`, `changed_meanwhile`, and
 * `invalid_input` for prices that are not below the book's list prices, and for an end that is past or before the start.
 */
export async function setEbookSale(
  { data, env }: ReadDeps,
  actor: Actor,
  id: string,
  { revision, sale }: v.InferOutput<typeof SetSaleSchema>,
): Promise<AdminEbook> {
  return unwrapOutcome(await data.sql.setEbookSale({ actor, id, revision, sale: sale && toSaleInput(sale) }), env, 'pdf');
}

/** Returns the sale as visitors would see it. Throws like `setEbookSale`. */
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

/** Replaces a book's PDF with an upload. Throws like `addEbook` and `editEbook`. */
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
 * Makes an earlier version of a book's PDF its newest one. Throws `changed_meanwhile`, and `not_found` for a version that does not exist,
 * is no longer kept, or has lost its file.
 */
export async function restoreEbookPdf(
  { data, env }: ReadDeps,
  actor: Actor,
  id: string,
  version: number,
  { revision, tellOwners }: v.InferOutput<typeof RestoredPdfSchema>,
): Promise<AdminEbook> {
  // The file is read before the revision. Another admin may have just restored this version, so that it is no longer among the kept
  // versions. This case must be reported as `changed_meanwhile`.
  const file = v.parse(StoredFileSchema, await data.sql.getKeptVersionFile({ id, version }));
  const now = await readEbook(data, id);
  if (now && now.revision !== revision) throw new AppError('changed_meanwhile');
  if (!file || !(await data.aboutPrivateFile(file.key))) throw new AppError('not_found');
  return unwrapOutcome(await data.sql.restoreEbookPdf({ actor, id, revision, version, tellOwners }), env, 'pdf');
}

/** Replaces a book's cover with an upload. Throws like `addEbook` and `editEbook`. */
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
