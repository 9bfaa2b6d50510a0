import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { useFormats, useTexts } from '@site/shared/site/site.ts';
import { Badge } from '@site/shared/ui/badge.tsx';
import { Panel } from '../../admin/panel.tsx';
import css from './order-sheets.module.css';
import { texts } from './texts.ts';

const TONES = { pending: 'warning', done: 'success', failed: 'danger' } as const;

/** What was given back, or why nothing can be; and what the buyer asked for. */
export function OrderRefunds({ order }: { order: AdminOrder }) {
  const t = useTexts(texts);
  const { money, moment } = useFormats();
  const isUnderWay = order.refundPending.minor > 0 || order.refunds.some(({ state }) => state === 'pending');
  // What is on its way counts as given back when it is decided what is left.
  const obstacle = isUnderWay && order.obstacle === 'already_refunded' ? null : order.obstacle;
  return (
    <Panel title={t.refunds}>
      {order.refundRequest && (
        <blockquote className={css.request}>
          <p>{t.refundRequest(moment(order.refundRequest.at))}</p>
          <p className={css.words}>{order.refundRequest.reason || t.noReason}</p>
        </blockquote>
      )}
      {order.refunds.length === 0 && <p className={css.soft}>{t.noRefunds}</p>}
      <ul className={css.lines}>
        {order.refunds.map((refund) => (
          <li key={refund.id} className={css.line}>
            <span>
              {t.refundOf(money(refund.amount))}
              <span className={css.note}>
                {refund.by} · <time dateTime={refund.requestedAt}>{moment(refund.requestedAt)}</time>
              </span>
              {refund.state === 'pending' && <span className={css.note}>{t.refundWaits[refund.waitsFor ?? 'answer']}</span>}
              {refund.obstacle && <span className={css.note}>{t.obstacles[refund.obstacle]}</span>}
            </span>
            <Badge tone={TONES[refund.state]}>{t.refundStates[refund.state]}</Badge>
          </li>
        ))}
      </ul>
      {obstacle && <p className={css.soft}>{t.obstacles[obstacle]}</p>}
    </Panel>
  );
}
