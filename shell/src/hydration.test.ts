import { ApiError, isRouteErrorResponse } from '@site/shared/site/site.ts';
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { reviveError, serializeError } from './hydration.ts';

const travel = (error: unknown): unknown => reviveError(JSON.parse(JSON.stringify(serializeError(error, 'page-1'))));

describe('an error sent from the server to the page', () => {
  it('a serialised route error keeps status and data', () => {
    const error = travel(new ErrorResponse(404, undefined, { id: 'x' }));
    expect(isRouteErrorResponse(error) && [error.status, error.data]).toEqual([404, { id: 'x' }]);
  });
  it('a serialised API error keeps code and status, and has the request id of the page', () => {
    expect(travel(new ApiError('not_found', 404))).toMatchObject({ code: 'not_found', status: 404, requestId: 'page-1' });
  });
  it('a serialised error about an unavailable area has the request id of the page', () => {
    expect(travel(new ErrorResponse(503, undefined, { remote: 'mfe-shop' }))).toMatchObject({ status: 503, data: { requestId: 'page-1' } });
  });
  it('a serialised unexpected error has neither message nor stack', () => {
    const sent = JSON.stringify(serializeError(new TypeError('connect ECONNREFUSED 10.0.0.7:5432'), 'page-1'));
    expect(sent).toBe('{"kind":"api","code":"unexpected","status":500,"requestId":"page-1"}');
  });
});
