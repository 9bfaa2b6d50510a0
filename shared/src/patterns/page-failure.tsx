import { ErrorState, isRouteErrorResponse, useRevalidator, useRouteError, useTexts } from '@site/shared/site/site.ts';
import type { ReactNode } from 'react';
import { stateTexts } from '../texts/state-texts.ts';

type PageFailureProps = {
  /** What could not be had; the page offers to try again. */
  readonly message: string;
  /** What is said when there is nothing at the address. */
  readonly missing?: { readonly title: string; readonly message: string };
  /** Another way on. */
  readonly children?: ReactNode;
};

/** What a page shows instead of itself when its loader failed: its route's `ErrorBoundary`. */
export function PageFailure({ message, missing, children }: PageFailureProps) {
  const error = useRouteError();
  const words = useTexts(stateTexts);
  const { revalidate, state } = useRevalidator();
  if (missing && isRouteErrorResponse(error) && error.status === 404) {
    return (
      <ErrorState isPage title={missing.title} message={missing.message}>
        {children}
      </ErrorState>
    );
  }
  return (
    <ErrorState
      isPage
      title={words.error}
      message={message}
      retryText={words.retry}
      isRetrying={state === 'loading'}
      onRetry={() => void revalidate()}
    >
      {children}
    </ErrorState>
  );
}
