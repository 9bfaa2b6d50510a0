import { ApiError, isRouteErrorResponse } from '@site/shared/site/site.ts';
import { RemoteFailure } from '../federation/remote-failure.ts';

/**
 * `missing`: the page does not exist. `gone`: it no longer exists. `area`: a remote or a page's own file is unavailable. `silent`: the API
 * did not answer. `offline`: the device has no network. `broken`: a bug.
 */
export type FailureKind = 'missing' | 'gone' | 'area' | 'silent' | 'offline' | 'broken';

export type Failure = { readonly kind: FailureKind; readonly requestId: string | null };

/** HTTP status of a page that shows nothing but this error. */
export const STATUS_OF: Readonly<Record<FailureKind, 404 | 410 | 500 | 503>> = {
  missing: 404,
  gone: 410,
  area: 503,
  silent: 503,
  offline: 503,
  broken: 500,
};

/** Characters of a request id that are shown: enough to find it and to read it out. */
export const SHORT_ID = 8;

/** Returns what an error of a loader, page or remote means to the visitor. */
export function failureOf(error: unknown): Failure {
  const kind = kindOf(error);
  const isOffline = STATUS_OF[kind] === 503 && globalThis.navigator?.onLine === false;
  const known = error instanceof ApiError ? error : isRouteErrorResponse(error) ? error.data : null;
  return isOffline ? { kind: 'offline', requestId: null } : { kind, requestId: known?.requestId ?? null };
}

const KIND_OF: Readonly<Record<number, FailureKind>> = { 404: 'missing', 410: 'gone', 503: 'area' };

function kindOf(error: unknown): FailureKind {
  if (isRouteErrorResponse(error)) return KIND_OF[error.status] ?? 'broken';
  if (error instanceof ApiError) {
    // The URL contains a value that the API does not accept.
    if (error.status === 404 || error.code === 'invalid_input') return 'missing';
    return error.code === 'unexpected' ? 'broken' : 'silent';
  }
  // The page's own file did not load, because of a network error or a server that is being replaced.
  const isChunk = error instanceof Error && error.name === 'ChunkLoadError';
  return isChunk || error instanceof RemoteFailure ? 'area' : 'broken';
}
