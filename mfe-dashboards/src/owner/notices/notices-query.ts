import type { Notices } from '@site/shared/contracts/admin-notices.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../signed-in/api.ts';
import { useReaderUid } from '../../signed-in/reader-uid.ts';

const noticesKey = (uid: string | null) => ['notices', uid] as const;

/** Loads the notices that the signed-in person has chosen. */
export function useNotices() {
  const uid = useReaderUid();
  return useQuery({
    queryKey: noticesKey(uid),
    enabled: uid !== null,
    queryFn: ({ signal }) => api('GET /api/admin/notices', { signal }),
  });
}

/** Changes the settings of some kinds of notices. All other kinds stay unchanged. */
export function useChangeNotices() {
  const uid = useReaderUid();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<Notices>) => api('PUT /api/admin/notices', { body }),
    onSuccess: (mine) => client.setQueryData(noticesKey(uid), mine),
  });
}
