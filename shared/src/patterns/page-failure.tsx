import { ErrorState, isRouteErrorResponse, useRevalidator, useRouteError, useTexts } from '@site/shared/site/site.ts';
import type { ReactNode } from 'react';
import { stateTexts } from '../texts/state-texts.ts';

type PageFailureProps = {
  /** The message about the data that failed to load. The component adds a retry button. */
  readonly message: string;
  /** Texts for an address where nothing exists. */
  readonly missing?: { readonly title: string; readonly message: string };
  /** Other links to continue. */
  readonly children?: ReactNode;
};

/** Renders the `ErrorBoundary` of a page's route, after its loader failed. */
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
