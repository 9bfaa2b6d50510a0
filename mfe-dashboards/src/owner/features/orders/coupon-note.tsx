import type { ListedOrder } from '@site/shared/contracts/admin-orders.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { texts } from './texts.ts';

/** Says that an order was paid after its coupon's last use had gone to another buyer. */
export function CouponNote({ order: { coupon } }: { order: Pick<ListedOrder, 'coupon'> }) {
  const t = useTexts(texts);
  return coupon?.isBeyond ? <small>{t.beyond(coupon.code)}</small> : null;
}
