import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListAddress } from '../../admin/list-address.ts';
import { api } from '../../signed-in/api.ts';
import { fetchFile } from '../../signed-in/fetch-file.ts';
import { useReaderUid } from '../../signed-in/reader-uid.ts';

/** One page of users. The page before stays until the next one is here. */
export function useUsers(q: string, page: ListAddress['page']) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['users', uid, q, page],
    enabled: uid !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api('GET /users', { query: { q, ...page }, signal }),
  });
}

/** A user's picture as pixels; the address wants our token, which an `<img>` cannot bring. Null for one that is not to be had. */
export function useUserPhoto(photoUrl: string | null) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['user-photo', uid, photoUrl],
    enabled: uid !== null && photoUrl !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const { file } = await fetchFile(photoUrl ?? '', signal);
      return await createImageBitmap(file);
    },
  });
}
