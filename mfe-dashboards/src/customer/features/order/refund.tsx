import { MAX_REFUND_REASON } from '@site/shared/contracts/form-rules.ts';
import type { OrderDetail } from '@site/shared/contracts/orders.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { Card } from '@site/shared/patterns/card.tsx';
import { TextArea } from '@site/shared/patterns/field.tsx';
import { Link, paths, useFormats, useTexts } from '@site/shared/site/site.ts';
import { useEffect, useRef } from 'react';
import { AskForm } from '../../../signed-in/ask-button.tsx';
import layout from '../../../signed-in/layout.module.css';
import { useRefundRequest } from './order-queries.ts';
import css from './refund.module.css';
import { texts } from './texts.ts';

/** Requests a refund, or explains that a refund is not possible here or was already requested. */
export function Refund({ order }: { order: OrderDetail }) {
  const t = useTexts(texts);
  const { moment, money } = useFormats();
  const isUnderWay = order.refundPending.minor > 0;
  const status = useRef<HTMLParagraphElement>(null);
  const couldAsk = useRef(order.canRequestRefund);

  // The form with the focus disappears when the request is sent, so the focus moves to the message that replaces the form.
  useEffect(() => {
    if (couldAsk.current && order.refundRequestedAt) status.current?.focus();
    couldAsk.current = order.canRequestRefund;
  }, [order.canRequestRefund, order.refundRequestedAt]);

  return (
    <Card as="section" tone="sunken">
      <h2 className={css.title}>{t.refund}</h2>
      {order.items.map(
        ({ ebookId, name, paidAlsoIn }) =>
          paidAlsoIn && (
            <p key={ebookId} className={css.note}>
              {t.paidTwice(name)} <Link to={paths.order.href(paidAlsoIn.id)}>{t.title(paidAlsoIn.number)}</Link>.{' '}
              <span>{order.canRequestRefund ? t.paidTwiceHow : !order.refundRequestedAt && t.paidTwiceWrite}</span>
            </p>
          ),
      )}
      <p ref={status} role="status" tabIndex={-1} className={layout.said}>
        {order.refundRequestedAt && !order.refundDeclined && t.refundRequested(moment(order.refundRequestedAt))}
      </p>
      {order.refundDeclined && (
        <>
          <p>{t.refundDeclined(moment(order.refundDeclined.at))}</p>
          <blockquote className={css.answer}>{order.refundDeclined.note}</blockquote>
        </>
      )}
      <RefundsMade order={order} />
      {isUnderWay && (
        <p className={css.note}>
          {t.refundUnderWay(money(order.refundPending))} {order.refundAsksBuyer ? t.refundAsksYou : t.refundTakesDays}
        </p>
      )}
      {order.canRequestRefund && <RefundRequest order={order} />}
      {!order.canRequestRefund && !order.refundRequestedAt && !isUnderWay && (
        <p>
          {t.refundClosed} <Link to={paths.contact.href()}>{t.contact}</Link>
        </p>
      )}
    </Card>
  );
}

/** Shows each refunded amount, and whether the buyer keeps the books. */
function RefundsMade({ order }: { order: OrderDetail }) {
  const t = useTexts(texts);
  const { moment, money } = useFormats();
  // A credit note that covers books but has no refund only replaces a receipt.
  const made = order.receipts.filter(
    ({ kind, isOfDispute, refund, lines }) =>
      kind === 'credit' && !isOfDispute && (refund || lines.every(({ ebookId }) => ebookId === null)),
  );
  return made.map(({ number, total, issuedAt, refund }) => (
    <div key={number} className={css.note}>
      <p>
        {t.refundDone(money(total), moment(issuedAt))} {refund && <span>{refund.keepsAccess ? t.bookStays : t.accessHasEnded}</span>}
      </p>
      {refund?.reason && <blockquote className={css.answer}>{refund.reason}</blockquote>}
    </div>
  ));
}

function RefundRequest({ order }: { order: OrderDetail }) {
  const t = useTexts(texts);
  const { money } = useFormats();
  const left = toMoney(order.total.minor - order.refunded.minor - order.refundPending.minor, order.total.currency);
  return (
    <>
      <p>{t.refundOffer}</p>
      <div className={css.ask}>
        <AskForm
          label={t.askRefund}
          title={t.refundTitle}
          about={<p>{t.refundMeaning(money(left))}</p>}
          action={useRefundRequest(order.id)}
          confirmText={t.askRefund}
          pendingText={t.askingRefund}
          failed={<strong>{t.refundFailed}</strong>}
          keep={`refund-request ${order.id}`}
          isKeptClosed
          read={(fields) => String(fields.get('reason'))}
        >
          <TextArea name="reason" label={t.reason} hint={t.reasonHint} rows={4} maxLength={MAX_REFUND_REASON} />
        </AskForm>
      </div>
    </>
  );
}
