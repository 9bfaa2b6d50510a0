import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { MAX_REFUND_REASON } from '@site/shared/contracts/form-rules.ts';
import { TextArea } from '@site/shared/patterns/field.tsx';
import { Button, toast, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useId, useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import layout from '../../../signed-in/layout.module.css';
import { useDeclineRefund } from './admin-order-queries.ts';
import { texts } from './texts.ts';

/** Says no to the buyer's request for a refund, in words that the buyer gets by mail. */
export function DeclineButton({ order }: { order: AdminOrder }) {
  const t = useTexts(texts);
  const formId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const decline = useDeclineRefund(order.id);
  const close = () => setIsOpen(false);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const note = String(new FormData(event.currentTarget).get('note')).trim();
    setIsMissing(note === '');
    if (decline.isPending || note === '') return;
    decline.mutate(
      { note },
      {
        onSuccess: () => {
          close();
          toast.success(t.declined, { id: 'decline' });
        },
      },
    );
  }

  return (
    <>
      <Button
        variant="secondary"
        size="s"
        onClick={() => {
          decline.reset();
          setIsMissing(false);
          setIsOpen(true);
        }}
      >
        {t.decline}
      </Button>
      <ActionDialog
        title={t.declineTitle(order.number)}
        isOpen={isOpen}
        onClose={close}
        action={decline}
        formId={formId}
        confirmText={t.declineNow}
        pendingText={t.declining}
        failed={<strong>{t.notDeclined}</strong>}
        failureClass={layout.failure}
      >
        <p>{t.declineMeaning}</p>
        <form id={formId} data-keep={`refund-refusal ${order.id}`} onSubmit={submit} noValidate>
          <TextArea
            name="note"
            label={t.declineNote}
            rows={5}
            required
            maxLength={MAX_REFUND_REASON}
            lang={order.locale}
            error={isMissing && t.declineNoteMissing}
          />
        </form>
      </ActionDialog>
    </>
  );
}
