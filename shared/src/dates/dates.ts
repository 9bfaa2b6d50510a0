import * as v from 'valibot';
import { dateFormat } from '../texts/formats.ts';

/** A UTC ISO 8601 instant such as `2026-03-01T12:00:00.000Z`: what the wire and the database carry. */
export const InstantSchema = v.pipe(v.string(), v.isoTimestamp(), v.brand('Instant'));
export type Instant = v.InferOutput<typeof InstantSchema>;

/** Normalises any timestamp text or `Date` to an `Instant`. Throws `RangeError` for what is no date. */
export const toInstant = (value: string | Date): Instant => v.parse(InstantSchema, new Date(value).toISOString());

/** A day of 24 hours; one of a calendar can be longer or shorter. */
export const DAY_MS = 86_400_000;

/** Of what may not have happened yet. */
export const toInstantOrNull = (value: string | null): Instant | null => (value === null ? null : toInstant(value));

/** The day as a person reads it in `locale` and `timeZone`, such as `1 de mar. de 2026`. */
export const formatDay = (at: Instant, locale: string, timeZone: string): string =>
  dateFormat(locale, { dateStyle: 'medium', timeZone }).format(new Date(at));

/** The day in `timeZone` as date fields have it, such as `2026-03-01`. */
export const calendarDay = (at: Instant, timeZone: string): string => dateFormat('sv-SE', { timeZone }).format(new Date(at));

/** Day and time as a person reads them in `locale` and `timeZone`. */
export const formatMoment = (at: Instant, locale: string, timeZone: string): string =>
  dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at));

/** The time of day as a person reads it in `locale` and `timeZone`, such as `14:32`. */
export const formatTime = (at: Instant, locale: string, timeZone: string): string =>
  dateFormat(locale, { timeStyle: 'short', timeZone }).format(new Date(at));

/** The last day of a boleto, such as `25/11`: it ends in São Paulo, wherever its reader is. */
export const formatBoletoDay = (expiresAt: Instant, locale: string): string =>
  dateFormat(locale, {
    day: '2-digit',
    month: locale === 'pt-BR' ? '2-digit' : 'short',
    timeZone: 'America/Sao_Paulo',
  }).format(new Date(expiresAt));
