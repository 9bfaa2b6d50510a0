import { EBOOK_PAGE_SIZE, type Ebook, EbookIdSchema, type EbookList, type FeaturedEbook } from '@site/shared/contracts/ebooks.ts';
import { type Instant, toInstant } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Deps } from '../../platform/deps.ts';
import * as repository from './ebooks.repository.ts';
import { toEbook } from './ebooks.view.ts';

type CatalogueDeps = Pick<Deps, 'data' | 'env'>;

/** A page of the shelf, newest first; with `ids` exactly those books that are sold. */
export async function listEbooks(
  deps: CatalogueDeps,
  query: { q: string; after?: string | undefined; ids?: string[] | undefined },
): Promise<EbookList> {
  if (query.ids) {
    const ebooks = (await listEbooksById(deps, query.ids)).filter(({ launch }) => launch?.isSold !== false);
    return { ebooks, total: ebooks.length, isTotalCapped: false, nextCursor: null };
  }
  const after = decodeCursor(query.after);
  const page = await repository.listEbooks(deps.data, { words: query.q.normalize('NFC'), after, ids: null, size: EBOOK_PAGE_SIZE });
  const last = page.ebooks.at(-1);
  return {
    ebooks: page.ebooks.map((row) => toEbook(row, deps.env)),
    total: page.total,
    isTotalCapped: page.is_total_capped,
    nextCursor: page.more && last ? encodeCursor({ at: last.created_at, id: last.id }) : null,
  };
}

/** Those of `ids` that the shop shows, newest first; also what is announced and not sold yet. */
export async function listEbooksById({ data, env }: CatalogueDeps, ids: string[]): Promise<Ebook[]> {
  if (ids.length === 0) return [];
  const { ebooks } = await repository.listEbooks(data, { words: '', after: null, ids, size: ids.length });
  return ebooks.map((row) => toEbook(row, env));
}

/** A book that is sold. Throws `not_found`. */
export async function getEbook({ data, env }: CatalogueDeps, id: string): Promise<Ebook> {
  const row = v.is(EbookIdSchema, id) ? await repository.getEbook(data, id) : null;
  if (!row) throw new AppError('not_found');
  return toEbook(row, env);
}

/** A page is kept for less. */
const SOON_MS = 3_600_000;

/** When a price of the shop changes next, where that is within the hour. */
export async function getNextPriceChange({ data, clock }: Pick<Deps, 'data' | 'clock'>): Promise<Instant | undefined> {
  const at = await repository.getNextPriceChange(data);
  return at !== null && Date.parse(at) - clock() < SOON_MS ? toInstant(at) : undefined;
}

export async function getFeaturedEbook({ data, env }: CatalogueDeps): Promise<FeaturedEbook> {
  const row = await repository.getFeaturedEbook(data);
  return { featured: row && { reason: row.reason, ebook: toEbook(row.ebook, env) } };
}
