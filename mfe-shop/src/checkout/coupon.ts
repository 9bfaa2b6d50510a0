import { COUPON_KEY } from '@site/shared/contracts/coupon-rules.ts';
import { tabStore } from '@site/shared/device/storage.ts';

/** Returns the coupon code that this tab's visitor arrived with or entered. Null without one. */
export const readCoupon = (): string | null => tabStore.read(COUPON_KEY);

/** Stores the coupon of the cart. Null removes it. */
export function keepCoupon(code: string | null): void {
  if (code === null) tabStore.remove(COUPON_KEY);
  else tabStore.write(COUPON_KEY, code);
}
