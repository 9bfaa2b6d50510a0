import { useQuery } from '@tanstack/react-query';
import { fetchFile } from '../../../signed-in/fetch-file.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';

/**
 * Loads a user's picture as pixels. The request needs an authorization token, which an `<img>` cannot send. Null if the picture is
 * unavailable.
 */
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
