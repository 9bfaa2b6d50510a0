import { expect, test } from 'vitest';
import { describeError } from './logger.ts';

test('an error is logged with its code and causes, and without its other properties', () => {
  const cause = Object.assign(new TypeError('fetch failed'), { code: 'ECONNREFUSED', address: 'ana@example.test' });
  const error = Object.assign(new Error('no answer', { cause }), {
    headers: { authorization: 'Bearer x' },
    raw: { email: 'ana@example.test' },
    requestId: 'req_7',
  });
  expect(describeError(error)).toMatchObject({
    name: 'Error',
    message: 'no answer',
    providerRequestId: 'req_7',
    cause: { name: 'TypeError', code: 'ECONNREFUSED' },
  });
  expect(JSON.stringify(describeError(error))).not.toMatch(/ana@|Bearer/);
});

test('the log names the type of a thrown value that is no error, and never the value', () => {
  expect(describeError({ password: 'x' })).toBe('object');
});

test('an error with circular causes is logged without a loop', () => {
  const error = new Error('round');
  error.cause = error;
  expect(JSON.stringify(describeError(error)).match(/"round"/g)).toHaveLength(4);
});
