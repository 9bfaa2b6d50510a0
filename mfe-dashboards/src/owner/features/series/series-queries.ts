import type { AdminSeries } from '@site/shared/contracts/admin-series.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useOwnChange, useOwnQuery } from '../../../signed-in/own-query.ts';

const ASK_AGAIN_MS = 15_000;

/** Loads the series, and polls it while its issues may be sent. */
export const useSeries = () =>
  useOwnQuery<AdminSeries>(['admin-series'], (signal) => api('GET /api/admin/series', { signal }), {
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.state === 'on' && ASK_AGAIN_MS,
  });

/** Makes a call that returns the series in its new state. */
const useSeriesChange = <Input>(call: (input: Input) => Promise<AdminSeries>) => useOwnChange(['admin-series'], call);

/** Switches the series on or off, and chooses whether imported readers get it too. */
export const useSwitchSeries = () =>
  useSeriesChange((body: { revision: number; isOn: boolean; takesImports: boolean }) => api('PUT /api/admin/series', { body }));

export const useAddStep = () =>
  useSeriesChange((body: { revision: number; postId: string; afterDays: number }) => api('POST /api/admin/series/steps', { body }));

export const useMoveStep = (id: string) =>
  useSeriesChange((body: { revision: number; afterDays: number }) => api('PUT /api/admin/series/steps/:id', { params: { id }, body }));

export const useTakeOutStep = (id: string, revision: number) =>
  useSeriesChange<void>(() => api('POST /api/admin/series/steps/:id/removal', { params: { id }, body: { revision } }));

/** Loads published posts that contain these words, most recently edited first. */
export const usePublishedTexts = (words: string) =>
  useOwnQuery(['series-texts', words], (signal) => api('GET /api/admin/posts', { query: { state: 'published', q: words }, signal }), {
    placeholderData: keepPreviousData,
  });
