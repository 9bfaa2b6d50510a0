import type { Currency } from '../money/currencies.ts';
import type { Locale } from '../texts/locales.ts';

/** The visitor's own choices, or else suggestions. The server decides them and sends them to the page. */
export type Preferences = {
  readonly locale: Locale;
  readonly currency: Currency;
  readonly timeZone: string;
};

/** First-party cookies, set only when the visitor chooses. */
export const LOCALE_COOKIE = 'locale';
export const CURRENCY_COOKIE = 'currency';
