import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { formatDay, formatMoment, type Instant } from '../dates/dates.ts';
import type { Currency } from '../money/currencies.ts';
import { formatCost, formatMoney } from '../money/format-money.ts';
import { getPrice } from '../money/get-price.ts';
import type { Money, Prices } from '../money/money.ts';
import type { Locale, Texts } from '../texts/locales.ts';
import type { Preferences } from './preferences.ts';

type PreferencesValue = Preferences & {
  /** The shop's currencies, from which the visitor can choose. */
  readonly currencies: readonly Currency[];
  readonly chooseLocale: (locale: Locale) => void;
  readonly chooseCurrency: (currency: Currency) => void;
};

/**
 * Amounts and dates that were already formatted, by their input. The server sends the amounts and dates that it formatted to the page.
 * Hydration then matches even if the browser's `Intl` formats differently, and does not wait for `Intl`, whose first use takes 100 ms on a
 * phone.
 */
export type FormatCache = Map<string, string>;

const PreferencesContext = createContext<PreferencesValue | null>(null);
const WrittenContext = createContext<FormatCache | null>(null);

type ProviderProps = { value: PreferencesValue; written: FormatCache; children: ReactNode };

/** Provides language, currency and time zone to the tree. Only the shell renders it, once. */
export function PreferencesProvider({ value, written, children }: ProviderProps) {
  return (
    <PreferencesContext value={value}>
      <WrittenContext value={written}>{children}</WrittenContext>
    </PreferencesContext>
  );
}

/** Returns this visitor's language, currency and time zone, and functions to change them. Throws outside the site's tree. */
export function usePreferences(): PreferencesValue {
  const value = useContext(PreferencesContext);
  if (!value) throw new Error('usePreferences outside of the site');
  return value;
}

/** Returns a feature's texts in the visitor's language. */
export const useTexts = <T,>(texts: Texts<T>): T => texts[usePreferences().locale];

/** Returns functions that format money, dates and other `Intl` output for this visitor. */
export function useFormats() {
  const { locale, currency, timeZone } = usePreferences();
  const written = useContext(WrittenContext);
  return useMemo(() => {
    const once = (key: string, write: (locale: Locale) => string): string => {
      const text = written?.get(`${locale} ${key}`) ?? write(locale);
      written?.set(`${locale} ${key}`, text);
      return text;
    };
    const money = (amount: Money) => once(`${amount.currency} ${amount.minor}`, () => formatMoney(amount, locale));
    const cost = (amount: Money) => (amount.minor === 0 ? formatCost(amount, locale) : money(amount));
    return {
      /**
       * Returns the result of `write`, which formats in the visitor's language. A result for the same key is reused, including one from the
       * server.
       */
      once,
      money,
      /** Formats a price: the amount, or "free". */
      cost,
      /** Formats the author's price in the visitor's currency, or "free". */
      price: (prices: Prices) => cost(getPrice(prices, currency)),
      day: (at: Instant) => once(at, () => formatDay(at, locale, timeZone)),
      moment: (at: Instant) => once(`${at} +`, () => formatMoment(at, locale, timeZone)),
    };
  }, [locale, currency, timeZone, written]);
}
