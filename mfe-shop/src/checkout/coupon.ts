import { COUPON_KEY } from '@site/shared/contracts/coupon-rules.ts';

/** The code of the coupon that this tab's visitor came with or typed; null without one. */
export function readCoupon(): string | null {
  try {
    return sessionStorage.getItem(COUPON_KEY);
  } catch {
    // Storage that is blocked is no coupon, not a broken page.
    return null;
  }
}

/** Null takes the coupon out of the cart. */
export function keepCoupon(code: string | null): void {
  if (code === null) sessionStorage.removeItem(COUPON_KEY);
  else sessionStorage.setItem(COUPON_KEY, code);
}
