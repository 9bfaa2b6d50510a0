/** What may be in a cart. Store, pages, contracts and API read it here; the database has bounds far above. */

/** Most books of a cart; the payment provider takes 100 lines (docs.stripe.com/api/checkout/sessions/create). */
export const MAX_CART_LINES = 50;

/** Most copies of a book: one for the buyer, the others as presents, each with a link of its own. */
export const MAX_COPIES = 20;

/** The copies that one link gives to a group. */
export const GROUP_COPIES = { min: 2, max: 200 } as const;

/** Most that is paid at once, in minor units of every currency (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const MAX_PAYMENT_MINOR = 99_999_999;

/** `all`: also the first copy of a book is a present; `group`: its copies have one link. Without either the first is the buyer's own. */
export const GIFT_CHOICES = ['all', 'group'] as const;
export type GiftChoice = (typeof GIFT_CHOICES)[number];

/** The copies of a line that may be bought: as many as were asked for, within the limits. */
export function takeCopies(quantity: number, gift?: GiftChoice): number {
  const { min, max } = gift === 'group' ? GROUP_COPIES : { min: 1, max: MAX_COPIES };
  return Math.min(Math.max(Math.trunc(quantity) || min, min), max);
}

/** What is looked at and paid of lines that a device may have gathered. */
export const takeSellableLines = <Line>(lines: readonly Line[]): readonly Line[] => lines.slice(0, MAX_CART_LINES);

/** Both together, as many books as a cart holds. Of a book that both have, the line with more copies; of as many, the one of `others`. */
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
