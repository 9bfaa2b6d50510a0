import type { Order, OrderState } from '@site/shared/contracts/orders.ts';
import { Badge, type BadgeTone } from '@site/shared/patterns/badge.tsx';
import { useFormats, useTexts } from '@site/shared/site/site.ts';
import css from './order-state.module.css';
import { texts } from './texts.ts';

const TONES = {
  open: 'neutral',
  waiting: 'warning',
  paid: 'success',
  partly_refunded: 'olive',
  refunded: 'neutral',
  disputed: 'danger',
  expired: 'neutral',
  failed: 'danger',
  given: 'accent',
} as const satisfies Record<OrderState, BadgeTone>;

/** Shows an order's state. A free order has its own words. `forOwner` adds how its dispute ended. */
export function OrderStateBadge({ order, forOwner = false }: { order: Order; forOwner?: boolean }) {
  const t = useTexts(texts);
  const { money } = useFormats();
  const wasCanceled = order.state === 'failed' && order.canceledAt !== null;
  return (
    <span className={css.state}>
      {order.state === 'disputed' && order.disputeState === 'lost' ? (
        <Badge tone="neutral">{forOwner ? t.lost : t.returned}</Badge>
      ) : (
        <Badge tone={wasCanceled ? 'neutral' : TONES[order.state]}>
          {wasCanceled ? t.canceled : order.state === 'refunded' && order.total.minor === 0 ? t.takenBack : t.states[order.state]}
        </Badge>
      )}
      {forOwner && order.state !== 'disputed' && order.disputeState === 'won' && <span className={css.refunded}>{t.won}</span>}
      {order.state === 'partly_refunded' && <span className={css.refunded}>{t.refunded(money(order.refunded))}</span>}
    </span>
  );
}
