import type { LibraryItem } from '@site/shared/contracts/me.ts';
import { ApiError } from '@site/shared/site/site.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../signed-in/api.ts';
import { useOwnQuery } from '../signed-in/own-query.ts';
import { useReaderUid } from '../signed-in/reader-uid.ts';
import { positionsSent } from './reading-position.ts';

/** The first part of all cache keys in this file. It covers all books of one reader. */
export const libraryKey = (uid: string | null) => ['library', uid] as const;

async function libraryPage(after: string | undefined, signal?: AbortSignal) {
  await positionsSent();
  return await api('GET /api/me/library', { query: { after }, ...(signal && { signal }) });
}

/** Loads the reader's books, page by page. */
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
 * Loads one of the reader's books. Fails with `not_found` if the book is not, or no longer, in the library. The reading position matters
 * only when the book is opened; later its page uses `lastPosition`.
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

/** Fetches the current reading position of a book. */
export const lastPosition = async (ebookId: string) => (await libraryItem(ebookId)).position;
