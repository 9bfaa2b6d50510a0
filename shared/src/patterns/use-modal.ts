import { type MouseEvent, type PointerEvent, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from 'react';

/** Whether a button of a dialog waits for its answer: what follows it, or why it was refused, is shown there. */
export const isWaiting = (dialog: HTMLDialogElement | null): boolean => dialog?.querySelector('button[aria-busy="true"]') != null;

/**
 * Opens and closes the platform's modal dialog, which holds the focus, hides the rest of the page and closes with Escape, but not while one
 * of its buttons waits for what closing does not stop. Returns what its element takes. A press that begins and ends on the backdrop closes
 * it too: that is for pointers, the keyboard has Escape.
 */
export function useModal(isOpen: boolean, onClose: () => void, isStoppable = false) {
  const dialog = useRef<HTMLDialogElement>(null);
  const stays = () => !isStoppable && isWaiting(dialog.current);
  // A text selection that ends outside of the dialog is a click on the backdrop for the browser.
  const isPressOnBackdrop = useRef(false);

  // The element's own open state lives outside of React.
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);

  // Only `close` gives the focus back to where it was; removing an open dialog does not.
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
      // Browsers let a second Escape close a dialog whose `cancel` event was prevented.
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
