import { SUBSCRIBER_STATES } from '@site/shared/contracts/admin-subscribers.ts';
import { usePreferences } from '@site/shared/site/site.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListAddress } from '../../admin/list-address.ts';
import { api } from '../../signed-in/api.ts';
import { useReaderUid } from '../../signed-in/reader-uid.ts';

/** What the address asks for. */
export const subscriberFilters = (list: ListAddress) => ({
  q: list.value('q') || undefined,
  state: SUBSCRIBER_STATES.find((state) => state === list.value('state')),
});
type SubscriberFilters = ReturnType<typeof subscriberFilters>;

/** One page of newsletter addresses. The page before stays until the next one is here. */
export function useSubscribers(filters: SubscriberFilters, page: ListAddress['page']) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['subscribers', uid, filters, page],
    enabled: uid !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api('GET /api/admin/subscribers', { query: { ...filters, ...page }, signal }),
  });
}

/** Everything that the filters find, as a table for spreadsheets. */
export function useExportPath(filters: SubscriberFilters): string {
  const { locale } = usePreferences();
  const given = Object.entries({ ...filters, locale }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/api/admin/subscribers.csv?${new URLSearchParams(given)}`;
}
