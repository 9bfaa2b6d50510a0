import { expect, test } from 'vitest';
import { access, assertAccessIsComplete } from './access.ts';

const routes = Object.keys(access);

test('agrees with itself', () => {
  expect(() => assertAccessIsComplete(routes)).not.toThrow();
});

test('stops the start when a route has no row', () => {
  expect(() => assertAccessIsComplete([...routes, 'GET /api/secret'])).toThrow('GET /api/secret');
});

test('stops the start when a row has no route', () => {
  expect(() => assertAccessIsComplete(routes.slice(1))).toThrow(routes[0]);
});
