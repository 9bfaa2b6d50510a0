import { expect, test } from 'vitest';
import { isSame } from './words.ts';

test('the same words are the same in any order of their names', () => {
  expect(isSame({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] })).toBe(true);
  expect(isSame({ a: [1] }, { a: [1, 2] })).toBe(false);
  expect(isSame({ a: 1 }, { b: 1 })).toBe(false);
  expect(isSame([], {})).toBe(false);
  expect(isSame(null, {})).toBe(false);
});
