import { ApiError, isRouteErrorResponse } from '@site/shared/site/site.ts';
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router-dom';
import type { SerializedError } from './boot.ts';

/**
 * Returns an error in the form that visitors may see: without its message and stack, but with the request id by which we find it in our
 * logs.
 */
export function serializeError(error: unknown, requestId: string): SerializedError {
  if (isRouteErrorResponse(error)) return { kind: 'route', status: error.status, data: error.status < 500 ? error.data : { requestId } };
  const { code, status } = error instanceof ApiError ? error : { code: 'unexpected' as const, status: 500 };
  return { kind: 'api', code, status, requestId };
}

/** Returns an error from its serialized form, so that the browser renders the same error page as the server. */
export function reviveError(error: SerializedError): unknown {
  if (error.kind === 'route') return new ErrorResponse(error.status, undefined, error.data);
  const { code, status, requestId } = error;
  return new ApiError(code, status, { requestId });
}

/** Returns the record with `fn` applied to its values. */
export const mapValues = <A, B>(record: Readonly<Record<string, A>>, fn: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, fn(value)]));
