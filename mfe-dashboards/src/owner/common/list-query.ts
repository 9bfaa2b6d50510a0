import { usePreferences } from '@site/shared/site/site.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useReaderUid } from '../../signed-in/reader-uid.ts';
import type { ListAddress } from './list-address.ts';

type Page = ListAddress['page'];

/** One page of the list that is called `name`. The page before stays until the next one is here. */
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

/** Where the API has everything that the filters find, as a table for spreadsheets. */
export function useExportPath(path: string, filters: Readonly<Record<string, string | undefined>>): string {
  const { locale } = usePreferences();
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, locale })) if (value !== undefined) query.set(name, value);
  return `${path}?${query}`;
}
