import type { ErrorCode } from '../contracts/error-codes.ts';
import { errorTexts } from './error-texts.ts';
import { defineTexts, type Locale } from './locales.ts';

const waitTexts = defineTexts(
  { tooMany: (when: string) => `Foram muitas solicitações em pouco tempo. Tente de novo ${when}.` },
  { tooMany: (when: string) => `Too many requests in a short time. Try again ${when}.` },
);

/** Returns what happened and what to do next, including the wait that the server asked for. */
export function errorSentence(error: { readonly code: ErrorCode; readonly retryAfterSeconds: number | null }, locale: Locale): string {
  if (error.code !== 'too_many_requests' || !error.retryAfterSeconds) return errorTexts[locale][error.code];
  const minutes = Math.ceil(error.retryAfterSeconds / 60);
  const relative = new Intl.RelativeTimeFormat(locale);
  return waitTexts[locale].tooMany(minutes < 90 ? relative.format(minutes, 'minute') : relative.format(Math.ceil(minutes / 60), 'hour'));
}
