import { aheadOfUtc, momentIn } from '../../common/zoned-time.ts';

/**
 * Returns the start of today, of the 7 days that end today, and of this month in `timeZone`, in unix seconds: the query of `GET
 * /api/stats`.
 */
export function periodStarts(now: Date, timeZone: string): { dayStart: string; weekStart: string; monthStart: string } {
  const local = new Date(now.getTime() + aheadOfUtc(now.getTime(), timeZone));
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const secondsAt = (midnight: number) => String(momentIn(midnight, timeZone) / 1_000);
  return {
    dayStart: secondsAt(Date.UTC(year, month, day)),
    weekStart: secondsAt(Date.UTC(year, month, day - 6)),
    monthStart: secondsAt(Date.UTC(year, month, 1)),
  };
}
