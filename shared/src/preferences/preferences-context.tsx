import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { formatDay, formatMoment, type Instant } from '../dates/dates.ts';
import { type Currency, formatMoney, type Money, type Prices, priceIn } from '../money/money.ts';
import type { Locale, Texts } from '../texts/locales.ts';
import type { Preferences } from './preferences.ts';

type PreferencesValue = Preferences & {
  readonly chooseLocale: (locale: Locale) => void;
  readonly chooseCurrency: (currency: Currency) => void;
};

const PreferencesContext = createContext<PreferencesValue | null>(null);

/** Gives the tree its language, currency and time zone. Rendered once, by the shell. */
export function PreferencesProvider({ value, children }: { value: PreferencesValue; children: ReactNode }) {
  return <PreferencesContext value={value}>{children}</PreferencesContext>;
}

/** Language, currency and time zone of this visitor, and how to choose others. Throws outside the site's tree. */
export function usePreferences(): PreferencesValue {
  const value = useContext(PreferencesContext);
  if (!value) throw new Error('usePreferences outside of the site');
  return value;
}

/** The feature's texts in the visitor's language. */
export const useTexts = <T,>(texts: Texts<T>): T => texts[usePreferences().locale];

/** Money and dates as this visitor reads them. */
export function useFormats() {
  const { locale, currency, timeZone } = usePreferences();
  return useMemo(
    () => ({
      money: (amount: Money) => formatMoney(amount, locale),
      /** The author-set price in the visitor's currency. */
      price: (prices: Prices) => formatMoney(priceIn(prices, currency), locale),
      day: (at: Instant) => formatDay(at, locale, timeZone),
      moment: (at: Instant) => formatMoment(at, locale, timeZone),
    }),
    [locale, currency, timeZone],
  );
}
