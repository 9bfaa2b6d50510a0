import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it.each([
  ['Ana Maria Souza', 'AS'],
  ['  Élida ', 'É'],
  ['(Bia) Lima', 'BL'],
  [null, 'X'],
  ['12 34', 'X'],
])('the initials of %s are %s', (displayName, initials) => {
  expect(initialsOf({ displayName, email: 'x@leitores.test' })).toBe(initials);
});
