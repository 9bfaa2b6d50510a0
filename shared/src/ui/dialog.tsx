import { type ReactNode, useEffect, useId, useRef } from 'react';
import css from './dialog.module.css';

type DialogProps = {
  readonly title: string;
  readonly isOpen: boolean;
  /** Escape, the backdrop, or a press on a closing button. Focus goes back to where it was. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, the safe one first. */
  readonly actions: ReactNode;
};

/** The platform's modal dialog: it holds the focus, hides the rest of the page, and closes with Escape. */
export function Dialog({ title, isOpen, onClose, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // The element's own open state lives outside of React.
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the backdrop is for pointers; the keyboard has Escape and the buttons.
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-labelledby={titleId}
      onClose={() => isOpen && onClose()}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={css.sheet}>
        <h2 id={titleId} className={css.title}>
          {title}
        </h2>
        <div className={css.body}>{children}</div>
        <div className={css.actions}>{actions}</div>
      </div>
    </dialog>
  );
}
