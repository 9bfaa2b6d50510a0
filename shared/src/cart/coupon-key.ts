/** Where the code of a coupon waits, in `sessionStorage`. */
export const COUPON_KEY = 'coupon';
