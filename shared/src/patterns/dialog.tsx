import { type ReactNode, useId } from 'react';
import css from './dialog.module.css';
import { useModal } from './use-modal.ts';

type DialogProps = {
  readonly title: string;
  readonly isOpen: boolean;
  /** Escape, the backdrop, or a press on a closing button. Focus goes back to where it was. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, the safe one first. */
  readonly actions: ReactNode;
  /** What waits ends with the dialog, such as an upload; else the dialog stays until it has its answer. */
  readonly isStoppable?: boolean;
  /** Another way, apart from what was asked. */
  readonly below?: ReactNode;
};

/** The platform's modal dialog: it holds the focus, hides the rest of the page, and closes with Escape. */
export function Dialog({ title, isOpen, onClose, children, actions, isStoppable = false, below }: DialogProps) {
  const modal = useModal(isOpen, onClose, isStoppable);
  const titleId = useId();

  return (
    <dialog {...modal} className={css.dialog} aria-labelledby={titleId}>
      <div className={css.sheet}>
        <h2 id={titleId} className={css.title}>
          {title}
        </h2>
        <div className={css.body}>{children}</div>
        <div className={css.actions} data-stays={!isStoppable || undefined}>
          {actions}
        </div>
        {below}
      </div>
    </dialog>
  );
}
