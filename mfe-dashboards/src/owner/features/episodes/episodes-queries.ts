import { useQuery } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { type RecordKind, recordKey } from '../../common/records.ts';

/** First part of the cache keys of all episode lists. */
export const LISTS = 'admin-episodes';

export const episodeRecords: RecordKind = { name: 'episode', lists: [LISTS, 'channel'] };

/** Loads an episode. It is reloaded when the window gets the focus, because another admin may have saved the episode. */
export function useAdminEpisode(id: string) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: recordKey(episodeRecords, uid, id),
    staleTime: 0,
    enabled: uid !== null,
    queryFn: ({ signal }) => api('GET /api/admin/episodes/:id', { params: { id }, signal }),
  });
}
