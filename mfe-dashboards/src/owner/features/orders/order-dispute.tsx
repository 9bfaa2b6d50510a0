import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { useFormats, useTexts } from '@site/shared/site/site.ts';
import { disputeReasons } from '../../../orders/dispute-texts.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import css from './order-sheets.module.css';
import { texts } from './texts.ts';

const TONES = { needs_response: 'danger', under_review: 'warning', won: 'success', lost: 'neutral', closed: 'success' } as const;

/** Shows why the bank disputes the payment, the deadline for an answer, and where to answer. Nothing for an order without a dispute. */
export function OrderDispute({ order }: { order: AdminOrder }) {
  const { dispute, isDisputeUnread } = order;
  const t = useTexts(texts);
  const reasons = useTexts(disputeReasons);
  const { money, moment } = useFormats();
  if (isDisputeUnread) {
    return (
      <Panel title={t.dispute}>
        <p className={css.notice}>{t.disputeUnread}</p>
      </Panel>
    );
  }
  if (!dispute) return null;
  return (
    <Panel title={t.dispute} action={<Badge tone={TONES[dispute.state]}>{t.disputeStates[dispute.state]}</Badge>}>
      <dl className={layout.facts}>
        <dt>{t.disputeReason}</dt>
        <dd>{reasons[dispute.reason]}</dd>
        <dt>{t.disputeAmount}</dt>
        <dd>{money(dispute.amount)}</dd>
        <dt>{t.disputeOpened}</dt>
        <dd>
          <time dateTime={dispute.openedAt}>{moment(dispute.openedAt)}</time>
        </dd>
        {dispute.state === 'needs_response' && dispute.dueBy && (
          <>
            <dt>{t.disputeDue}</dt>
            <dd>
              <strong>
                <time dateTime={dispute.dueBy}>{moment(dispute.dueBy)}</time>
              </strong>
            </dd>
          </>
        )}
        {dispute.answeredAt && (
          <>
            <dt>{t.disputeAnswered}</dt>
            <dd>
              <time dateTime={dispute.answeredAt}>{moment(dispute.answeredAt)}</time>
            </dd>
          </>
        )}
        {dispute.closedAt && (
          <>
            <dt>{t.disputeClosed}</dt>
            <dd>
              <time dateTime={dispute.closedAt}>{moment(dispute.closedAt)}</time>
            </dd>
          </>
        )}
      </dl>
      <p className={css.action}>
        {dispute.state === 'needs_response' && !dispute.dueBy ? t.disputeUnanswerable : t.disputeMeaning[dispute.state]}
      </p>
      {order.state === 'disputed' && order.obstacle === null && <p className={css.action}>{t.disputeInquiry}</p>}
      <p className={css.action}>
        <a href={dispute.url} target="_blank" rel="noreferrer">
          {t.openInStripe}
        </a>
      </p>
    </Panel>
  );
}
