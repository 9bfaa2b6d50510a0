import type { Order, OrderState } from '@site/shared/contracts/orders.ts';
import { useFormats, useTexts } from '@site/shared/site/site.ts';
import { Badge, type BadgeTone } from '@site/shared/ui/badge.tsx';
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
} as const satisfies Record<OrderState, BadgeTone>;

/** An order's state in words, and what was paid back. */
export function OrderStateBadge({ order }: { order: Order }) {
  const t = useTexts(texts);
  const { money } = useFormats();
  return (
    <span className={css.state}>
      <Badge tone={TONES[order.state]}>{t.states[order.state]}</Badge>
      {order.state === 'partly_refunded' && <span className={css.refunded}>{t.refunded(money(order.refunded))}</span>}
    </span>
  );
}
