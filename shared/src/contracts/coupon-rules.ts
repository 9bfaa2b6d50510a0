import { asMeant } from '../texts/pasted.ts';

/** Rules for coupons that pages and contracts share, in a module without schemas. */

/** Reasons why a coupon code gives no discount. */
export const COUPON_PROBLEMS = [
  'unknown',
  'not_yet',
  'over',
  'used_up',
  /** This buyer has used the coupon as often as allowed. */
  'used_by_you',
  'first_purchase',
  /** The coupon has no amount in the cart's currency. */
  'other_currency',
  'not_for_these_books',
  'below_minimum',
  /** All books of the coupon already have a discount. */
  'not_with_promotions',
] as const;
export type CouponProblemReason = (typeof COUPON_PROBLEMS)[number];

/** Key in `sessionStorage` under which a tab keeps the code that its visitor arrived with or typed. */
export const COUPON_KEY = 'coupon';

/** Longest typed coupon code that the API looks up, in characters. */
export const MAX_TYPED_CODE = 64;

export const COUPON_CODE = /^[A-Z0-9-]{3,32}$/;

/** Returns a code in the form that coupons store: no spaces, no accents, capitals. */
export const normalizeCouponCode = (typed: string): string =>
  asMeant(typed)
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toUpperCase();
