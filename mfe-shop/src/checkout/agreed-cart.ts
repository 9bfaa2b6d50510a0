import { tabStore } from '@site/shared/device/storage.ts';
import { type Money, toMoney } from '@site/shared/money/money.ts';
import type { PricedLine } from './priced-lines.ts';

/** The key under which the cart that the buyer chose to pay is stored while the payment page loads. */
const KEY = 'cart-to-pay';

/** The books of a cart with prices, recipients and total, as the buyer saw them before choosing to pay. */
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

/** Returns null if the buyer opened the payment page without seeing a cart before. */
export function readAgreedCart(): AgreedCart | null {
  const kept = tabStore.readJson(KEY) as Partial<AgreedCart> | null;
  return Array.isArray(kept?.lines) ? (kept as AgreedCart) : null;
}

/** Returns whether a buyer who accepted `agreed` has seen these books at these prices, for the same recipients, and this total. */
export const isAgreed = (lines: readonly PricedLine[], total: Money, agreed: AgreedCart): boolean =>
  JSON.stringify(toAgreedCart(lines, total)) === JSON.stringify(agreed);

/** Returns the lines whose price differs from the accepted one. */
export const changedPrices = (lines: readonly PricedLine[], agreed: Pick<AgreedCart, 'lines'>) =>
  lines.flatMap((line) => {
    const before = agreed.lines.find(({ id }) => id === line.id);
    const isChanged = before && before.currency === line.price.currency && before.minor !== line.price.minor;
    return isChanged ? [{ line, before: toMoney(before.minor, line.price.currency) }] : [];
  });
