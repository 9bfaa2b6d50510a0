import { Button, useTexts } from '@site/shared/site/site.ts';
import type { ComponentProps } from 'react';
import { commonTexts } from '../texts/common-texts.ts';
import { Dialog } from './dialog.tsx';
import { isWaiting } from './use-modal.ts';

type ConfirmDialogProps = ComponentProps<typeof Dialog> & {
  /** Text of the safe button; by default "cancel". */
  readonly cancelText?: string;
};

/**
 * Renders a dialog that changes nothing until one of its actions is pressed. The button before the actions closes it, unless an action is
 * pending.
 */
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
