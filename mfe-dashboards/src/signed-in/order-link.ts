import { tabStore } from '@site/shared/device/storage.ts';
import { readLinkKey } from '@site/shared/paths/link-key.ts';
import { paths, sessionStore, useLocation } from '@site/shared/site/site.ts';

/** Of an order that was bought without an account: the holder of its link is its reader. */
type OrderLink = { readonly orderId: string; readonly key: string };

const storageKey = (orderId: string) => `order-link:${orderId}`;
const orderOf = (pathname: string): string | null => /^\/order\/([^/]+)/.exec(pathname)?.[1] ?? null;

/**
 * The link by which this page was opened: its key stands in the fragment, and is kept in this tab for the pages behind it. Null elsewhere.
 * One without a key is a link too: the API says what it is worth.
 */
export function readOrderLink(): OrderLink | null {
  const orderId = orderOf(window.location.pathname);
  if (orderId === null) return null;
  const given = readLinkKey();
  if (given) tabStore.write(storageKey(orderId), given);
  return { orderId, key: given || (tabStore.read(storageKey(orderId)) ?? '') };
}

/** Whether this is a page of an order's link, and this tab has no key of it. Only for the browser. */
export const isKeyMissing = (): boolean => readOrderLink()?.key === '';

/** How rights know the reader who has an order's link. */
export const readerOfLink = (orderId: string): string => `order:${orderId}`;

/** Whose rights are used on this page now, or null. */
export function readerNow(): string | null {
  const link = readOrderLink();
  if (link) return readerOfLink(link.orderId);
  const { session } = sessionStore.getState();
  return session.status === 'signed-in' ? session.uid : null;
}

/** The order whose link opened this page, or null on other pages. */
export const useOrderOfLink = (): string | null => orderOf(useLocation().pathname);

/** Where a book is read: by the order's link on its pages, else by the account. */
export function useReaderPath(): (ebookId: string) => string {
  const orderId = useOrderOfLink();
  return (ebookId) => (orderId ? paths.guestReader.href(orderId, ebookId) : paths.reader.href(ebookId));
}

/** Where the reader's books are. */
export function useBooksPath(): string {
  const orderId = useOrderOfLink();
  return orderId ? paths.guestOrder.href(orderId) : paths.userDashboard.href('ebooks');
}
