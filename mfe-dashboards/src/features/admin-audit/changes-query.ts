import type { AdminChange } from '@site/shared/contracts/admin-changes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListAddress } from '../../admin/list-address.ts';
import { api } from '../../signed-in/api.ts';
import { useReaderUid } from '../../signed-in/reader-uid.ts';

type Filters = { readonly kind: AdminChange['subject']['kind'] | undefined; readonly by: string | undefined };

/** One page of what admins changed. The page before stays until the next one is here. */
export function useChanges({ kind, by }: Filters, page: ListAddress['page']) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['changes', uid, kind, by, page],
    enabled: uid !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api('GET /api/admin/changes', { query: { kind, by, ...page }, signal }),
  });
}
