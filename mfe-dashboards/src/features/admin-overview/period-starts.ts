/** How far clocks in `timeZone` are ahead of UTC at `at`, in milliseconds. */
function aheadOfUtc(at: number, timeZone: string): number {
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

/** When the day begins in `timeZone`; `midnight` is that day's midnight as if the zone were UTC. */
function startOfDay(midnight: number, timeZone: string): number {
  const guess = midnight - aheadOfUtc(midnight, timeZone);
  // The clocks may have been changed between the two.
  return midnight - aheadOfUtc(guess, timeZone);
}

/** Start of today, of the day 7 days earlier and of this month in `timeZone`, in unix seconds: the query of `GET /api/stats`. */
export function periodStarts(now: Date, timeZone: string): { dayStart: string; weekStart: string; monthStart: string } {
  const local = new Date(now.getTime() + aheadOfUtc(now.getTime(), timeZone));
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const secondsAt = (midnight: number) => String(startOfDay(midnight, timeZone) / 1_000);
  return {
    dayStart: secondsAt(Date.UTC(year, month, day)),
    weekStart: secondsAt(Date.UTC(year, month, day - 7)),
    monthStart: secondsAt(Date.UTC(year, month, 1)),
  };
}
