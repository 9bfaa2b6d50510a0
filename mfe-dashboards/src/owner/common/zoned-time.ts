import { type Instant, toInstant } from '@site/shared/dates/dates.ts';

/** How far clocks in `timeZone` are ahead of UTC at `at`, in milliseconds. */
export function aheadOfUtc(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'));
  return shown - Math.floor(at / 1_000) * 1_000;
}

/**
 * When clocks in `timeZone` show a time; `shown` is that time as if the zone were UTC, in milliseconds. A time that is left out when clocks are
 * set forward is as much later.
 */
export function momentIn(shown: number, timeZone: string): number {
  const guess = shown - aheadOfUtc(shown, timeZone);
  // The clocks may have been changed between the two.
  const moment = shown - aheadOfUtc(guess, timeZone);
  return moment + aheadOfUtc(moment, timeZone) === shown ? moment : Math.max(guess, moment);
}

/** A moment as the clocks of `timeZone` show it, for a field of day and time. */
export const localText = (at: Instant, timeZone: string): string => {
  const moment = Date.parse(at);
  return new Date(moment + aheadOfUtc(moment, timeZone)).toISOString().slice(0, 16);
};

/** The last that such a field takes: without it, years have six digits. */
export const LAST_LOCAL = '9999-12-31T23:59';

/** The moment at which the clocks of `timeZone` show this. Null for what is no time, as while its year is half typed. */
export function momentOf(local: string, timeZone: string): Instant | null {
  if (!/^(?:19|2\d)\d\d-\d\d-\d\dT\d\d:\d\d/.test(local)) return null;
  const shown = Date.parse(`${local.slice(0, 16)}:00Z`);
  return Number.isNaN(shown) ? null : toInstant(new Date(momentIn(shown, timeZone)));
}
