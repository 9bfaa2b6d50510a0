import type { Locale } from '../texts/locales.ts';
import { CURRENCIES, CURRENCY_DECIMALS, type Currency } from './currency-codes.ts';

export { CURRENCIES, type Currency };

type CurrencyFacts = {
  /** The number of decimals, from `CURRENCY_DECIMALS`. */
  readonly decimals: number;
  /** Stripe's smallest charge, in minor units (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
  readonly smallestCharge: number;
  /**
   * Whether a shop sells in the currency while the owner has not published the shop's currencies. It is false for a currency that was added
   * later, so that no book leaves the shop for lack of a price.
   */
  readonly isSoldByDefault: boolean;
  /** Symbols and codes that people type next to an amount. */
  readonly signs: readonly string[];
  /** Countries for which the site suggests this currency, as they occur in a browser's language: `BR` in `pt-BR`. */
  readonly regions: readonly string[];
  readonly names: Readonly<Record<Locale, { readonly name: string; readonly plural: string }>>;
};

export const CURRENCY_FACTS = {
  BRL: {
    decimals: CURRENCY_DECIMALS.BRL,
    smallestCharge: 50,
    isSoldByDefault: true,
    signs: ['R$'],
    regions: ['BR'],
    names: { 'pt-BR': { name: 'Real (R$)', plural: 'reais' }, en: { name: 'Brazilian real (R$)', plural: 'Brazilian reais' } },
  },
  USD: {
    decimals: CURRENCY_DECIMALS.USD,
    smallestCharge: 50,
    isSoldByDefault: true,
    signs: ['US$', '$'],
    regions: ['US'],
    names: {
      'pt-BR': { name: 'Dólar americano (US$)', plural: 'dólares americanos' },
      en: { name: 'US dollar ($)', plural: 'US dollars' },
    },
  },
  NZD: {
    decimals: CURRENCY_DECIMALS.NZD,
    smallestCharge: 50,
    isSoldByDefault: true,
    signs: ['NZ$', '$'],
    regions: ['NZ'],
    names: {
      'pt-BR': { name: 'Dólar neozelandês (NZ$)', plural: 'dólares neozelandeses' },
      en: { name: 'New Zealand dollar (NZ$)', plural: 'New Zealand dollars' },
    },
  },
} as const satisfies Readonly<Record<Currency, CurrencyFacts>>;

export const currencyFacts = (currency: Currency): CurrencyFacts => CURRENCY_FACTS[currency];

/** Returns a currency's name for menus. */
export const formatCurrencyName = (currency: Currency, locale: Locale): string => currencyFacts(currency).names[locale].name;

/** Returns the default currencies of a shop. */
export const soldByDefault = (): Currency[] => CURRENCIES.filter((currency) => currencyFacts(currency).isSoldByDefault);

/** Returns an object with one value for each currency. */
export const byCurrency = <T>(pick: (currency: Currency) => T): Record<Currency, T> =>
  Object.fromEntries(CURRENCIES.map((currency) => [currency, pick(currency)])) as Record<Currency, T>;
