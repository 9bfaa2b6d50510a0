import { ApiError } from '@site/shared/site/site.ts';
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RemoteFailure } from '../federation/remote-failure.ts';
import { failureOf, STATUS_OF } from './failure.ts';

const chunkError = Object.assign(new Error('Loading chunk 12 failed'), { name: 'ChunkLoadError' });
afterEach(() => vi.unstubAllGlobals());

describe('the kind of page for an error', () => {
  it.each([
    ['a page that does not exist', new ErrorResponse(404, undefined, null), 'missing', 404],
    ['an unpublished post', new ErrorResponse(410, undefined, null), 'gone', 410],
    ['a book that does not exist', new ApiError('not_found', 404), 'missing', 404],
    ['an address with impossible parameters', new ApiError('invalid_input', 400), 'missing', 404],
    ['a remote that the server could not load', new ErrorResponse(503, undefined, { remote: 'mfe-shop' }), 'area', 503],
    ['a remote that the browser could not load', new RemoteFailure('mfe-shop', 'code'), 'area', 503],
    ['a page whose file did not arrive', chunkError, 'area', 503],
    ['no answer from the API', new ApiError('service_unavailable', 0), 'silent', 503],
    ['an API that is overloaded', new ApiError('too_many_requests', 429), 'silent', 503],
    ['a defect of the API', new ApiError('unexpected', 500), 'broken', 500],
    ['a defect of a page', new TypeError('x is undefined'), 'broken', 500],
    ['a thrown string', 'oops', 'broken', 500],
  ] as const)('the error is shown as its kind of page: %s', (_, error, kind, status) => {
    expect(failureOf(error).kind).toBe(kind);
    expect(STATUS_OF[kind]).toBe(status);
  });

  it('an error without a network says that the network is missing', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(failureOf(new RemoteFailure('mfe-shop', 'code')).kind).toBe('offline');
    expect(failureOf(new ApiError('service_unavailable', 0)).kind).toBe('offline');
    expect(failureOf(new ErrorResponse(404, undefined, null)).kind).toBe('missing');
    expect(failureOf(new TypeError('x is undefined')).kind).toBe('broken');
  });

  it('an error page shows the request id that support needs', () => {
    expect(failureOf(new ApiError('unexpected', 500, { requestId: 'req-12345' })).requestId).toBe('req-12345');
  });
});
