import { CURRENCIES, currencyFacts } from '@site/shared/money/currencies.ts';

/** Currencies without a minor unit (docs.stripe.com/currencies#zero-decimal). */
const ZERO_DECIMAL = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '));

/** Returns the smallest charge in `currency`, in minor units. Returns 1 for a currency that the shop does not know. */
export function minimumCharge(currency: string): number {
  const known = CURRENCIES.find((code) => code.toLowerCase() === currency);
  return known ? currencyFacts(known).smallestCharge : 1;
}

/** Formats `minor` units of `currency` for people who read `locale`. */
export function formatAmount(minor: number, currency: string, locale: string): string {
  const amount = ZERO_DECIMAL.has(currency) ? minor : minor / 100;
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount);
}

/** Returns whether `currency` is the code of a currency. */
export const isCurrency = (currency: string): boolean => Intl.supportedValuesOf('currency').includes(currency.toUpperCase());
