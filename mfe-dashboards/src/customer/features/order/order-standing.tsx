import type { OrderDetail } from '@site/shared/contracts/orders.ts';
import { Badge, type BadgeTone } from '@site/shared/patterns/badge.tsx';
import { Card } from '@site/shared/patterns/card.tsx';
import { toPayStanding } from '@site/shared/patterns/to-pay-standing.ts';
import { Button, useTexts } from '@site/shared/site/site.ts';
import { OrderStateBadge } from '../../../orders/order-state.tsx';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import layout from '../../../signed-in/layout.module.css';
import { useOrderOfLink } from '../../../signed-in/order-link.ts';
import { useResendEmail } from './order-queries.ts';
import css from './order-standing.module.css';
import { texts } from './texts.ts';

const TONES = { none: 'neutral', queued: 'warning', sent: 'success', failed: 'danger' } as const satisfies Record<
  OrderDetail['emailState'],
  BadgeTone
>;

const isHeld = ({ access }: OrderDetail['items'][number]): boolean => access === 'readable' || access === 'announced' || access === 'gift';

/** Returns the sentence that explains the state of an order paid by boleto or Pix, a disputed order or a free order. */
function sentenceOf(order: OrderDetail): keyof (typeof texts)['pt-BR']['paymentSentences'] {
  if (order.state === 'disputed' && order.disputeState === 'lost') return 'disputed_lost';
  // A free order has no money to refund, so its books were revoked.
  if (order.state === 'refunded' && order.total.minor === 0) return 'taken_back';
  if (order.state === 'refunded' && order.items.some(isHeld)) return 'refunded_kept';
  if (order.total.minor === 0 && order.state === 'paid') return 'free';
  if (order.total.minor === 0 && (order.state === 'open' || order.state === 'expired')) return 'free_expired';
  return toPayStanding(order) ?? order.state;
}

/** Shows the state of payment and delivery, and what it means for the buyer. */
export function OrderStanding({ order }: { order: OrderDetail }) {
  const t = useTexts(texts);
  const isByLink = useOrderOfLink() !== null;
  const isForOthers = order.items.every(({ gifts, quantity }) => gifts === quantity);
  const delivery = isForOthers ? t.deliveryOfGifts : isByLink ? t.deliveryByLink : t.deliverySentences;
  const isDelivered = order.items.some(isHeld);
  return (
    <Card>
      <dl className={css.standing}>
        <div>
          <dt>{t.payment}</dt>
          <dd>
            <OrderStateBadge order={order} />
            <p>{t.paymentSentences[sentenceOf(order)]}</p>
          </dd>
        </div>
        {order.paidAt !== null && (
          <div>
            <dt>{t.delivery}</dt>
            <dd>
              <Badge tone={TONES[order.emailState]}>{t.deliveryStates[order.emailState]}</Badge>
              <p>{delivery[order.emailState](order.email)}</p>
              {isDelivered && <ResendEmail orderId={order.id} />}
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

function ResendEmail({ orderId }: { orderId: string }) {
  const t = useTexts(texts);
  const resend = useResendEmail(orderId);
  return (
    <>
      <Button variant="secondary" size="s" isPending={resend.isPending} pendingText={t.resending} onClick={() => resend.mutate()}>
        {t.resend}
      </Button>
      <p role="status" className={css.done}>
        {resend.isSuccess && t.resent}
      </p>
      <ActionFailure error={resend.error} what={<strong>{t.resendFailed}</strong>} className={layout.failure} />
    </>
  );
}
