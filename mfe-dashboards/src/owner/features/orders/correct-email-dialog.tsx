import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { ApiError, Button, toast, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useId, useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import layout from '../../../signed-in/layout.module.css';
import { useCorrectEmail } from './admin-order-queries.ts';
import { texts } from './texts.ts';

/** Moves the order from a mistyped address to the right one. */
export function CorrectEmailButton({ order }: { order: AdminOrder }) {
  const t = useTexts(texts);
  const formId = useId();
  // What the admin saw at the start: a correction by another one meanwhile is told.
  const [previousEmail, setPreviousEmail] = useState<string | null>(null);
  const correct = useCorrectEmail(order.id);
  const isWrongEmail = correct.error instanceof ApiError && correct.error.fields.email !== undefined;
  const close = () => setPreviousEmail(null);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (correct.isPending || previousEmail === null) return;
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    correct.mutate(
      { email, previousEmail },
      {
        onSuccess: () => {
          close();
          toast.success(t.corrected, { id: 'correct-email' });
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
          correct.reset();
          setPreviousEmail(order.email);
        }}
      >
        {t.correctEmail}
      </Button>
      <ActionDialog
        title={t.correctTitle}
        isOpen={previousEmail !== null}
        onClose={close}
        action={{ isPending: correct.isPending, error: isWrongEmail ? null : correct.error }}
        formId={formId}
        confirmText={t.correct}
        pendingText={t.correcting}
        failed={<strong>{t.notCorrected}</strong>}
        failureClass={layout.failure}
      >
        <p>{t.correctMeaning}</p>
        {previousEmail !== null && (
          <form id={formId} data-keep={`buyer-email ${order.id}`} onSubmit={submit}>
            <TextField
              type="email"
              name="email"
              label={t.newEmail}
              required
              defaultValue={previousEmail}
              autoComplete="off"
              error={isWrongEmail && t.wrongEmail}
            />
          </form>
        )}
      </ActionDialog>
    </>
  );
}
