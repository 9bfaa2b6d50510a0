import { CONSENT_VERSION } from '@site/shared/contracts/form-rules.ts';
import { usePreferences } from '@site/shared/site/site.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useOwnChange, useOwnQuery } from '../../../signed-in/own-query.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';

/** Loads the reader's orders, page by page. */
export function useMyOrders() {
  const uid = useReaderUid();
  return useInfiniteQuery({
    queryKey: ['my-orders', uid],
    enabled: uid !== null,
    queryFn: ({ pageParam, signal }) => api('GET /api/me/orders', { query: { after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.orders),
  });
}

/** Loads whether the reader's email address is subscribed to the newsletter. */
export const useMyNewsletter = () => useOwnQuery(['my-newsletter'], (signal) => api('GET /api/me/newsletter', { signal }));

/** Subscribes or unsubscribes the reader's email address. */
export function useNewsletterSwitch() {
  const { locale } = usePreferences();
  return useOwnChange(['my-newsletter'], (subscribed: boolean) =>
    api('PUT /api/me/newsletter', { body: { subscribed, locale, consentVersion: CONSENT_VERSION } }),
  );
}
