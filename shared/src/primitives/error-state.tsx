import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { icons } from './icons.ts';
import css from './message-state.module.css';

type ErrorStateProps = {
  readonly title: string;
  readonly message: ReactNode;
  readonly retryText?: string;
  readonly onRetry?: () => void;
  readonly isRetrying?: boolean;
  /** The title is the page's own heading. */
  readonly isPage?: boolean;
  /** Further ways on, beside the retry. */
  readonly children?: ReactNode;
};

/** Something failed: what, and how to go on. Announced when it appears. */
export function ErrorState({ title, message, retryText, onRetry, isRetrying = false, isPage, children }: ErrorStateProps) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className={css.state} data-tone="error" role="alert">
      <span className={css.icon}>
        <Icon path={icons.warning} />
      </span>
      <Title className={css.title}>{title}</Title>
      <p className={css.message}>{message}</p>
      {(onRetry || children) && (
        <div className={css.actions}>
          {onRetry && (
            <Button variant="secondary" isPending={isRetrying} onClick={onRetry}>
              {retryText}
            </Button>
          )}
          {children}
        </div>
      )}
    </div>
  );
}
