import { tabStore } from '@site/shared/device/storage.ts';
import { type Money, toMoney } from '@site/shared/money/money.ts';
import type { PricedLine } from './priced-lines.ts';

/** Where the cart waits that a buyer chose to pay, while the payment page is loaded. */
const KEY = 'cart-to-pay';

/** The books of a cart, their prices, whom they are for and what they cost together, as the buyer saw them when choosing to pay. */
export type AgreedCart = {
  readonly lines: readonly {
    readonly id: string;
    readonly currency: string;
    readonly minor: number;
    readonly quantity: number;
    readonly gift?: string | undefined;
  }[];
  readonly total: number;
};

export const toAgreedCart = (lines: readonly PricedLine[], total: Money): AgreedCart => ({
  lines: lines.map(({ id, price: { currency, minor }, quantity, gift }) => ({ id, currency, minor, quantity, gift })),
  total: total.minor,
});

export const keepAgreedCart = (agreed: AgreedCart): void => tabStore.write(KEY, JSON.stringify(agreed));

/** Null where the buyer came to the payment page without a cart on screen before. */
export function readAgreedCart(): AgreedCart | null {
  const kept = tabStore.readJson(KEY) as Partial<AgreedCart> | null;
  return Array.isArray(kept?.lines) ? (kept as AgreedCart) : null;
}

/** Whether a buyer who agreed to `agreed` has seen these books at these prices, for the same people, and this total. */
export const isAgreed = (lines: readonly PricedLine[], total: Money, agreed: AgreedCart): boolean =>
  JSON.stringify(toAgreedCart(lines, total)) === JSON.stringify(agreed);

/** Which prices are others now than those that were agreed to. */
export const changedPrices = (lines: readonly PricedLine[], agreed: Pick<AgreedCart, 'lines'>) =>
  lines.flatMap((line) => {
    const before = agreed.lines.find(({ id }) => id === line.id);
    const isChanged = before && before.currency === line.price.currency && before.minor !== line.price.minor;
    return isChanged ? [{ line, before: toMoney(before.minor, line.price.currency) }] : [];
  });
