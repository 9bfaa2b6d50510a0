import { tabStore } from '@site/shared/device/storage.ts';
import { readLinkKey } from '@site/shared/paths/link-key.ts';
import { paths, sessionStore, useLocation } from '@site/shared/site/site.ts';

/** The link of an order that was bought without an account. The person who holds it is the order's reader. */
type OrderLink = { readonly orderId: string; readonly key: string };

const storageKey = (orderId: string) => `order-link:${orderId}`;
const orderOf = (pathname: string): string | null => /^\/order\/([^/]+)/.exec(pathname)?.[1] ?? null;

/**
 * Returns the link by which this page was opened, or null on other pages. The key comes from the fragment, and stays in this tab for
 * further pages. A link without a key is returned too: the API decides whether it is valid.
 */
export function readOrderLink(): OrderLink | null {
  const orderId = orderOf(window.location.pathname);
  if (orderId === null) return null;
  const given = readLinkKey();
  if (given) tabStore.write(storageKey(orderId), given);
  return { orderId, key: given || (tabStore.read(storageKey(orderId)) ?? '') };
}

/** Returns whether this is a page of an order's link whose key this tab does not have. Only for the browser. */
export const isKeyMissing = (): boolean => readOrderLink()?.key === '';

/** Returns the reader id of an order link's holder, as entitlements use it. */
export const readerOfLink = (orderId: string): string => `order:${orderId}`;

/** Returns the reader whose entitlements this page uses now, or null. */
export function readerNow(): string | null {
  const link = readOrderLink();
  if (link) return readerOfLink(link.orderId);
  const { session } = sessionStore.getState();
  return session.status === 'signed-in' ? session.uid : null;
}

/** Returns the order whose link opened this page, or null on other pages. */
export const useOrderOfLink = (): string | null => orderOf(useLocation().pathname);

/** Returns the path at which a book is read: with the order's link on its pages, otherwise in the account. */
export function useReaderPath(): (ebookId: string) => string {
  const orderId = useOrderOfLink();
  return (ebookId) => (orderId ? paths.guestReader.href(orderId, ebookId) : paths.reader.href(ebookId));
}

/** Returns the path of the reader's books. */
export function useBooksPath(): string {
  const orderId = useOrderOfLink();
  return orderId ? paths.guestOrder.href(orderId) : paths.userDashboard.href('ebooks');
}
