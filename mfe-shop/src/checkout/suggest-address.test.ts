import { expect, it } from 'vitest';
import { suggestAddress } from './suggest-address.ts';

it.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@gmal.com', 'ana@gmail.com'],
  ['ana@gmail.con', 'ana@gmail.com'],
  ['ana@ggmail.com', 'ana@gmail.com'],
  ['Ana@HOTMIAL.COM', 'Ana@hotmail.com'],
  ['ana@yaho.com.br', 'ana@yahoo.com.br'],
])('the mistyped email address %s gets the suggestion %s', (typed, meant) => expect(suggestAddress(typed)).toBe(meant));

it.each(['ana@gmail.com', 'ana@mail.com', 'ana@ymail.com', 'ana@igreja.org.br', 'ana', '@gmial.com', ''])(
  'the address %s gets no suggestion',
  (typed) => expect(suggestAddress(typed)).toBeNull(),
);
