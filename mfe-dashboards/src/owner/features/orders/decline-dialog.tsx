import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { MAX_REFUND_REASON } from '@site/shared/contracts/form-rules.ts';
import { TextArea } from '@site/shared/patterns/field.tsx';
import { useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { AskForm } from '../../../signed-in/ask-button.tsx';
import { useDeclineRefund } from './admin-order-queries.ts';
import { texts } from './texts.ts';

/** Declines the buyer's refund request, with a text that is emailed to the buyer. */
export function DeclineButton({ order }: { order: AdminOrder }) {
  const t = useTexts(texts);
  const [isMissing, setIsMissing] = useState(false);

  function read(fields: FormData) {
    const note = String(fields.get('note')).trim();
    setIsMissing(note === '');
    return note === '' ? null : { note };
  }

  return (
    <AskForm
      label={t.decline}
      title={t.declineTitle(order.number)}
      about={<p>{t.declineMeaning}</p>}
      action={useDeclineRefund(order.id)}
      confirmText={t.declineNow}
      pendingText={t.declining}
      failed={<strong>{t.notDeclined}</strong>}
      done={t.declined}
      doneId="decline"
      keep={`refund-refusal ${order.id}`}
      isKeptClosed
      onOpen={() => setIsMissing(false)}
      read={read}
    >
      <TextArea
        name="note"
        label={t.declineNote}
        rows={5}
        required
        maxLength={MAX_REFUND_REASON}
        lang={order.locale}
        error={isMissing && t.declineNoteMissing}
      />
    </AskForm>
  );
}
