import type { SeriesStep } from '@site/shared/contracts/admin-series.ts';
import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { ApiError, Button, toast, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import { DayField, dayOf } from './day-field.tsx';
import css from './series.module.css';
import { useMoveStep } from './series-queries.ts';
import { texts } from './texts.ts';

type MoveStepDialogProps = { readonly step: SeriesStep; readonly revision: number; readonly onClose: () => void };

/** Puts a letter of the series to another day. */
export function MoveStepDialog({ step: { id, afterDays }, revision, onClose }: MoveStepDialogProps) {
  const t = useTexts(texts);
  const [typed, setTyped] = useState(String(afterDays));
  const [isRefused, setIsRefused] = useState(false);
  const move = useMoveStep(id);
  const problem = move.error instanceof ApiError ? move.error.fields.afterDays : undefined;

  function confirm() {
    const day = dayOf(typed);
    if (day === null) return setIsRefused(true);
    move.mutate(
      { revision, afterDays: day },
      {
        onSuccess: () => {
          onClose();
          toast.success(t.moved);
        },
      },
    );
  }

  return (
    <ConfirmDialog
      title={t.moveTitle}
      isOpen
      onClose={onClose}
      actions={
        <Button isPending={move.isPending} onClick={confirm}>
          {t.confirmMove}
        </Button>
      }
    >
      <div className={css.panel}>
        <DayField
          typed={typed}
          problem={isRefused ? 'invalid' : problem}
          onChange={(value) => {
            setTyped(value);
            setIsRefused(false);
            move.reset();
          }}
        />
        <p>{t.moveSentence}</p>
        <ActionFailure error={!problem && move.error} what={t.actionFailed} />
      </div>
    </ConfirmDialog>
  );
}
