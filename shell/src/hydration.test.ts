import { ApiError, isRouteErrorResponse } from '@site/shared/site/site.ts';
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { reviveError, serializeError } from './hydration.ts';

const travel = (error: unknown): unknown => reviveError(JSON.parse(JSON.stringify(serializeError(error))));

describe('an error on its way from the server to the page', () => {
  it('keeps status and data of a route error', () => {
    const error = travel(new ErrorResponse(404, undefined, { id: 'x' }));
    expect(isRouteErrorResponse(error) && [error.status, error.data]).toEqual([404, { id: 'x' }]);
  });
  it('keeps code, status and request id of an API error', () => {
    expect(travel(new ApiError('not_found', 404, { requestId: 'req-1' }))).toMatchObject({
      code: 'not_found',
      status: 404,
      requestId: 'req-1',
    });
  });
  it('leaves message and stack of a defect on the server', () => {
    const sent = JSON.stringify(serializeError(new TypeError('connect ECONNREFUSED 10.0.0.7:5432')));
    expect(sent).toBe('{"kind":"unexpected"}');
  });
});
