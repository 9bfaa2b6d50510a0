import { useSession } from '@site/shared/site/site.ts';
import { readerOfLink, useOrderOfLink } from './order-link.ts';

/**
 * Returns the id of the person whose data is shown: part of every query key, so that a previous person's data is never shown. Null until it
 * is known. On the pages of an order's link, the id of its holder.
 */
export function useReaderUid(): string | null {
  const session = useSession();
  const orderId = useOrderOfLink();
  if (orderId) return readerOfLink(orderId);
  return session.status === 'signed-in' ? session.uid : null;
}
