import type { ReactNode } from 'react';
import layout from './layout.module.css';
import { useFailureText } from './load-failure.tsx';

type ActionFailureProps = {
  /** The reason of the failure. Nothing is shown without an error. */
  readonly error: Error | null | undefined | false;
  /** The first sentence of the error message, such as "The note was not saved." */
  readonly what?: ReactNode;
  readonly className?: string | undefined;
  /** A reason to show instead of the general sentence of the error, because it says more. */
  readonly children?: ReactNode;
};

/**
 * Says next to a button why its action failed. The empty box is always on the page, because screen readers announce only changes of an
 * existing box.
 */
export function ActionFailure({ error, what, className = layout.problem, children }: ActionFailureProps) {
  const reason = useFailureText(error);
  return (
    <div role="alert">
      {error && (
        <p className={className}>
          {what} {children || reason}
        </p>
      )}
    </div>
  );
}
