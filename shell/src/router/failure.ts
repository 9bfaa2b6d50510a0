import { ApiError, isRouteErrorResponse } from '@site/shared/site/site.ts';
import { RemoteFailure } from '../federation/remote-failure.ts';

/**
 * `missing`: there is no such page. `gone`: there was one. `area`: a remote, or a page's own file, is not there. `silent`: the API did not
 * answer. `offline`: nothing can, the device has no network. `broken`: a defect.
 */
export type FailureKind = 'missing' | 'gone' | 'area' | 'silent' | 'offline' | 'broken';

export type Failure = { readonly kind: FailureKind; readonly requestId: string | null };

/** The status that an answer has which shows nothing else. */
export const STATUS_OF: Readonly<Record<FailureKind, 404 | 410 | 500 | 503>> = {
  missing: 404,
  gone: 410,
  area: 503,
  silent: 503,
  offline: 503,
  broken: 500,
};

/** As much of a request's id is shown: enough to find it by, and to read it out. */
export const SHORT_ID = 8;

/** What an error of a loader, a page or a remote means for the visitor of the page now. */
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
    // What the API refuses to look for was asked for by the address.
    if (error.status === 404 || error.code === 'invalid_input') return 'missing';
    return error.code === 'unexpected' ? 'broken' : 'silent';
  }
  // A page's own file did not arrive: the network's fault, or a server that is being replaced.
  const isChunk = error instanceof Error && error.name === 'ChunkLoadError';
  return isChunk || error instanceof RemoteFailure ? 'area' : 'broken';
}
