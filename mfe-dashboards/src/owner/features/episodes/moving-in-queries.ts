import type { FeedPreview, PodcastImport } from '@site/shared/contracts/admin-podcast-import.ts';
import { useMutation } from '@tanstack/react-query';
import { api, patientApi } from '../../../signed-in/api.ts';
import { useOwnChange, useOwnQuery } from '../../../signed-in/own-query.ts';
import { LISTS } from './episodes-queries.ts';

const KEY = ['podcast-import'] as const;
const ASK_EVERY_MS = 2_000;

export const isAtWork = ({ files, done, failed }: PodcastImport): boolean => files > done + failed;

/** Loads the last import, and polls it while the site copies audio. */
export const usePodcastImport = () =>
  useOwnQuery<PodcastImport>(KEY, (signal) => api('GET /api/admin/podcast-import', { signal }), {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? ASK_EVERY_MS : false),
  });

export const useFeedPreview = () =>
  useMutation<FeedPreview, Error, string>({
    mutationFn: (address) => patientApi('POST /api/admin/podcast-import/preview', { body: { address } }),
  });

/** Imports the new episodes of a feed. A large feed needs several calls. */
async function importFeed(body: { address: string; isCopied: boolean; hasVideos: boolean }) {
  let added = 0;
  for (;;) {
    const answer = await patientApi('POST /api/admin/podcast-import', { body });
    added += answer.added;
    if (answer.isComplete) return { ...answer, added };
  }
}

export const useStartImport = () => useOwnChange(KEY, importFeed, [LISTS, 'channel']);

export const useRetryAudio = () => useOwnChange<void, PodcastImport>(KEY, () => api('POST /api/admin/podcast-import/retry', {}));
