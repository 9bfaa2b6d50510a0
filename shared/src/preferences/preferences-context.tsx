import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { formatDay, formatMoment, type Instant } from '../dates/dates.ts';
import type { Currency } from '../money/currencies.ts';
import { formatCost, formatMoney } from '../money/format-money.ts';
import { getPrice } from '../money/get-price.ts';
import type { Money, Prices } from '../money/money.ts';
import type { Locale, Texts } from '../texts/locales.ts';
import type { Preferences } from './preferences.ts';

type PreferencesValue = Preferences & {
  /** What the shop sells in, among which the visitor chooses. */
  readonly currencies: readonly Currency[];
  readonly chooseLocale: (locale: Locale) => void;
  readonly chooseCurrency: (currency: Currency) => void;
};

/**
 * Amounts and dates that were written out once, by what they were made of. The server hands its own to the page: hydration
 * then agrees with it whatever the browser's `Intl` would say, and does not wait for `Intl`, whose first use costs a phone 100 ms.
 */
export type FormatCache = Map<string, string>;

const PreferencesContext = createContext<PreferencesValue | null>(null);
const WrittenContext = createContext<FormatCache | null>(null);

type ProviderProps = { value: PreferencesValue; written: FormatCache; children: ReactNode };

/** Gives the tree its language, currency and time zone. Rendered once, by the shell. */
export function PreferencesProvider({ value, written, children }: ProviderProps) {
  return (
    <PreferencesContext value={value}>
      <WrittenContext value={written}>{children}</WrittenContext>
    </PreferencesContext>
  );
}

/** Language, currency and time zone of this visitor, and how to choose others. Throws outside the site's tree. */
export function usePreferences(): PreferencesValue {
  const value = useContext(PreferencesContext);
  if (!value) throw new Error('usePreferences outside of the site');
  return value;
}

/** The feature's texts in the visitor's language. */
export const useTexts = <T,>(texts: Texts<T>): T => texts[usePreferences().locale];

/** Money, dates and what else `Intl` writes as this visitor reads them. */
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
      /** What `write` writes in the visitor's language: for the same key, and on a page that the server wrote it on, without writing it again. */
      once,
      money,
      /** What something costs: an amount, or that it is free. */
      cost,
      /** The author-set price in the visitor's currency, or that the book is free. */
      price: (prices: Prices) => cost(getPrice(prices, currency)),
      day: (at: Instant) => once(at, () => formatDay(at, locale, timeZone)),
      moment: (at: Instant) => once(`${at} +`, () => formatMoment(at, locale, timeZone)),
    };
  }, [locale, currency, timeZone, written]);
}
