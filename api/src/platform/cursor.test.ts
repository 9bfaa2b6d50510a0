import { expect, test } from 'vitest';
import { AppError } from '../base/app-error.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

const position = { at: '2026-11-21T07:40:03.995123+00:00', id: 'raizes-que-sustentam' };

test('a cursor is decoded unchanged, with microseconds', () => {
  expect(decodeCursor(encodeCursor(position))).toEqual(position);
});

test('a missing cursor selects the first page', () => {
  expect(decodeCursor(undefined)).toBeNull();
  expect(decodeCursor('')).toBeNull();
});

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each([
  ['plain words', 'abc'],
  ['an empty position', encoded({ at: position.at })],
  ['an invalid timestamp', encoded(['2026-99-99T07:40:03+00:00', 'a'])],
  ['an impossible day', encoded(['2026-02-31T07:40:03+00:00', 'a'])],
  ['an impossible hour', encoded(['2026-02-01T24:00:00+00:00', 'a'])],
  ['the year zero', encoded(['0000-01-01T00:00:00Z', 'a'])],
  ['an id with NUL', encoded([position.at, 'a\u0000'])],
  ['an id with half a surrogate pair', encoded([position.at, '\ud800'])],
  ['SQL in the timestamp', encoded(["2026-11-21T07:40:03+00:00'; drop table orders", 'a'])],
  ['an overlong id', encoded([position.at, 'a'.repeat(500)])],
  ['a number as id', encoded([position.at, 7])],
])('an invalid cursor is rejected: %s', (_, cursor) => {
  expect(() => decodeCursor(cursor)).toThrow(AppError);
});

test('a cursor of the books is rejected in the list of orders', () => {
  expect(() => decodeCursor(encodeCursor(position), 'uuid')).toThrow(AppError);
  const order = { ...position, id: '55644ce2-5cab-4671-bc91-39e334427e56' };
  expect(decodeCursor(encodeCursor(order), 'uuid')).toEqual(order);
});
