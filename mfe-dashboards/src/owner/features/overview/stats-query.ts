import { usePreferences } from '@site/shared/site/site.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { periodStarts } from './period-starts.ts';

/** The shop's numbers now. */
export function useStats() {
  const uid = useReaderUid();
  const { timeZone } = usePreferences();
  return useQuery({
    queryKey: ['stats', uid],
    enabled: uid !== null,
    queryFn: ({ signal }) => api('GET /api/stats', { query: periodStarts(new Date(), timeZone), signal }),
  });
}
