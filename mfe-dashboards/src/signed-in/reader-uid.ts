import { useSession } from '@site/shared/site/site.ts';
import { readerOfLink, useOrderOfLink } from './order-link.ts';

/**
 * Returns the id of the person whose data the page shows. It is part of every query key, so that a page never shows the data of a previous
 * person. Null until the person is known. On the pages of an order's link, returns the id of the link's holder.
 */
export function useReaderUid(): string | null {
  const session = useSession();
  const orderId = useOrderOfLink();
  if (orderId) return readerOfLink(orderId);
  return session.status === 'signed-in' ? session.uid : null;
}
