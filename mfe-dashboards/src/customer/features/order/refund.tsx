import { MAX_REFUND_REASON } from '@site/shared/contracts/form-rules.ts';
import type { OrderDetail } from '@site/shared/contracts/orders.ts';
import { toMoney as amount } from '@site/shared/money/money.ts';
import { Card } from '@site/shared/patterns/card.tsx';
import { TextArea } from '@site/shared/patterns/field.tsx';
import { Button, Link, paths, useFormats, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import layout from '../../../signed-in/layout.module.css';
import { useRefundRequest } from './order-queries.ts';
import css from './refund.module.css';
import { texts } from './texts.ts';

/** Asks for the money back, or says why that is not possible here, or that it was asked for. */
export function Refund({ order }: { order: OrderDetail }) {
  const t = useTexts(texts);
  const { moment, money } = useFormats();
  const isUnderWay = order.refundPending.minor > 0;
  const status = useRef<HTMLParagraphElement>(null);
  const couldAsk = useRef(order.canRequestRefund);

  // The form that had the focus leaves with the request: its answer takes the focus.
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
      <p ref={status} role="status" tabIndex={-1} className={css.state}>
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

/** Each amount that arrived, and whether the buyer keeps the books. */
function RefundsMade({ order }: { order: OrderDetail }) {
  const t = useTexts(texts);
  const { moment, money } = useFormats();
  // A credit note over books without a refund only replaces a receipt.
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
  const request = useRefundRequest(order.id);
  const [isOpen, setIsOpen] = useState(false);
  const formId = useId();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!request.isPending) request.mutate(String(new FormData(event.currentTarget).get('reason')));
  }

  return (
    <>
      <p>{t.refundOffer}</p>
      <div className={css.ask}>
        <Button variant="secondary" size="s" onClick={() => setIsOpen(true)}>
          {t.askRefund}
        </Button>
      </div>
      <ActionDialog
        title={t.refundTitle}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        action={request}
        formId={formId}
        confirmText={t.askRefund}
        pendingText={t.askingRefund}
        failed={<strong>{t.refundFailed}</strong>}
        failureClass={layout.failure}
      >
        <p>{t.refundMeaning(money(amount(order.total.minor - order.refunded.minor - order.refundPending.minor, order.total.currency)))}</p>
        <form id={formId} data-keep={`refund-request ${order.id}`} onSubmit={submit}>
          <TextArea name="reason" label={t.reason} hint={t.reasonHint} rows={4} maxLength={MAX_REFUND_REASON} />
        </form>
      </ActionDialog>
    </>
  );
}
