import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { TextField } from '@site/shared/patterns/field.tsx';
import { ApiError, Button, toast, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useId, useState } from 'react';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import { useCorrectEmail } from './admin-order-queries.ts';
import css from './order-dialogs.module.css';
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
      <ConfirmDialog
        title={t.correctTitle}
        isOpen={previousEmail !== null}
        onClose={close}
        actions={
          <Button type="submit" form={formId} isPending={correct.isPending} pendingText={t.correcting}>
            {t.correct}
          </Button>
        }
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
        <ActionFailure error={!isWrongEmail && correct.error} what={<strong>{t.notCorrected}</strong>} className={css.failure} />
      </ConfirmDialog>
    </>
  );
}
