import type {
  AdminEbook,
  AdminEbookList,
  EbookState,
  EbookVersions,
  EditedEbookSchema,
  NewCoverSchema,
  NewEbookSchema,
  NewPdfSchema,
  RemovedEbookSchema,
  RestoredPdfSchema,
  SalePreviewRequestSchema,
  SalePreviewSchema,
  SaleResults,
  SetSaleSchema,
  WrittenSaleSchema,
} from '@site/shared/contracts/admin-ebooks.ts';
import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import { EbookIdSchema } from '@site/shared/contracts/ebooks.ts';
import type { DownloadLink } from '@site/shared/contracts/me.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Caller } from '../../platform/auth.ts';
import type { Deps } from '../../platform/deps.ts';
import { cursorsOf, type PageStart } from '../../platform/page.ts';
import { type ContentDeps, getSiteFacts } from '../content/content.service.ts';
import type { Outcome } from './admin-ebooks.repository.ts';
import * as repository from './admin-ebooks.repository.ts';
import { toAdminEbook, toSaleResult } from './admin-ebooks.view.ts';
import { type PdfDeps, readUploadedPdf, refuseFile, storeUploadedCover, versionOf } from './ebook-uploads.ts';
import { checkSuggestions, completePrices, permittedPrices } from './written-prices.ts';

const LINK_SECONDS = 300;

type ReadDeps = Pick<Deps, 'data' | 'env'>;

/** Every book with these words, newest first, whatever its state. */
export async function listAdminEbooks(
  { data, env }: ReadDeps,
  { words, state, start }: { words: string; state: EbookState | undefined; start: PageStart },
): Promise<AdminEbookList> {
  const { ebooks, more } = await repository.listAdminEbooks(data, { words: words.normalize('NFC'), state, start, size: ADMIN_PAGE_SIZE });
  return {
    ebooks: ebooks.map((row) => toAdminEbook(row, env)),
    ...cursorsOf(ebooks, more, start, (row) => ({ at: row.created_at, id: row.id })),
  };
}

/** Throws `not_found`. */
export async function getAdminEbook({ data, env }: ReadDeps, id: string): Promise<AdminEbook> {
  const row = v.is(EbookIdSchema, id) ? await repository.getAdminEbook(data, id) : null;
  if (!row) throw new AppError('not_found');
  return toAdminEbook(row, env);
}

type StoredFile = { readonly filename: string; readonly key: string };

async function signFileLink({ data, clock }: Pick<Deps, 'data' | 'clock'>, file: StoredFile | null): Promise<DownloadLink> {
  if (!file) throw new AppError('not_found');
  const expiresAt = toInstant(new Date(clock() + LINK_SECONDS * 1_000));
  return { url: await data.signPrivateFile(file.key, file.filename, LINK_SECONDS), filename: file.filename, expiresAt };
}

/** A link to a book's PDF as it was uploaded. Throws `not_found`. */
export const getEbookFile = async (deps: Pick<Deps, 'data' | 'clock'>, id: string): Promise<DownloadLink> =>
  await signFileLink(deps, v.is(EbookIdSchema, id) ? await repository.getEbookFile(deps.data, id) : null);

/** Throws `not_found`. */
function parseVersionNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new AppError('not_found');
  return Number(text);
}

/** The PDFs that a book had before and that are still kept, newest first. Throws `not_found`. */
export async function listKeptVersions({ data }: Pick<Deps, 'data'>, id: string): Promise<EbookVersions> {
  const kept = v.is(EbookIdSchema, id) ? await repository.listKeptVersions(data, id) : null;
  if (!kept) throw new AppError('not_found');
  return {
    versions: kept.map(({ version, pages, bytes, replaced_at, kept_until }) => ({
      version,
      pages,
      bytes,
      replacedAt: toInstant(replaced_at),
      keptUntil: toInstant(kept_until),
    })),
  };
}

/** A link to a version that is still kept, as it was uploaded. Throws `not_found`. */
export const getKeptVersionFile = async (deps: Pick<Deps, 'data' | 'clock'>, id: string, version: string): Promise<DownloadLink> =>
  await signFileLink(
    deps,
    v.is(EbookIdSchema, id) ? await repository.getKeptVersionFile(deps.data, id, parseVersionNumber(version)) : null,
  );

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

function unwrapOutcome(outcome: Outcome, env: ReadDeps['env'], field: 'pdf' | 'cover'): AdminEbook {
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
    const made = error instanceof AppError ? await repository.getEbookByUpload(data, uploadId) : null;
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
  const made = await repository.getEbookByUpload(data, pdfId ?? coverId);
  if (made) return toAdminEbook(made, env);
  if (pdfId === null && written.state !== 'draft') throw new AppError('invalid_input', { fields: { pdf: 'required' } });
  const prices = await completePrices(deps, written.state, permittedPrices(caller, written.prices, {}));
  const suggested = permittedPrices(caller, written.suggested ?? {}, {});
  checkSuggestions(prices, suggested);
  return await orExistingEbook(deps, pdfId ?? coverId, async () => {
    const file = pdfId === null ? null : await readUploadedPdf(deps, pdfId);
    const { color } = await storeUploadedCover(deps, coverId);
    const outcome = await repository.addEbook(data, actor, {
      id: makeEbookId(written.title, 'ebook'),
      written: { ...written, prices, suggested, author: written.author ?? (await getSiteFacts(deps)).AUTHOR_NAME },
      pdfId,
      file,
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
  return unwrapOutcome(await repository.editEbook(deps.data, actor, { id, revision }, { ...written, prices, suggested }), deps.env, 'pdf');
}

const toSaleInput = ({ startsAt, endsAt, prices }: v.InferOutput<typeof WrittenSaleSchema>): repository.SaleInput => ({
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
  if (!v.is(EbookIdSchema, id)) throw new AppError('not_found');
  return unwrapOutcome(await repository.setEbookSale(data, actor, { id, revision }, sale && toSaleInput(sale)), env, 'pdf');
}

/** How many sales of a book are shown with what came of them. */
const SHOWN_SALES = 12;

/** What came of the sales of a book that have begun, newest first. */
export async function listSaleResults({ data }: Pick<Deps, 'data'>, id: string): Promise<SaleResults> {
  return { sales: (await repository.listSaleResults(data, id, SHOWN_SALES)).map(toSaleResult) };
}

/** The sale as visitors would see it if it were set. Throws as `setEbookSale` does. */
export async function previewEbookSale(
  { data, env }: ReadDeps,
  actor: Actor,
  id: string,
  { revision, sale }: v.InferOutput<typeof SalePreviewRequestSchema>,
): Promise<v.InferOutput<typeof SalePreviewSchema>> {
  if (!v.is(EbookIdSchema, id)) throw new AppError('not_found');
  const { sale: previewed } = unwrapOutcome(
    await repository.previewEbookSale(data, actor, { id, revision }, toSaleInput(sale)),
    env,
    'pdf',
  );
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
  const made = await repository.getEbookByUpload(deps.data, upload);
  if (made?.id === id) return toAdminEbook(made, deps.env);
  return await orExistingEbook(deps, upload, async () => {
    const file = await readUploadedPdf(deps, upload);
    return unwrapOutcome(
      await repository.replaceEbookPdf(deps.data, actor, { id, revision }, { id: upload, file, tellOwners }),
      deps.env,
      'pdf',
    );
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
  versionText: string,
  { revision, tellOwners }: v.InferOutput<typeof RestoredPdfSchema>,
): Promise<AdminEbook> {
  const version = parseVersionNumber(versionText);
  if (!v.is(EbookIdSchema, id)) throw new AppError('not_found');
  // The file before the revision: a version that another admin has just put back is no kept one any more, and that is a change.
  const file = await repository.getKeptVersionFile(data, id, version);
  const now = await repository.getAdminEbook(data, id);
  if (now && now.revision !== revision) throw new AppError('changed_meanwhile');
  if (!file || !(await data.aboutPrivateFile(file.key))) throw new AppError('not_found');
  return unwrapOutcome(await repository.restoreEbookPdf(data, actor, { id, revision }, { version, tellOwners }), env, 'pdf');
}

/** Puts an upload in the place of a book's cover. Throws as `addEbook` and `editEbook` do. */
export async function replaceEbookCover(
  deps: ReadDeps,
  actor: Actor,
  id: string,
  { upload, revision }: v.InferOutput<typeof NewCoverSchema>,
): Promise<AdminEbook> {
  const now = v.is(EbookIdSchema, id) ? await repository.getAdminEbook(deps.data, id) : null;
  if (now && now.cover_version === versionOf(upload)) return toAdminEbook(now, deps.env);
  const { color } = await storeUploadedCover(deps, upload);
  return unwrapOutcome(await repository.replaceEbookCover(deps.data, actor, { id, revision }, { id: upload, color }), deps.env, 'cover');
}

/** Takes a book off the shop; what its buyers own stays theirs. Throws `not_found`. */
export async function removeEbook({ data }: ReadDeps, actor: Actor, id: string): Promise<v.InferOutput<typeof RemovedEbookSchema>> {
  const outcome = v.is(EbookIdSchema, id) ? await repository.removeEbook(data, actor, id) : 'not_found';
  if (outcome === 'not_found') throw new AppError('not_found');
  return { outcome };
}
