import { type Instant, toInstant } from '@site/shared/dates/dates.ts';

/** Returns the offset of `timeZone` from UTC at `at`, in milliseconds. */
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
 * Returns the moment at which clocks in `timeZone` show a time. `shown` is that time in milliseconds, computed as if the clocks showed UTC.
 * A time skipped by a clock change is moved forward by the skipped span.
 */
export function momentIn(shown: number, timeZone: string): number {
  const guess = shown - aheadOfUtc(shown, timeZone);
  // The offset from UTC may differ between the guessed time and the result, so the offset is computed again.
  const moment = shown - aheadOfUtc(guess, timeZone);
  return moment + aheadOfUtc(moment, timeZone) === shown ? moment : Math.max(guess, moment);
}

/** Formats an instant in `timeZone` as the value of a date and time field. */
export const localText = (at: Instant, timeZone: string): string => {
  const moment = Date.parse(at);
  return new Date(moment + aheadOfUtc(moment, timeZone)).toISOString().slice(0, 16);
};

/** The last value that a date and time field accepts. Without this limit, browsers accept years of six digits. */
export const LAST_LOCAL = '9999-12-31T23:59';

/** Returns the moment of a local time in `timeZone`. Null for an invalid time, such as one whose year is half typed. */
export function momentOf(local: string, timeZone: string): Instant | null {
  if (!/^(?:19|2\d)\d\d-\d\d-\d\dT\d\d:\d\d/.test(local)) return null;
  const shown = Date.parse(`${local.slice(0, 16)}:00Z`);
  return Number.isNaN(shown) ? null : toInstant(new Date(momentIn(shown, timeZone)));
}
