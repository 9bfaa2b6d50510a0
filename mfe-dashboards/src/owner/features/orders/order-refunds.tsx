import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { toMoney as moneyOf } from '@site/shared/money/money.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { Link, useFormats, useTexts } from '@site/shared/site/site.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { DeclineButton } from './decline-dialog.tsx';
import css from './order-sheets.module.css';
import { texts } from './texts.ts';

const TONES = { pending: 'warning', done: 'success', failed: 'danger' } as const;

/** Returns the refunds made in Stripe's dashboard: every refunded amount without a refund of ours. */
function refundsElsewhere({ refunds, refunded, refundPending }: AdminOrder): (readonly ['done' | 'pending', number])[] {
  const ours = (known: (refund: AdminOrder['refunds'][number]) => boolean): number =>
    refunds.filter(known).reduce((sum, { amount }) => sum + amount.minor, 0);
  const all = [
    ['pending', refundPending.minor - ours(({ state, waitsFor }) => state === 'pending' && waitsFor !== null)],
    ['done', refunded.minor - ours(({ state }) => state === 'done')],
  ] as const;
  return all.filter(([, minor]) => minor > 0);
}

/** Shows the refunds of an order, the reason if no further refund is possible, and the buyer's request. */
export function OrderRefunds({ order }: { order: AdminOrder }) {
  const t = useTexts(texts);
  const { money, moment } = useFormats();
  const mayDecide = useMay()('money');
  const elsewhere = refundsElsewhere(order);
  const isUnderWay = order.refundPending.minor > 0 || order.refunds.some(({ state }) => state === 'pending');
  // Pending refunds count as refunded here, because they reduce the remaining amount. A lost dispute is shown in the part about the
  // dispute.
  const isSaid =
    (isUnderWay && order.obstacle === 'already_refunded') || (order.obstacle === 'disputed' && order.dispute?.state === 'lost');
  const obstacle = isSaid ? null : order.obstacle;
  return (
    <Panel title={t.refunds} action={mayDecide && order.refundRequest && !order.refundRequest.decision && <DeclineButton order={order} />}>
      {order.items.map(
        ({ ebookId, name, paidAlsoIn }) =>
          paidAlsoIn && (
            <p key={ebookId} className={css.notice}>
              {t.paidTwice(name)} <Link to={adminPaths.order.href(paidAlsoIn.id)}>{t.title(paidAlsoIn.number)}</Link>
            </p>
          ),
      )}
      {order.refundRequest && (
        <blockquote className={css.request}>
          <p>{t.refundRequest(moment(order.refundRequest.at))}</p>
          <p className={layout.words}>{order.refundRequest.reason || t.noReason}</p>
        </blockquote>
      )}
      {order.refundRequest && <Decision request={order.refundRequest} />}
      {order.refunds.length === 0 && elsewhere.length === 0 && <p className={layout.soft}>{t.noRefunds}</p>}
      <ul className={layout.lines}>
        {order.refunds.map((refund) => (
          <li key={refund.id} className={layout.line}>
            <span>
              {refund.channel === 'none' ? t.takenBackFree : t.refundOf(money(refund.amount))}
              <span className={layout.note}>
                {refund.by} · <time dateTime={refund.requestedAt}>{moment(refund.requestedAt)}</time>
              </span>
            </span>
            <Badge tone={TONES[refund.state]}>{t.refundStates[refund.state]}</Badge>
            {refund.channel !== 'none' && <p className={css.why}>{refund.keepsAccess ? t.accessKept : t.accessEnded}</p>}
            {refund.reason && (
              <p className={css.why}>
                {t.reasonGiven} <span lang={order.locale}>{refund.reason}</span>
              </p>
            )}
            {refund.state === 'pending' && <p className={css.why}>{t.refundWaits[refund.waitsFor ?? 'answer']}</p>}
            {refund.evidence && (
              <p className={css.why}>
                {t.refundedByHand} {refund.evidence}
              </p>
            )}
            {refund.obstacle && <p className={css.why}>{t.obstacles[refund.obstacle]}</p>}
          </li>
        ))}
        {elsewhere.map(([state, minor]) => (
          <li key={state} className={layout.line}>
            <span>
              {t.refundOf(money(moneyOf(minor, order.total.currency)))}
              <span className={layout.note}>{t.refundedAtStripe}</span>
            </span>
            <Badge tone={TONES[state]}>{t.refundStates[state]}</Badge>
          </li>
        ))}
      </ul>
      {obstacle && (
        <p className={css.obstacle}>{order.total.minor === 0 && order.state === 'refunded' ? t.freeIsOver : t.obstacles[obstacle]}</p>
      )}
    </Panel>
  );
}

/** Shows the decision on the buyer's request. */
function Decision({ request: { decision, decidedAt, note } }: { request: NonNullable<AdminOrder['refundRequest']> }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  if (!decision || !decidedAt) return null;
  if (decision === 'refunded') return <p className={layout.soft}>{t.requestRefunded(moment(decidedAt))}</p>;
  return (
    <blockquote className={css.decision}>
      <p>{t.requestDeclined(moment(decidedAt))}</p>
      <p className={layout.words}>{note}</p>
    </blockquote>
  );
}
