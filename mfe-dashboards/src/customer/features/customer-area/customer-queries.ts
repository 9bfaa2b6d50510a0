import { CONSENT_VERSION } from '@site/shared/contracts/form-rules.ts';
import { usePreferences } from '@site/shared/site/site.ts';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';

/** The reader's orders, page by page. */
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

const newsletterKey = (uid: string | null) => ['my-newsletter', uid] as const;

/** Whether the reader's address gets the newsletter. */
export function useMyNewsletter() {
  const uid = useReaderUid();
  return useQuery({
    queryKey: newsletterKey(uid),
    enabled: uid !== null,
    queryFn: ({ signal }) => api('GET /api/me/newsletter', { signal }),
  });
}

/** Subscribes the reader's address, or takes it off the list. */
export function useNewsletterSwitch() {
  const uid = useReaderUid();
  const { locale } = usePreferences();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (subscribed: boolean) => api('PUT /api/me/newsletter', { body: { subscribed, locale, consentVersion: CONSENT_VERSION } }),
    onSuccess: (answer) => client.setQueryData(newsletterKey(uid), answer),
  });
}
