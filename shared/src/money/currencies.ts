import type { Locale } from '../texts/locales.ts';
import { CURRENCIES, CURRENCY_DECIMALS, type Currency } from './currency-codes.ts';

export { CURRENCIES, type Currency };

type CurrencyFacts = {
  /** Of `CURRENCY_DECIMALS`. */
  readonly decimals: number;
  /** The least that Stripe charges, in minor units (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
  readonly smallestCharge: number;
  /** Whether a new shop sells in it before its owner chose; one that comes later takes no book off the shelf. */
  readonly isSoldByDefault: boolean;
  /** What people write beside an amount. */
  readonly signs: readonly string[];
  /** Countries of a browser's language in which it is suggested. */
  readonly regions: readonly string[];
  readonly names: Readonly<Record<Locale, { readonly name: string; readonly plural: string }>>;
};

/** What is known of each. */
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

/** What is known of a currency, whichever it is. */
export const currencyFacts = (currency: Currency): CurrencyFacts => CURRENCY_FACTS[currency];

/** What menus call a currency. */
export const formatCurrencyName = (currency: Currency, locale: Locale): string => currencyFacts(currency).names[locale].name;

/** What a shop sells in whose owner has not chosen. */
export const soldByDefault = (): Currency[] => CURRENCIES.filter((currency) => currencyFacts(currency).isSoldByDefault);

/** One value for each currency. */
export const byCurrency = <T>(pick: (currency: Currency) => T): Record<Currency, T> =>
  Object.fromEntries(CURRENCIES.map((currency) => [currency, pick(currency)])) as Record<Currency, T>;
