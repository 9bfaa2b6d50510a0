import * as v from 'valibot';

/** Names only. Offsets such as `+03:00` have the opposite meaning in Postgres and in browsers. */
const NAME = /^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/;

function isTimeZone(zone: string): boolean {
  try {
    return NAME.test(zone) && new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** An IANA time zone such as `America/Sao_Paulo`. */
export const TimeZoneSchema = v.pipe(v.string(), v.maxLength(60), v.check(isTimeZone, 'is no IANA time zone'));
