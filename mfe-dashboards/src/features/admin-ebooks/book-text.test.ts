import { describe, expect, test } from 'vitest';
import { clashesOf } from '../../block-editor/clashes.ts';
import { BOOK_FIELDS, type BookText, bookText, isSameField, isSameText } from './book-text.ts';

const base: BookText = { ...bookText(null, 'pt-BR'), title: 'Raízes', 'prices.BRL': '29,90' };

test('a price is the same however it is written', () => {
  expect(isSameText(base, { ...base, 'prices.BRL': '29.90' })).toBe(true);
  expect(isSameText(base, { ...base, 'prices.BRL': '29,91' })).toBe(false);
  expect(isSameText(base, { ...base, 'prices.BRL': '' })).toBe(false);
});

describe('two versions of a book', () => {
  const clash = (theirs: Partial<BookText>, mine: Partial<BookText>) =>
    clashesOf(BOOK_FIELDS, { base, theirs: { ...base, ...theirs }, mine: { ...base, ...mine } }, (field, one, other) =>
      isSameField(field, one[field], other[field]),
    ).map(({ field, natural }) => [field, natural]);

  test('keep what only one of them changed', () => {
    expect(clash({ title: 'Novo' }, { description: 'Texto' })).toEqual([
      ['title', 'theirs'],
      ['description', 'mine'],
    ]);
  });

  test('leave the choice where both changed the same', () => expect(clash({ title: 'Um' }, { title: 'Outro' })).toEqual([['title', null]]));

  test('agree where both say the same', () => expect(clash({ 'prices.BRL': '31' }, { 'prices.BRL': '31,00' })).toEqual([]));
});
