/** Currencies without a minor unit (docs.stripe.com/currencies#zero-decimal). */
const ZERO_DECIMAL = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '));

/** The least that can be charged, in minor units (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const MINIMUM = new Map(Object.entries({ usd: 50, brl: 50, nzd: 50, aud: 50, eur: 50, gbp: 30, cad: 50, jpy: 50 }));

/** The least that can be charged in `currency`, in minor units; 1 where Stripe names none. */
export const minimumCharge = (currency: string): number => MINIMUM.get(currency) ?? 1;

/** `minor` units of `currency` as a person reads them in `locale`. */
export function formatAmount(minor: number, currency: string, locale: string): string {
  const amount = ZERO_DECIMAL.has(currency) ? minor : minor / 100;
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount);
}

/** Whether `currency` is three letters that name a currency. */
export const isCurrency = (currency: string): boolean => Intl.supportedValuesOf('currency').includes(currency.toUpperCase());
