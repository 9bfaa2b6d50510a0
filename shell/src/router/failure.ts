import { ApiError, isRouteErrorResponse } from '@site/shared/site/site.ts';
import { RemoteFailure } from '../federation/remote-failure.ts';

export type Failure = {
  /** The status that the answer has, or would have. */
  readonly status: 404 | 500 | 503;
  /** What is missing is a whole remote, not an answer of the API. */
  readonly isRemote: boolean;
  readonly requestId: string | null;
};

/** What an error of a loader, a page or a remote means for who sees the page. */
export function failureOf(error: unknown): Failure {
  if (error instanceof RemoteFailure) return { status: 503, isRemote: true, requestId: null };
  if (isRouteErrorResponse(error)) {
    const status = error.status === 404 ? 404 : error.status === 503 ? 503 : 500;
    return { status, isRemote: status === 503, requestId: null };
  }
  if (error instanceof ApiError) {
    const { requestId } = error;
    // What the API refuses to look for was asked for by the address.
    if (error.status === 404 || error.code === 'invalid_input') return { status: 404, isRemote: false, requestId };
    return { status: error.code === 'unexpected' ? 500 : 503, isRemote: false, requestId };
  }
  // A page's own file did not arrive: the network's fault, or a server that is being replaced.
  const isChunk = error instanceof Error && error.name === 'ChunkLoadError';
  return { status: isChunk ? 503 : 500, isRemote: isChunk, requestId: null };
}
