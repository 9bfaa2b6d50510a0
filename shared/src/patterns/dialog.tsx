import { type ReactNode, useId } from 'react';
import css from './dialog.module.css';
import { useModal } from './use-modal.ts';

type DialogProps = {
  readonly title: string;
  readonly isOpen: boolean;
  /** Called when the visitor presses Escape, the backdrop or a closing button. The focus then returns to the previous element. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The dialog's buttons. The first one is the safe choice. */
  readonly actions: ReactNode;
  /**
   * Whether closing the dialog also stops the pending action, such as an upload. If false, the dialog stays open until the action has
   * ended.
   */
  readonly isStoppable?: boolean;
  /** Another way to reach the goal, shown below the question and apart from it. */
  readonly below?: ReactNode;
};

/** Renders the browser's modal dialog, which traps focus, makes the rest of the page inert, and closes with Escape. */
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
