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
