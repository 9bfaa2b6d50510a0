import { describe, expect, it } from 'vitest';
import { changedValues } from './changed-values.ts';

describe('the values of a change', () => {
  it('stand beside each other by their names', () => {
    expect(changedValues({ before: { title: 'Antes', old: 3 }, after: { title: 'Depois', isNew: true } })).toEqual([
      { name: 'title', before: 'Antes', after: 'Depois' },
      { name: 'old', before: '3', after: null },
      { name: 'isNew', before: null, after: 'true' },
    ]);
  });

  it('are readable when they have parts', () => {
    expect(changedValues({ before: null, after: { prices: { BRL: 2_990, USD: 690 }, none: null, empty: '' } })).toEqual([
      { name: 'prices', before: null, after: '{ "BRL": 2990, "USD": 690 }' },
      { name: 'none', before: null, after: null },
      { name: 'empty', before: null, after: null },
    ]);
  });

  it('are none when a change has none', () => {
    expect(changedValues({ before: null, after: null })).toEqual([]);
  });
});
