import { expect, test } from 'vitest';
import { problemsOf, withPart } from './body.ts';

const both = (words: string) => ({ 'pt-BR': words, en: words });

test('withPart changes one field and keeps all others', () => {
  const body = { title: both('a'), paragraphs: [both('b'), both('c')] };
  const changed = withPart(body, ['paragraphs', 1, 'en'], 'd') as typeof body;
  expect(changed.paragraphs[1]).toEqual({ 'pt-BR': 'c', en: 'd' });
  expect(changed.title).toBe(body.title);
  expect(body.paragraphs[1]?.en).toBe('c');
});

test('a refused body lists each problem with its path and reason', () => {
  expect(problemsOf('closing', { title: both('x'.repeat(201)), text: { 'pt-BR': ' ', en: 'x' } })).toEqual({
    'title.pt-BR': { reason: 'max_length', most: 200 },
    'title.en': { reason: 'max_length', most: 200 },
    'text.pt-BR': { reason: 'min_length', most: 1 },
  });
  expect(problemsOf('closing', { title: both('x'), text: both('y') })).toEqual({});
  const question = { id: 'a', question: both('x'), answer: both('y') };
  expect(problemsOf('faq', { items: [question, question] })).toEqual({ items: { reason: 'taken', most: null } });
});

test('a Brazilian seller needs a CPF or CNPJ, and a seller elsewhere may enter any number', () => {
  const contact = { email: 'ola@example.com', legalName: 'Ana', taxId: '123', address: '' };
  expect(problemsOf('contact', { ...contact, country: 'BR' })).toEqual({ taxId: { reason: 'tax_id', most: null } });
  expect(problemsOf('contact', contact)).toEqual({ taxId: { reason: 'tax_id', most: null } });
  expect(problemsOf('contact', { ...contact, taxId: '501 442 600' })).toEqual({ taxId: { reason: 'tax_id', most: null } });
  for (const taxId of ['', '11.222.333/0001-81', 'CNPJ: 12.ABC.345/01DE-35', 'CPF 111.444.777-35'])
    expect(problemsOf('contact', { ...contact, taxId }), taxId).toEqual({});
  expect(problemsOf('contact', { ...contact, country: 'other' })).toEqual({});
});
