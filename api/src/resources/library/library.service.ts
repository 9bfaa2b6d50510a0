import { EbookIdSchema } from '@site/shared/contracts/ebooks.ts';
import {
  type BoughtEbook,
  type DownloadLink,
  LIBRARY_PAGE_SIZE,
  type Library,
  type ReadingPositionSchema,
} from '@site/shared/contracts/me.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Deps } from '../../platform/deps.ts';
import { toBookFacts, toLaunch } from '../ebooks/ebooks.view.ts';
import { getPdfKey } from '../ebooks/pdf-key.ts';
import { toBoughtEbook } from '../orders/bought-row.ts';
import type { StampedCopies } from '../stamping/stamped-copies.ts';
import * as repository from './library.repository.ts';

/** A link works for a few minutes: long enough to download, too short to pass on. */
const LINK_SECONDS = 300;

/** The books that a reader may download, also those that left the shop; latest acquired first. */
export async function listLibrary({ data, env }: Pick<Deps, 'data' | 'env'>, uid: string, after: string | undefined): Promise<Library> {
  const page = await repository.listLibrary(data, uid, decodeCursor(after), LIBRARY_PAGE_SIZE);
  const last = page.items.at(-1);
  return {
    items: page.items.map(({ ebook, acquired_at, position, review }) => ({
      ebook: { ...toBookFacts(ebook, env), ...toLaunch(ebook) },
      acquiredAt: toInstant(acquired_at),
      position: position && { page: position.page, readAt: toInstant(position.read_at) },
      ...(review ? { review: { mayWrite: review.may_write, stars: review.stars } } : {}),
    })),
    nextCursor: page.more && last ? encodeCursor({ at: last.acquired_at, id: last.ebook.id }) : null,
  };
}

/** What is not sold to a buyer again: their books, and those whose payment is on its way. */
export async function listBoughtEbooks({ data }: Pick<Deps, 'data'>, uid: string): Promise<{ ebooks: BoughtEbook[] }> {
  return { ebooks: (await repository.listBoughtEbooks(data, uid)).map(toBoughtEbook) };
}

const awaitsLaunch = async (data: Deps['data'], uid: string, ebookId: string): Promise<boolean> =>
  v.is(EbookIdSchema, ebookId) && (await repository.awaitsLaunch(data, uid, ebookId));

/**
 * A link to the reader's own copy of a book's PDF. Throws `not_found` for callers without a right to it, so that it does not tell what
 * others own, `not_launched` for a book of theirs that is still to come, and `copy_in_preparation` while the copy waits for its turn to be made.
 */
export async function getDownloadLink(
  { data, clock, stampedCopies }: Pick<Deps, 'data' | 'clock'> & { stampedCopies: StampedCopies },
  uid: string,
  ebookId: string,
): Promise<DownloadLink> {
  const copy = v.is(EbookIdSchema, ebookId) ? await repository.getCopyToDeliver(data, uid, ebookId) : null;
  if (copy === null) throw new AppError((await awaitsLaunch(data, uid, ebookId)) ? 'not_launched' : 'not_found');
  const { title, filename, email, locale } = copy;
  const source = await getPdfKey(data, filename);
  const stamped = await stampedCopies({
    ebookId,
    title,
    filename,
    source,
    orderId: copy.order_id,
    orderNumber: copy.order_number,
    boughtAt: copy.source,
    email,
    locale,
  });
  const expiresAt = toInstant(new Date(clock() + LINK_SECONDS * 1_000));
  const url = await data.signPrivateFile(stamped ?? source, filename, LINK_SECONDS);
  await repository.countDownload(data, uid, ebookId);
  return { url, filename, expiresAt };
}

/** Keeps where a reader stopped, unless a later page is known. Throws `not_found` for callers without a right to the book. */
export async function saveReadingPosition(
  { data }: Pick<Deps, 'data'>,
  uid: string,
  ebookId: string,
  position: v.InferOutput<typeof ReadingPositionSchema>,
): Promise<void> {
  const isKept = v.is(EbookIdSchema, ebookId) && (await repository.saveReadingPosition(data, uid, ebookId, position));
  if (!isKept) throw new AppError('not_found');
}
