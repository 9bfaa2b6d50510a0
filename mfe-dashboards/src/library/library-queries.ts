import type { LibraryItem } from '@site/shared/contracts/me.ts';
import { ApiError } from '@site/shared/site/site.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../signed-in/api.ts';
import { useOwnQuery } from '../signed-in/own-query.ts';
import { useReaderUid } from '../signed-in/reader-uid.ts';
import { positionsSent } from './reading-position.ts';

/** The reader's books: part of every key below. */
export const libraryKey = (uid: string | null) => ['library', uid] as const;

async function libraryPage(after: string | undefined, signal?: AbortSignal) {
  await positionsSent();
  return await api('GET /api/me/library', { query: { after }, ...(signal && { signal }) });
}

/** The reader's books, page by page. */
export function useLibrary() {
  const uid = useReaderUid();
  return useInfiniteQuery({
    queryKey: libraryKey(uid),
    enabled: uid !== null,
    queryFn: ({ pageParam, signal }) => libraryPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });
}

/**
 * One book of the reader's. Fails with `not_found` when it is not, or no longer, in the library. Where the book was open matters when it is
 * opened; later its page asks by `lastPosition`.
 */
export const useLibraryItem = (ebookId: string) =>
  useOwnQuery(['library', ebookId], (signal) => libraryItem(ebookId, signal), { refetchOnWindowFocus: false });

async function libraryItem(ebookId: string, signal?: AbortSignal): Promise<LibraryItem> {
  let after: string | null | undefined;
  do {
    const page = await libraryPage(after ?? undefined, signal);
    const item = page.items.find(({ ebook }) => ebook.id === ebookId);
    if (item) return item;
    after = page.nextCursor;
  } while (after);
  throw new ApiError('not_found', 404);
}

/** Where a book of the reader's is open, as the API knows it now. */
export const lastPosition = async (ebookId: string) => (await libraryItem(ebookId)).position;
