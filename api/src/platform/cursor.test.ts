import { expect, test } from 'vitest';
import { AppError } from '../base/app-error.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

const position = { at: '2026-11-21T07:40:03.995123+00:00', id: 'raizes-que-sustentam' };

test('a cursor is decoded unchanged, with microseconds', () => {
  expect(decodeCursor(encodeCursor(position))).toEqual(position);
});

test('a missing cursor is the first page', () => {
  expect(decodeCursor(undefined)).toBeNull();
  expect(decodeCursor('')).toBeNull();
});

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each([
  ['words', 'abc'],
  ['no position', encoded({ at: position.at })],
  ['a moment that is none', encoded(['2026-99-99T07:40:03+00:00', 'a'])],
  ['a day that no month has', encoded(['2026-02-31T07:40:03+00:00', 'a'])],
  ['an hour that no day has', encoded(['2026-02-01T24:00:00+00:00', 'a'])],
  ['a year before the first', encoded(['0000-01-01T00:00:00Z', 'a'])],
  ['an id with NUL', encoded([position.at, 'a\u0000'])],
  ['an id with half a character', encoded([position.at, '\ud800'])],
  ['SQL in the moment', encoded(["2026-11-21T07:40:03+00:00'; drop table orders", 'a'])],
  ['an endless id', encoded([position.at, 'a'.repeat(500)])],
  ['a number as id', encoded([position.at, 7])],
])('an invalid cursor is rejected: %s', (_, cursor) => {
  expect(() => decodeCursor(cursor)).toThrow(AppError);
});

test('a cursor of the books is rejected in the list of orders', () => {
  expect(() => decodeCursor(encodeCursor(position), 'uuid')).toThrow(AppError);
  const order = { ...position, id: '55644ce2-5cab-4671-bc91-39e334427e56' };
  expect(decodeCursor(encodeCursor(order), 'uuid')).toEqual(order);
});
