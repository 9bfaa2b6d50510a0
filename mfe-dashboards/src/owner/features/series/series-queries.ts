import type { AdminSeries } from '@site/shared/contracts/admin-series.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useOwnChange, useOwnQuery } from '../../../signed-in/own-query.ts';

const ASK_AGAIN_MS = 15_000;

/** The series, watched while letters of it may go out. */
export const useSeries = () =>
  useOwnQuery<AdminSeries>(['admin-series'], (signal) => api('GET /api/admin/series', { signal }), {
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.state === 'on' && ASK_AGAIN_MS,
  });

/** Makes a call that answers the series as it is now. */
const useSeriesChange = <Input>(call: (input: Input) => Promise<AdminSeries>) => useOwnChange(['admin-series'], call);

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
export const useTakeOutStep = (id: string, revision: number) =>
  useSeriesChange<void>(() => api('POST /api/admin/series/steps/:id/removal', { params: { id }, body: { revision } }));

/** Published texts with these words, those that were worked on last first. */
export const usePublishedTexts = (words: string) =>
  useOwnQuery(['series-texts', words], (signal) => api('GET /api/admin/posts', { query: { state: 'published', q: words }, signal }), {
    placeholderData: keepPreviousData,
  });
