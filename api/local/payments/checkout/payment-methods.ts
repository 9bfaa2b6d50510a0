/** Delayed payment methods, by the currency in which Stripe offers them. */
const DELAYED_BY_CURRENCY = new Map([
  ['brl', 'boleto'],
  ['usd', 'us_bank_account'],
  ['nzd', 'nz_bank_account'],
  ['eur', 'sepa_debit'],
] as const satisfies [string, string][]);

export type DelayedMethod = 'boleto' | 'us_bank_account' | 'nz_bank_account' | 'sepa_debit';
export type PaymentMethodType = 'card' | 'pix' | DelayedMethod;

const DELAYED_METHODS: ReadonlySet<string> = new Set(DELAYED_BY_CURRENCY.values());

export const isDelayed = (method: string): method is DelayedMethod => DELAYED_METHODS.has(method);

/** Returns the methods that an account with every method enabled offers for `currency`. Stripe offers Pix in some countries only. */
export function methodsFor(currency: string, hasPix: boolean): PaymentMethodType[] {
  const delayed = DELAYED_BY_CURRENCY.get(currency as 'brl');
  return ['card', ...(currency === 'brl' && hasPix ? (['pix'] as const) : []), ...(delayed ? [delayed] : [])];
}
