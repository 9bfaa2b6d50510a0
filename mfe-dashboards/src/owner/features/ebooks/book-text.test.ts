import { expect, test } from 'vitest';
import { type BookText, bookText, isSameText } from './book-text.ts';

const base: BookText = { ...bookText(null, { locale: 'pt-BR', timeZone: 'UTC' }), title: 'Raízes', 'listPrices.BRL': '29,90' };

test('two spellings of the same price are equal', () => {
  expect(isSameText(base, { ...base, 'listPrices.BRL': '29.90' })).toBe(true);
  expect(isSameText(base, { ...base, 'listPrices.BRL': '29,91' })).toBe(false);
  expect(isSameText(base, { ...base, 'listPrices.BRL': '' })).toBe(false);
});
