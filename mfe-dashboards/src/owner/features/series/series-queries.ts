import type { AdminSeries } from '@site/shared/contracts/admin-series.ts';
import { ApiError } from '@site/shared/site/site.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';

const ASK_AGAIN_MS = 15_000;

const seriesKey = (uid: string | null) => ['admin-series', uid] as const;

/** The series, watched while letters of it may go out. */
export function useSeries() {
  const uid = useReaderUid();
  return useQuery<AdminSeries>({
    queryKey: seriesKey(uid),
    staleTime: 0,
    enabled: uid !== null,
    refetchInterval: ({ state }) => state.data?.state === 'on' && ASK_AGAIN_MS,
    queryFn: ({ signal }) => api('GET /api/admin/series', { signal }),
  });
}

/** A call that answers the series as it is then; one that another admin changed is read again. */
function useSeriesChange<Input>(call: (input: Input) => Promise<AdminSeries>) {
  const uid = useReaderUid();
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (series) => client.setQueryData(seriesKey(uid), series),
    onError: (error) => {
      if (error instanceof ApiError && ['changed_meanwhile', 'not_found'].includes(error.code))
        void client.invalidateQueries({ queryKey: seriesKey(uid) });
    },
  });
}

/** Switches the series on or off, for imported readers too or not. */
export const useSwitchSeries = () =>
  useSeriesChange((body: { revision: number; isOn: boolean; takesImports: boolean }) => api('PUT /api/admin/series', { body }));

/** Puts a text into the series. */
export const useAddStep = () =>
  useSeriesChange((body: { revision: number; postId: string; afterDays: number }) => api('POST /api/admin/series/steps', { body }));

/** Puts a step to another day. */
export const useMoveStep = (id: string) =>
  useSeriesChange((body: { revision: number; afterDays: number }) => api('PUT /api/admin/series/steps/:id', { params: { id }, body }));

/** Takes a step out. */
export const useTakeOutStep = (id: string) =>
  useSeriesChange((body: { revision: number }) => api('POST /api/admin/series/steps/:id/removal', { params: { id }, body }));

/** Published texts with these words, those that were worked on last first. */
export function usePublishedTexts(words: string) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['series-texts', uid, words],
    enabled: uid !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api('GET /api/admin/posts', { query: { state: 'published', q: words }, signal }),
  });
}
