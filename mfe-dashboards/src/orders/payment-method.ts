import type { Order } from '@site/shared/contracts/orders.ts';
import type { texts } from './texts.ts';

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  elo: 'Elo',
  hipercard: 'Hipercard',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** Returns how an order was paid; for a card with its brand and last digits. */
export function methodName({ type, brand, last4 }: NonNullable<Order['paymentMethod']>, t: (typeof texts)['pt-BR']): string {
  if (type !== 'card') return t.methods[type];
  return [BRANDS[brand ?? ''] ?? t.methods.card, last4 && t.endingIn(last4)].filter(Boolean).join(' ');
}
