import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { Button } from '@site/shared/site/site.ts';
import type { ReactNode } from 'react';
import { ActionFailure } from './action-failure.tsx';
import layout from './layout.module.css';

export type ActionDialogProps = {
  readonly title: string;
  /** Whether the dialog is open. A dialog that stays on the page while closed returns the focus to the button that opens it. */
  readonly isOpen?: boolean;
  readonly onClose: () => void;
  /** The call that the person confirms. With it, the dialog stays open until the API has answered. */
  readonly action?: { readonly isPending: boolean; readonly error: Error | null };
  readonly onConfirm?: () => void;
  /** The form that the button submits, instead of `onConfirm`. */
  readonly formId?: string;
  readonly confirmText: string;
  readonly pendingText?: string | undefined;
  /** Shows the confirming button in the danger colour. */
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  readonly cancelText?: string;
  /** The first sentence of the error message, such as "The note was not saved." */
  readonly failed?: ReactNode;
  readonly failureClass?: string | undefined;
  /** A reason to show instead of the general sentence of the error, because it says more. */
  readonly reason?: ReactNode;
  readonly children?: ReactNode;
};

/** Asks before a call is made, shows that it runs, and says why it failed. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, isOpen = true, onClose, action, onConfirm, formId, confirmText, pendingText, isDangerous, isDisabled } = props;
  const { cancelText, failed, failureClass = layout.failure, reason, children } = props;
  return (
    <ConfirmDialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      {...(cancelText ? { cancelText } : {})}
      actions={
        <Button
          {...(formId ? { type: 'submit' as const, form: formId } : { onClick: onConfirm })}
          variant={isDangerous ? 'danger' : 'primary'}
          disabled={isDisabled}
          isPending={action?.isPending ?? false}
          pendingText={pendingText}
        >
          {confirmText}
        </Button>
      }
    >
      {children}
      {action && (
        <ActionFailure error={action.error} what={failed} className={failureClass}>
          {reason}
        </ActionFailure>
      )}
    </ConfirmDialog>
  );
}
