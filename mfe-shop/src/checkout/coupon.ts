import { COUPON_KEY } from '@site/shared/contracts/coupon-rules.ts';
import { tabStore } from '@site/shared/device/storage.ts';

/** The code of the coupon that this tab's visitor came with or typed; null without one. */
export const readCoupon = (): string | null => tabStore.read(COUPON_KEY);

/** Null takes the coupon out of the cart. */
export function keepCoupon(code: string | null): void {
  if (code === null) tabStore.remove(COUPON_KEY);
  else tabStore.write(COUPON_KEY, code);
}
