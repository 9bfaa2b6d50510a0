import { EBOOK_PAGE_SIZE, type Ebook, type EbookList, type FeaturedEbook } from '@site/shared/contracts/ebooks.ts';
import { type Instant, toInstant } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { EbookRowSchema } from './ebook-row.ts';
import { toEbook } from './ebooks.view.ts';

type CatalogueDeps = Pick<Deps, 'data' | 'env'>;

const PageSchema = v.object({ ebooks: v.array(EbookRowSchema), total: v.number(), is_total_capped: v.boolean(), more: v.boolean() });
const FeaturedSchema = v.nullable(v.object({ reason: v.picklist(['best_seller', 'highlight']), ebook: EbookRowSchema }));

/** Returns a page of the shelf, newest first. With `ids`, returns the books with these ids that are sold. */
export async function listEbooks(
  deps: CatalogueDeps,
  query: { q: string; after?: string | undefined; ids?: string[] | undefined },
): Promise<EbookList> {
  if (query.ids) {
    const ebooks = (await listEbooksById(deps, query.ids)).filter(({ launch }) => launch?.isSold !== false);
    return { ebooks, total: ebooks.length, isTotalCapped: false, nextCursor: null };
  }
  const after = decodeCursor(query.after);
  const start = { afterAt: after?.at ?? null, afterId: after?.id ?? null };
  const stored = await deps.data.sql.listEbooks({ words: query.q.normalize('NFC'), ...start, ids: null, size: EBOOK_PAGE_SIZE });
  const page = v.parse(PageSchema, stored);
  const last = page.ebooks.at(-1);
  return {
    ebooks: page.ebooks.map((row) => toEbook(row, deps.env)),
    total: page.total,
    isTotalCapped: page.is_total_capped,
    nextCursor: page.more && last ? encodeCursor({ at: last.created_at, id: last.id }) : null,
  };
}

/** Returns the books of `ids` that the shop shows, newest first. Includes announced books that are not sold yet. */
export async function listEbooksById({ data, env }: CatalogueDeps, ids: string[]): Promise<Ebook[]> {
  if (ids.length === 0) return [];
  const stored = await data.sql.listEbooks({ words: '', afterAt: null, afterId: null, ids, size: ids.length });
  const { ebooks } = v.parse(PageSchema, stored);
  return ebooks.map((row) => toEbook(row, env));
}

/** Returns a book that is sold. Throws `not_found`. */
export async function getEbook({ data, env }: CatalogueDeps, id: string): Promise<Ebook> {
  const row = v.parse(v.nullable(EbookRowSchema), await data.sql.getEbook({ id }));
  if (!row) throw new AppError('not_found');
  return toEbook(row, env);
}

/** Milliseconds. Caches keep a page for less time than this. */
const SOON_MS = 3_600_000;

/** Returns the time of the shop's next price change, if it is within the hour. */
export async function getNextPriceChange({ data, clock }: Pick<Deps, 'data' | 'clock'>): Promise<Instant | undefined> {
  const at = await data.sql.getNextPriceChange();
  return at !== null && Date.parse(at) - clock() < SOON_MS ? toInstant(at) : undefined;
}

/** Returns whether the shop sells any book. If it sells none, no page offers to buy. */
export const hasEbooks = async ({ data }: Pick<Deps, 'data'>): Promise<boolean> => v.parse(v.boolean(), await data.sql.hasEbooks());

export async function getFeaturedEbook({ data, env }: CatalogueDeps): Promise<FeaturedEbook> {
  const row = v.parse(FeaturedSchema, await data.sql.getFeaturedEbook());
  return { featured: row && { reason: row.reason, ebook: toEbook(row.ebook, env) } };
}
