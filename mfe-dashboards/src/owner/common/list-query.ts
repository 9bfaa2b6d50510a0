import { usePreferences } from '@site/shared/site/site.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useReaderUid } from '../../signed-in/reader-uid.ts';
import type { ListAddress } from './list-address.ts';

type Page = ListAddress['page'];

/** Loads one page of the list `name`. The previous page stays until the next one has loaded. */
export function useListPage<Filters extends object, Answer>(
  name: string,
  filters: Filters,
  page: Page,
  read: (query: Filters & Page, signal: AbortSignal) => Promise<Answer>,
) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: [name, uid, filters, page],
    enabled: uid !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => read({ ...filters, ...page }, signal),
  });
}

/** Returns the API path that exports all filtered rows as CSV. */
export function useExportPath(path: string, filters: Readonly<Record<string, string | undefined>>): string {
  const { locale } = usePreferences();
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, locale })) if (value !== undefined) query.set(name, value);
  return `${path}?${query}`;
}
