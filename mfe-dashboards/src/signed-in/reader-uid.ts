import { useSession } from '@site/shared/site/site.ts';
import { readerOfLink, useOrderOfLink } from './order-link.ts';

/**
 * Whose data is shown: part of every query key, so that the data of the person before is never shown. Null until it is known. On the pages
 * of an order's link, its holder.
 */
export function useReaderUid(): string | null {
  const session = useSession();
  const orderId = useOrderOfLink();
  if (orderId) return readerOfLink(orderId);
  return session.status === 'signed-in' ? session.uid : null;
}
