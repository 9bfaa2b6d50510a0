import { ApiError } from '@site/shared/site/site.ts';
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { RemoteFailure } from '../federation/remote-failure.ts';
import { failureOf } from './failure.ts';

const chunkError = Object.assign(new Error('Loading chunk 12 failed'), { name: 'ChunkLoadError' });

describe('what an error means for who sees the page', () => {
  it.each([
    ['a page that does not exist', new ErrorResponse(404, undefined, null), 404, false],
    ['a book that does not exist', new ApiError('not_found', 404), 404, false],
    ['a remote that the server could not load', new ErrorResponse(503, undefined, { remote: 'mfe-shop' }), 503, true],
    ['a remote that the browser could not load', new RemoteFailure('mfe-shop', 'code'), 503, true],
    ['a page whose file did not arrive', chunkError, 503, true],
    ['no answer of the API', new ApiError('service_unavailable', 0), 503, false],
    ['an API that is overloaded', new ApiError('too_many_requests', 429), 503, false],
    ['a defect of the API', new ApiError('unexpected', 500), 500, false],
    ['a defect of a page', new TypeError('x is undefined'), 500, false],
    ['a thrown string', 'oops', 500, false],
  ])('%s', (_, error, status, isRemote) => expect(failureOf(error)).toMatchObject({ status, isRemote }));

  it('hands on the code that support asks for', () => {
    expect(failureOf(new ApiError('unexpected', 500, { requestId: 'req-12345' })).requestId).toBe('req-12345');
  });
});
