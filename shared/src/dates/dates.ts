import * as v from 'valibot';
import { dateFormat } from '../texts/formats.ts';

/** A UTC ISO 8601 instant such as `2026-03-01T12:00:00.000Z`, as in API bodies and the database. */
export const InstantSchema = v.pipe(v.string(), v.isoTimestamp(), v.brand('Instant'));
export type Instant = v.InferOutput<typeof InstantSchema>;

/** Returns any timestamp text or `Date` as an `Instant`. Throws `RangeError` for an invalid date. */
export const toInstant = (value: string | Date): Instant => v.parse(InstantSchema, new Date(value).toISOString());

/** A day of 24 hours. Calendar days can be longer or shorter. */
export const DAY_MS = 86_400_000;

/** Returns the `Instant`, or null for an event that has not happened. */
export const toInstantOrNull = (value: string | null): Instant | null => (value === null ? null : toInstant(value));

/** Returns the day in `locale` and `timeZone`, such as `1 de mar. de 2026`. */
export const formatDay = (at: Instant, locale: string, timeZone: string): string =>
  dateFormat(locale, { dateStyle: 'medium', timeZone }).format(new Date(at));

/** Returns the day in `timeZone` in the form of date fields, such as `2026-03-01`. */
export const calendarDay = (at: Instant, timeZone: string): string => dateFormat('sv-SE', { timeZone }).format(new Date(at));

/** Returns day and time in `locale` and `timeZone`. */
export const formatMoment = (at: Instant, locale: string, timeZone: string): string =>
  dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at));

/** Returns the time of day in `locale` and `timeZone`, such as `14:32`. */
export const formatTime = (at: Instant, locale: string, timeZone: string): string =>
  dateFormat(locale, { timeStyle: 'short', timeZone }).format(new Date(at));

/** Returns the last day on which a boleto can be paid, such as `25/11`. That day ends at midnight in São Paulo, wherever the buyer is. */
export const formatBoletoDay = (expiresAt: Instant, locale: string): string =>
  dateFormat(locale, {
    day: '2-digit',
    month: locale === 'pt-BR' ? '2-digit' : 'short',
    timeZone: 'America/Sao_Paulo',
  }).format(new Date(expiresAt));
