import type { SeriesStep } from '@site/shared/contracts/admin-series.ts';
import { ApiError, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { closeAndToast } from '../../../signed-in/close-and-toast.ts';
import layout from '../../../signed-in/layout.module.css';
import { DayField, dayOf } from './day-field.tsx';
import { useMoveStep } from './series-queries.ts';
import { texts } from './texts.ts';

type MoveStepDialogProps = { readonly step: SeriesStep; readonly revision: number; readonly onClose: () => void };

/** Moves an issue of the series to another day. */
export function MoveStepDialog({ step: { id, afterDays }, revision, onClose }: MoveStepDialogProps) {
  const t = useTexts(texts);
  const [typed, setTyped] = useState(String(afterDays));
  const [isRefused, setIsRefused] = useState(false);
  const move = useMoveStep(id);
  const problem = move.error instanceof ApiError ? move.error.fields.afterDays : undefined;

  function confirm() {
    const day = dayOf(typed);
    if (day === null) return setIsRefused(true);
    move.mutate({ revision, afterDays: day }, closeAndToast(onClose, t.moved));
  }

  return (
    <ActionDialog
      title={t.moveTitle}
      onClose={onClose}
      action={{ isPending: move.isPending, error: problem ? null : move.error }}
      onConfirm={confirm}
      confirmText={t.confirmMove}
      failed={t.actionFailed}
    >
      <div className={layout.lines}>
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
      </div>
    </ActionDialog>
  );
}
