import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import css from './button.module.css';

export type ButtonLook = {
  /** `primary`: once per screen. `quiet`: looks like text. */
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly size?: 's' | 'm' | 'l';
  readonly isWide?: boolean;
};

type ButtonProps = ComponentPropsWithRef<'button'> &
  ButtonLook & {
    /** Whether the button's action is running. Meanwhile the button keeps its focus and ignores further presses. */
    readonly isPending?: boolean;
    /** The button's text while its action is running. */
    readonly pendingText?: ReactNode;
  };

export function Button(props: ButtonProps) {
  const { variant = 'primary', size = 'm', isWide, isPending = false, pendingText, children, onClick, type = 'button', ...rest } = props;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isPending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={css.button}
      data-variant={variant}
      data-size={size}
      data-wide={isWide || undefined}
      aria-disabled={isPending || rest['aria-disabled']}
      aria-busy={isPending || undefined}
      onClick={press}
    >
      {isPending && <span className={css.spinner} aria-hidden="true" />}
      {/* Each text has its own element. A browser's translator replaces bare text nodes, and React would fail to find them. */}
      {isPending && pendingText ? (
        <span key="pending" className={css.words}>
          {pendingText}
        </span>
      ) : (
        <span key="idle" className={css.words}>
          {children}
        </span>
      )}
    </button>
  );
}
