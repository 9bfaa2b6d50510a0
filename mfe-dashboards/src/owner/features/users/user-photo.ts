import { useQuery } from '@tanstack/react-query';
import { fetchFile } from '../../../signed-in/fetch-file.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';

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
