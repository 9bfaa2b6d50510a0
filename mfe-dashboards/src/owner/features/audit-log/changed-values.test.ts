import { describe, expect, it } from 'vitest';
import { changedValues } from './changed-values.ts';

describe('the values of an audit log entry', () => {
  it('the values of an audit log entry show before and after with the names of the fields', () => {
    expect(changedValues({ before: { title: 'Antes', old: 3 }, after: { title: 'Depois', isNew: true } }, 'pt-BR')).toEqual([
      { name: 'title', before: 'Antes', after: 'Depois' },
      { name: 'old', before: '3', after: null },
      { name: 'isNew', before: null, after: 'sim' },
    ]);
  });

  it('the values of an audit log entry are readable when they are nested', () => {
    expect(changedValues({ before: null, after: { list_prices: { BRL: 2_990, USD: 690 }, none: null, empty: '' } }, 'pt-BR')).toEqual([
      { name: 'list_prices', before: null, after: 'R$\u00a029,90, US$\u00a06,90' },
      { name: 'none', before: null, after: null },
      { name: 'empty', before: null, after: null },
    ]);
  });

  it('the values of an audit log entry format amounts and states for people', () => {
    expect(
      changedValues({ before: { state: 'draft' }, after: { state: 'published', amount_minor: 500, currency: 'BRL' } }, 'pt-BR'),
    ).toEqual([
      { name: 'state', before: 'Rascunho', after: 'Publicado' },
      { name: 'amount_minor', before: null, after: 'R$\u00a05,00' },
      { name: 'currency', before: null, after: 'BRL' },
    ]);
  });

  it('the values of an audit log entry describe which items a refund covers even if the refund names none', () => {
    const refund = { before: null, after: { items: null } };
    expect(changedValues(refund, 'pt-BR')[0]?.after).toBe('todos os que restavam');
    expect(changedValues(refund, 'en')[0]?.after).toBe('all remaining items');
  });

  it('the values of an audit log entry are empty for an entry without values', () => {
    expect(changedValues({ before: null, after: null }, 'pt-BR')).toEqual([]);
  });
});
