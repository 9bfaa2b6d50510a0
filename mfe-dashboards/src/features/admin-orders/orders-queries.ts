import { ORDER_FILTERS } from '@site/shared/contracts/admin-orders.ts';
import { usePreferences } from '@site/shared/site/site.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListAddress } from '../../admin/list-address.ts';
import { api } from '../../signed-in/api.ts';
import { useReaderUid } from '../../signed-in/reader-uid.ts';

/** What the list is narrowed to, as the address says it. */
export const orderFilters = (list: ListAddress) => ({
  q: list.value('q') || undefined,
  from: list.value('from') || undefined,
  to: list.value('to') || undefined,
  state: ORDER_FILTERS.find((state) => state === list.value('state')),
});
export type OrderFilters = ReturnType<typeof orderFilters>;

/** One page of orders. The page before stays until the next one is here. */
export function useOrders(filters: OrderFilters, page: ListAddress['page']) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['admin-orders', uid, filters, page],
    enabled: uid !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api('GET /api/admin/orders', { query: { ...filters, ...page }, signal }),
  });
}

/** Everything that the filters find, as a table for spreadsheets. */
export function useExportPath(filters: OrderFilters): string {
  const { locale } = usePreferences();
  const given = Object.entries({ ...filters, locale }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/api/admin/orders.csv?${new URLSearchParams(given)}`;
}
