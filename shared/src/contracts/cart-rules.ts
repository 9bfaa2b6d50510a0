/** What may be in a cart. Store, pages, contracts and API read it here; the database refuses a second copy by itself. */

/** Most books of a cart; the payment provider takes 100 lines (docs.stripe.com/api/checkout/sessions/create). */
export const MAX_CART_LINES = 50;

/** A reader needs one copy of a file; more are not sold. */
export const COPIES_OF_A_BOOK = 1;

/** What is looked at and paid of lines that a device may have gathered. */
export const takeSellableLines = <Line>(lines: readonly Line[]): readonly Line[] => lines.slice(0, MAX_CART_LINES);
