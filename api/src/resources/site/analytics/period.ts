import type { STEPS } from '@site/shared/contracts/admin-analytics.ts';
import { type Day, DaySchema } from '@site/shared/contracts/admin-lists.ts';
import { DAY_MS } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';

/** The first and the last day, both included. */
export type Period = { from: Day; to: Day };

/** Three years with a leap day. */
const LONGEST_DAYS = 1_096;

export const dayOf = (ms: number): Day => v.parse(DaySchema, new Date(ms).toISOString().slice(0, 10));

/** Returns the day that is `days` later. */
export const addDays = (day: Day, days: number): Day => dayOf(Date.parse(day) + days * DAY_MS);

export const daysIn = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Returns the step of a chart: day, week or month, so that it has few points. */
export function chooseStep(period: Period): (typeof STEPS)[number] {
  const days = daysIn(period);
  if (days <= 62) return 'day';
  return days <= 26 * 7 ? 'week' : 'month';
}

/** Returns the points of a chart in order. Weeks start with the period's first day. The first and the last month may be incomplete. */
export function pointsOf({ from, to }: Period, step: (typeof STEPS)[number]): Period[] {
  const points: Period[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const last = points.at(-1);
    if (last && (step === 'month' ? !day.endsWith('-01') : step === 'week' && day < addDays(last.from, 7))) last.to = day;
    else points.push({ from: day, to: day });
  }
  return points;
}

/** Throws `invalid_input` for a period that the contract does not allow. */
export function requirePeriod(period: Period): void {
  const days = daysIn(period);
  if (period.from < '2000') throw new AppError('invalid_input', { fields: { from: 'too_early' } });
  if (days < 1) throw new AppError('invalid_input', { fields: { to: 'before_from' } });
  if (days > LONGEST_DAYS) throw new AppError('invalid_input', { fields: { to: 'too_long' } });
}
