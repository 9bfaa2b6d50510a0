import { Button, useTexts } from '@site/shared/site/site.ts';
import type { ComponentProps } from 'react';
import { commonTexts } from '../texts/common-texts.ts';
import { Dialog } from './dialog.tsx';
import { isWaiting } from './use-modal.ts';

type ConfirmDialogProps = ComponentProps<typeof Dialog> & {
  /** What the safe button says; by default that it cancels. */
  readonly cancelText?: string;
};

/** A dialog that does nothing until one of its actions is pressed; the button before them leaves everything as it is, while none waits. */
export function ConfirmDialog({ actions, onClose, cancelText, ...dialog }: ConfirmDialogProps) {
  const { cancel } = useTexts(commonTexts);
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="secondary"
            onClick={({ currentTarget }) => (dialog.isStoppable || !isWaiting(currentTarget.closest('dialog'))) && onClose()}
          >
            {cancelText ?? cancel}
          </Button>
          {actions}
        </>
      }
    />
  );
}
