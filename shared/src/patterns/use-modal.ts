import { type MouseEvent, type PointerEvent, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from 'react';

/** Returns whether a button of the dialog is pending. Its result or error will be shown in the dialog. */
export const isWaiting = (dialog: HTMLDialogElement | null): boolean => dialog?.querySelector('button[aria-busy="true"]') != null;

/**
 * Opens and closes the browser's modal dialog, which traps focus, makes the rest of the page inert and closes with Escape. The visitor
 * cannot close the dialog while an action is pending that closing would not stop. A press that begins and ends on the backdrop closes the
 * dialog too; keyboard users have Escape. Returns the props of the dialog element.
 */
export function useModal(isOpen: boolean, onClose: () => void, isStoppable = false) {
  const dialog = useRef<HTMLDialogElement>(null);
  const stays = () => !isStoppable && isWaiting(dialog.current);
  // A text selection that ends outside the dialog also arrives as a click on the backdrop.
  const isPressOnBackdrop = useRef(false);

  // The element's open state is not part of React's state.
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);

  // Closing the dialog returns the focus to the previous element. Removing an open dialog does not.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => {
      if (element?.open) element.close();
    };
  }, []);

  return {
    ref: dialog,
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (stays()) event.preventDefault();
    },
    onClose: () => {
      if (!isOpen) return;
      // Browsers let a second Escape close a dialog whose `cancel` event was prevented, so open it again.
      if (stays()) dialog.current?.showModal();
      else onClose();
    },
    onPointerDown: (event: PointerEvent<HTMLDialogElement>) => {
      isPressOnBackdrop.current = event.target === event.currentTarget;
    },
    onClick: (event: MouseEvent<HTMLDialogElement>) => {
      if (event.target === event.currentTarget && isPressOnBackdrop.current && !stays()) onClose();
    },
  };
}
