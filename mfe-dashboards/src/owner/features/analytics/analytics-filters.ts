import { COMPARISONS } from '@site/shared/contracts/admin-analytics.ts';
import { type Day, DaySchema } from '@site/shared/contracts/admin-lists.ts';
import { DAY_MS } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';

/**
 * Lengths in days of the periods that end today, and the previous calendar month. Any other period has its first and last day in the URL.
 */
export const SPANS = [7, 30, 90, 365, 'last-month'] as const;
export type Span = (typeof SPANS)[number];
const USUAL_SPAN: Span = 30;

export type Comparison = (typeof COMPARISONS)[number];
export type Filters = { readonly span: Span | null; readonly from: Day; readonly to: Day; readonly compare: Comparison };

const dayOf = (value: Date | number): Day => v.parse(DaySchema, new Date(value).toISOString().slice(0, 10));

/** Returns the current day in `timeZone`. */
export const dayIn = (now: Date, timeZone: string): Day => v.parse(DaySchema, new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now));

/** Reads the filters from the URL; the last thirty days if the URL has no valid period. */
export function filtersOf(search: URLSearchParams, today: Day): Filters {
  const compare = COMPARISONS.find((value) => value === search.get('compare')) ?? 'previous';
  const [from, to] = ['from', 'to'].map((name) => v.safeParse(DaySchema, search.get(name)));
  if (from?.success && to?.success) return { span: null, from: from.output, to: to.output, compare };
  const span = SPANS.find((days) => String(days) === search.get('days')) ?? USUAL_SPAN;
  if (span === 'last-month') {
    const [year = 0, month = 0] = today.split('-').map(Number);
    return { span, from: dayOf(Date.UTC(year, month - 2, 1)), to: dayOf(Date.UTC(year, month - 1, 0)), compare };
  }
  return { span, from: dayOf(Date.parse(today) - (span - 1) * DAY_MS), to: today, compare };
}

/** Returns `search` with other filters. Default values are left out. */
export function withFilters(
  search: URLSearchParams,
  change: { readonly compare: Comparison } | { readonly span: Span } | { readonly from: string; readonly to: string },
): URLSearchParams {
  const next = new URLSearchParams(search);
  if ('compare' in change) {
    if (change.compare === 'previous') next.delete('compare');
    else next.set('compare', change.compare);
    return next;
  }
  for (const name of ['days', 'from', 'to']) next.delete(name);
  if ('from' in change) {
    next.set('from', change.from);
    next.set('to', change.to);
  } else if (change.span !== USUAL_SPAN) next.set('days', String(change.span));
  return next;
}
