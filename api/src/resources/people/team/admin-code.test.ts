import { expect, test } from 'vitest';
import { hashAdminCode, newAdminCode } from './admin-code.ts';

test('an admin code is random, and contains no ambiguous characters', () => {
  const codes = new Set(Array.from({ length: 200 }, newAdminCode));
  expect(codes.size).toBe(200);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
});

test.each(['10AB-CDEF-GH23', '10abcdefgh23', ' 10AB CDEF GH23 ', 'lOab-cdef-gh23', 'IoAB–CDEF–GH23'])(
  'the spelling %j is accepted as the same admin code',
  (typed) => {
    expect(hashAdminCode(typed)).toBe(hashAdminCode('10AB-CDEF-GH23'));
  },
);

test('a different admin code is rejected', () => expect(hashAdminCode('10AB-CDEF-GH24')).not.toBe(hashAdminCode('10AB-CDEF-GH23')));
