import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useOwnQuery } from '../../../signed-in/own-query.ts';
import type { Filters } from './analytics-filters.ts';

type Period = Pick<Filters, 'from' | 'to'>;

export const useVisits = ({ from, to }: Period) =>
  useOwnQuery(['visits', from, to], (signal) => api('GET /api/admin/visits', { query: { from, to }, signal }), {
    placeholderData: keepPreviousData,
  });

/** Loads the sources of a page's visits; nothing for null. */
export const usePageSources = ({ from, to }: Period, path: string | null) =>
  useOwnQuery(
    ['page-sources', from, to, path],
    (signal) => api('GET /api/admin/visits/page', { query: { from, to, path: path ?? '' }, signal }),
    { isAsked: path !== null },
  );
