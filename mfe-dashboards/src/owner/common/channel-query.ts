import type { Channel } from '@site/shared/contracts/admin-episodes.ts';
import { api } from '../../signed-in/api.ts';
import { useOwnQuery } from '../../signed-in/own-query.ts';

/** Loads the channel and the result of its last sync. While a sync runs, its result is polled. */
export const useChannel = () =>
  useOwnQuery<Channel>(['channel'], (signal) => api('GET /api/admin/channel', { signal }), {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.isReading ? 2_000 : false),
  });
