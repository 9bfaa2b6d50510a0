import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

/**
 * Opens and closes the platform's modal dialog, which holds the focus, hides the rest of the page and closes with Escape.
 * Returns what its element takes. A press that begins and ends on the backdrop closes it too: that is for pointers, the
 * keyboard has Escape.
 */
export function useModal(isOpen: boolean, onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A text selection that ends outside of the dialog is a click on the backdrop for the browser.
  const isPressOnBackdrop = useRef(false);

  // The element's own open state lives outside of React.
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);

  return {
    ref: dialog,
    onClose: () => isOpen && onClose(),
    onPointerDown: (event: PointerEvent<HTMLDialogElement>) => {
      isPressOnBackdrop.current = event.target === event.currentTarget;
    },
    onClick: (event: MouseEvent<HTMLDialogElement>) => event.target === event.currentTarget && isPressOnBackdrop.current && onClose(),
  };
}
