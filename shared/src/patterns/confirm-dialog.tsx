import { Button, useTexts } from '@site/shared/site/site.ts';
import type { ComponentProps } from 'react';
import { commonTexts } from '../texts/common-texts.ts';
import { Dialog } from './dialog.tsx';
import { isWaiting } from './use-modal.ts';

/** A dialog that does nothing until one of its actions is pressed; the button before them leaves everything as it is, while none waits. */
export function ConfirmDialog({ actions, onClose, ...dialog }: ComponentProps<typeof Dialog>) {
  const { cancel } = useTexts(commonTexts);
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={({ currentTarget }) => !isWaiting(currentTarget.closest('dialog')) && onClose()}>
            {cancel}
          </Button>
          {actions}
        </>
      }
    />
  );
}
