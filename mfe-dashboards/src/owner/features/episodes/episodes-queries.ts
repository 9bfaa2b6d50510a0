import type { AdminEpisode } from '@site/shared/contracts/admin-episodes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { noteOwnSave } from '../../block-editor/own-saves.ts';

/** The first part of the lists' keys. */
export const LISTS = 'admin-episodes';

const episodeKey = (uid: string | null, id: string) => ['admin-episode', uid, id] as const;

/** An episode as it is now; asked for again when the window is looked at again, since others may save. */
export function useAdminEpisode(id: string) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: episodeKey(uid, id),
    staleTime: 0,
    enabled: uid !== null,
    queryFn: ({ signal }) => api('GET /api/admin/episodes/:id', { params: { id }, signal }),
  });
}

/** After a change: the episode is this one, and what lists or counts episodes is to be read again. */
export function useChangedEpisode() {
  const uid = useReaderUid();
  const client = useQueryClient();
  return (episode: AdminEpisode) => {
    noteOwnSave(uid, `episode ${episode.id}`, episode.revision);
    client.setQueryData(episodeKey(uid, episode.id), episode);
    for (const key of [LISTS, 'channel']) void client.invalidateQueries({ queryKey: [key] });
  };
}

/** Reads an episode again, after another admin has changed it. */
export function useReadEpisodeAgain(id: string) {
  const uid = useReaderUid();
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: episodeKey(uid, id) });
}
