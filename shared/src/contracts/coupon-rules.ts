import { asMeant } from '../texts/pasted.ts';

/** What pages and contracts both know of coupons, without the schemas. */

/** Why the code that a buyer gave takes nothing off. */
export const COUPON_PROBLEMS = [
  'unknown',
  'not_yet',
  'over',
  'used_up',
  /** This buyer has used it as often as one may. */
  'used_by_you',
  'first_purchase',
  /** It has no amount in the currency of the cart. */
  'other_currency',
  'not_for_these_books',
  'below_minimum',
  /** Every book that it is for is reduced already. */
  'not_with_promotions',
] as const;
export type CouponProblemReason = (typeof COUPON_PROBLEMS)[number];

/** Where a tab keeps the code that its visitor came with or typed, in `sessionStorage`. */
export const COUPON_KEY = 'coupon';

/** Longest code that is looked up, as it is typed. */
export const MAX_TYPED_CODE = 64;

export const COUPON_CODE = /^[A-Z0-9-]{3,32}$/;

/** A code as coupons have it, however it was typed: no spaces, no accents, capitals. */
export const normalizeCouponCode = (typed: string): string =>
  asMeant(typed)
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toUpperCase();
