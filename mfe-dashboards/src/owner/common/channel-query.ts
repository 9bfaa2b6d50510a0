import type { Channel } from '@site/shared/contracts/admin-episodes.ts';
import { api } from '../../signed-in/api.ts';
import { useOwnQuery } from '../../signed-in/own-query.ts';

/** What is read, and how the last reading went. While one is under way it is asked for again and again. */
export const useChannel = () =>
  useOwnQuery<Channel>(['channel'], (signal) => api('GET /api/admin/channel', { signal }), {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.isReading ? 2_000 : false),
  });
