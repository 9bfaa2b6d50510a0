import { expect, test } from 'vitest';
import { hashAdminCode, newAdminCode } from './admin-code.ts';

test('a code is new each time, and has nothing in it that is taken for something else', () => {
  const codes = new Set(Array.from({ length: 200 }, newAdminCode));
  expect(codes.size).toBe(200);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
});

test.each(['10AB-CDEF-GH23', '10abcdefgh23', ' 10AB CDEF GH23 ', 'lOab-cdef-gh23', 'IoAB–CDEF–GH23'])('%j is the same code', (typed) => {
  expect(hashAdminCode(typed)).toBe(hashAdminCode('10AB-CDEF-GH23'));
});

test('another code is another one', () => expect(hashAdminCode('10AB-CDEF-GH24')).not.toBe(hashAdminCode('10AB-CDEF-GH23')));
