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
  /** Whether the title is the page's main heading. */
  readonly isPage?: boolean;
  /** Other ways to continue, shown next to the retry button. */
  readonly children?: ReactNode;
};

/** Renders an error: what failed and how to continue. Announced by screen readers when it appears. */
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
