import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { ApiError, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { AskForm } from '../../../signed-in/ask-button.tsx';
import { useCorrectEmail } from './admin-order-queries.ts';
import { texts } from './texts.ts';

/** Moves the order from a mistyped email address to the correct one. */
export function CorrectEmailButton({ order }: { order: AdminOrder }) {
  const t = useTexts(texts);
  // The email address that the admin saw first. If another admin corrects the address meanwhile, the page says so.
  const [previousEmail, setPreviousEmail] = useState(order.email);
  const correct = useCorrectEmail(order.id);
  const isWrongEmail = correct.error instanceof ApiError && correct.error.fields.email !== undefined;
  return (
    <AskForm
      label={t.correctEmail}
      title={t.correctTitle}
      about={<p>{t.correctMeaning}</p>}
      action={correct}
      confirmText={t.correct}
      pendingText={t.correcting}
      failed={<strong>{t.notCorrected}</strong>}
      done={t.corrected}
      doneId="correct-email"
      keep={`buyer-email ${order.id}`}
      isRefused={isWrongEmail}
      onOpen={() => setPreviousEmail(order.email)}
      read={(fields) => ({ email: String(fields.get('email')).trim(), previousEmail })}
    >
      <TextField
        type="email"
        name="email"
        label={t.newEmail}
        required
        defaultValue={previousEmail}
        autoComplete="off"
        error={isWrongEmail && t.wrongEmail}
      />
    </AskForm>
  );
}
