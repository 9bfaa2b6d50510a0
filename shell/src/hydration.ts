import { ApiError, isRouteErrorResponse } from '@site/shared/site/site.ts';
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router-dom';
import type { SerializedError } from './boot.ts';

/** An error as the page may know it: never a message or a stack of ours, and the id under which our logs tell more. */
export function serializeError(error: unknown, requestId: string): SerializedError {
  if (isRouteErrorResponse(error)) return { kind: 'route', status: error.status, data: error.status < 500 ? error.data : { requestId } };
  const { code, status } = error instanceof ApiError ? error : { code: 'unexpected' as const, status: 500 };
  return { kind: 'api', code, status, requestId };
}

/** The other way, so that the browser's first rendering shows what the server's showed. */
export function reviveError(error: SerializedError): unknown {
  if (error.kind === 'route') return new ErrorResponse(error.status, undefined, error.data);
  const { code, status, requestId } = error;
  return new ApiError(code, status, { requestId });
}

/** `fn` over the values of a record. */
export const mapValues = <A, B>(record: Readonly<Record<string, A>>, fn: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, fn(value)]));
