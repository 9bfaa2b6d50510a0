import { expect, it } from 'vitest';
import { shorten } from './shorten.ts';

it.each([
  ['Um livro curto.', 15, 'Um livro curto.'],
  ['Um livro curto.', 14, 'Um livro…'],
  ['Primeiro, segundo', 12, 'Primeiro…'],
  ['Linha.\n\nOutra linha', 12, 'Linha…'],
  ['Palavracomprida', 8, 'Palavra…'],
])('the text %j shortened to %i characters is %j', (text, longest, short) => {
  expect(shorten(text, longest)).toBe(short);
  expect(short.length).toBeLessThanOrEqual(longest);
});
