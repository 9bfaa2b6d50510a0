import { expect, test } from 'vitest';
import { access, assertAccessIsComplete } from './access.ts';

const routes = Object.keys(access);

test('the access table is consistent', () => {
  expect(() => assertAccessIsComplete(routes)).not.toThrow();
});

test('the API does not start if a route has no row in the access table', () => {
  expect(() => assertAccessIsComplete([...routes, 'GET /api/secret'])).toThrow('GET /api/secret');
});

test('the API does not start if a row of the access table has no route', () => {
  expect(() => assertAccessIsComplete(routes.slice(1))).toThrow(routes[0]);
});
