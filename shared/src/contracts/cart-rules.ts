/** Limits of a cart, for store, pages, contracts and API. The database has its own, much higher limits. */

/** Most books in a cart. The payment provider accepts 100 lines (docs.stripe.com/api/checkout/sessions/create). */
export const MAX_CART_LINES = 50;

/** Most copies of a book: one for the buyer, the others as gifts, each with its own link. */
export const MAX_COPIES = 20;

/** The fewest and the most copies that one link can give to a group. */
export const GROUP_COPIES = { min: 2, max: 200 } as const;

/** Largest payment, in minor units of every currency (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const MAX_PAYMENT_MINOR = 99_999_999;

/** `all`: the first copy of a book is a gift too. `group`: all copies share one link. Without either, the first copy is the buyer's own. */
export const GIFT_CHOICES = ['all', 'group'] as const;
export type GiftChoice = (typeof GIFT_CHOICES)[number];

/** Returns how many copies of a line may be bought: the requested quantity within the limits. */
export function takeCopies(quantity: number, gift?: GiftChoice): number {
  const { min, max } = gift === 'group' ? GROUP_COPIES : { min: 1, max: MAX_COPIES };
  return Math.min(Math.max(Math.trunc(quantity) || min, min), max);
}

/** Returns the first `MAX_CART_LINES` lines: only these can be shown and bought, and a device may store more. */
export const takeSellableLines = <Line>(lines: readonly Line[]): readonly Line[] => lines.slice(0, MAX_CART_LINES);

/**
 * Returns the lines of both carts together, up to the limit of a cart. For a book in both, the line with more copies wins, or the line of
 * `others` if both have the same number.
 */
export function joinLines<Line extends { readonly id: string; readonly quantity: number }>(
  lines: readonly Line[],
  others: readonly Line[],
): readonly Line[] {
  const more = (line: Line): Line => {
    const other = others.find(({ id }) => id === line.id);
    return other && other.quantity >= line.quantity ? other : line;
  };
  return takeSellableLines([...lines.map(more), ...others.filter(({ id }) => !lines.some((line) => line.id === id))]);
}
