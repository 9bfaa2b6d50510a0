import { useQuery } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';

/** How the system is now, for admins who may see it: asked anew whenever the page is opened. */
export function useSupport(isShown: boolean) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['support', uid],
    enabled: isShown && uid !== null,
    staleTime: 0,
    queryFn: ({ signal }) => api('GET /api/admin/support', { signal }),
  });
}
