import { ERROR_CODES } from '@site/shared/contracts/error-codes.ts';
import { ApiError, isRouteErrorResponse } from '@site/shared/site/site.ts';
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router-dom';
import type { SerializedError } from './boot.ts';

/** An error as the page may know it: never a message or a stack of ours. */
export function serializeError(error: unknown): SerializedError {
  if (isRouteErrorResponse(error)) return { kind: 'route', status: error.status, data: error.data };
  if (error instanceof ApiError) return { kind: 'api', code: error.code, status: error.status, requestId: error.requestId };
  return { kind: 'unexpected' };
}

/** The other way, so that the browser's first rendering shows what the server's showed. */
export function reviveError(error: SerializedError): unknown {
  switch (error.kind) {
    case 'route':
      return new ErrorResponse(error.status, undefined, error.data);
    case 'api':
      return new ApiError(ERROR_CODES.find((code) => code === error.code) ?? 'unexpected', error.status, {
        ...(error.requestId ? { requestId: error.requestId } : {}),
      });
    case 'unexpected':
      return new Error('The page failed on the server');
  }
}

/** `fn` over the values of a record. */
export const mapValues = <A, B>(record: Readonly<Record<string, A>>, fn: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, fn(value)]));
