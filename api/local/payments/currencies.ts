import { CURRENCIES, currencyFacts } from '@site/shared/money/currencies.ts';

/** Currencies without a minor unit (docs.stripe.com/currencies#zero-decimal). */
const ZERO_DECIMAL = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '));

/** The least that can be charged in `currency`, in minor units; 1 for one that the shop does not know. */
export function minimumCharge(currency: string): number {
  const known = CURRENCIES.find((code) => code.toLowerCase() === currency);
  return known ? currencyFacts(known).smallestCharge : 1;
}

/** `minor` units of `currency` as a person reads them in `locale`. */
export function formatAmount(minor: number, currency: string, locale: string): string {
  const amount = ZERO_DECIMAL.has(currency) ? minor : minor / 100;
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount);
}

/** Whether `currency` is three letters that name a currency. */
export const isCurrency = (currency: string): boolean => Intl.supportedValuesOf('currency').includes(currency.toUpperCase());
