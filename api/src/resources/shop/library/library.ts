import { IMPORT_SOURCES } from '@site/shared/contracts/admin-imports.ts';
import { type DownloadLink, LIBRARY_PAGE_SIZE, libraryCalls } from '@site/shared/contracts/me.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { LocaleSchema } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import { tables } from '../../../gateways/supabase/database.generated.ts';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { BoughtRowSchema, toBoughtEbook } from '../../money/orders/bought-row.ts';
import { EbookRowSchema } from '../ebooks/ebook-row.ts';
import { toBookFacts, toLaunch } from '../ebooks/ebooks.view.ts';
import type { StampedCopies } from '../stamping/stamped-copies.ts';

/** Seconds for which a link works: long enough for a download, too short to pass on. */
const LINK_SECONDS = 300;

const PageSchema = v.object({
  items: v.array(
    v.object({
      acquired_at: v.string(),
      ebook: EbookRowSchema,
      position: v.nullable(v.pick(tables.reading_positions, ['page', 'read_at'])),
      review: v.nullable(v.object({ may_write: v.boolean(), stars: v.nullable(v.number()) })),
    }),
  ),
  more: v.boolean(),
});

/** The PDF of a book that a reader may download, with the newest order or imported purchase that entitles to it. */
const CopySchema = v.object({
  ebook_id: v.string(),
  title: v.string(),
  filename: v.string(),
  key: v.string(),
  order_id: v.string(),
  /** The order of the book. Null for a book that was bought in another shop, which `source` names. */
  order_number: v.nullable(v.number()),
  source: v.nullable(v.picklist(IMPORT_SOURCES)),
  email: v.string(),
  locale: LocaleSchema,
});

/**
 * Returns a link to the reader's own copy of a book's PDF. Throws `not_found` without an entitlement, so that nobody learns what others own. Throws
 * `not_launched` for the reader's pre-ordered book, and `copy_in_preparation` while the copy is being made or waits for its turn.
 */
async function getDownloadLink({ data, clock }: Deps, stampedCopies: StampedCopies, uid: string, ebookId: string): Promise<DownloadLink> {
  const copy = v.parse(v.nullable(CopySchema), await data.sql.getCopyToDeliver({ uid, ebookId }));
  if (copy === null) throw new AppError((await data.sql.awaitsLaunch({ uid, ebookId })) ? 'not_launched' : 'not_found');
  const { title, filename, key: source, email, locale } = copy;
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
  await data.sql.countDownload({ uid, ebookId });
  return { url, filename, expiresAt };
}

export const libraryHandlers = (stampedCopies: StampedCopies) =>
  handle(libraryCalls, {
    /** Returns the books that a reader may download, including books that left the shop. The latest acquired comes first. */
    'GET /api/me/library': async ({ deps: { env }, sql, caller, query }) => {
      const after = decodeCursor(query.after);
      const start = { afterAt: after?.at ?? null, afterId: after?.id ?? null };
      const page = v.parse(PageSchema, await sql.listLibrary({ uid: caller.uid, ...start, size: LIBRARY_PAGE_SIZE }));
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
    },
    'GET /api/me/bought-ebooks': async ({ sql, caller }) => {
      const bought = await sql.listBoughtEbooks({ uid: caller.uid, ebookIds: null });
      return { ebooks: v.parse(v.array(BoughtRowSchema), bought).map(toBoughtEbook) };
    },
    // A newer stored position, for example from another device, is not overwritten.
    'PUT /api/me/library/:ebookId/position': async ({ sql, caller, params, body }) => {
      const isKept = await sql.saveReadingPosition({ uid: caller.uid, ...params, page: body.page, readAt: body.readAt ?? null });
      if (!isKept) throw new AppError('not_found');
      return body;
    },
    'POST /api/me/library/:ebookId/download': async ({ deps, caller: { uid }, params: { ebookId } }) => {
      const link = await getDownloadLink(deps, stampedCopies, uid, ebookId);
      deps.log.info({ uid, ebookId }, 'download link created');
      return link;
    },
  });
