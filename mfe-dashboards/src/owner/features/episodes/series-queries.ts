import { paths } from '@site/shared/site/site.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import type { RecordKind } from '../../common/records.ts';

const SERIES = 'admin-episode-series';
export const seriesRecords: RecordKind = { name: 'series', lists: [SERIES] };

/** The value in the URL that means a new series, instead of an id. */
export const NEW = 'new';

/** Returns the URL of the form of a series. */
export const seriesHref = (id: string) => `${paths.dashboard.href('episode-series')}&series=${id}`;

/** Loads all series. They are loaded again when the window gets the focus, because another admin may have saved one. */
export function useSeries() {
  const uid = useReaderUid();
  return useQuery({
    queryKey: [SERIES, uid],
    enabled: uid !== null,
    staleTime: 0,
    queryFn: async ({ signal }) => ({
      ...(await api('GET /api/admin/episode-series', { signal })),
      // All series are on one page.
      nextCursor: null,
      previousCursor: null,
    }),
  });
}
