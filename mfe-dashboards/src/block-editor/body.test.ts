import { expect, test } from 'vitest';
import { problemsOf, withPart } from './body.ts';

const both = (words: string) => ({ 'pt-BR': words, en: words });

test('one field is changed, and nothing else', () => {
  const body = { title: both('a'), paragraphs: [both('b'), both('c')] };
  const changed = withPart(body, ['paragraphs', 1, 'en'], 'd') as typeof body;
  expect(changed.paragraphs[1]).toEqual({ 'pt-BR': 'c', en: 'd' });
  expect(changed.title).toBe(body.title);
  expect(body.paragraphs[1]?.en).toBe('c');
});

test('what the contract refuses is known by its place and reason', () => {
  expect(problemsOf('closing', { title: both('x'.repeat(201)), text: { 'pt-BR': ' ', en: 'x' } })).toEqual({
    'title.pt-BR': { reason: 'max_length', most: 200 },
    'title.en': { reason: 'max_length', most: 200 },
    'text.pt-BR': { reason: 'min_length', most: 1 },
  });
  expect(problemsOf('closing', { title: both('x'), text: both('y') })).toEqual({});
  const question = { id: 'a', question: both('x'), answer: both('y') };
  expect(problemsOf('faq', { items: [question, question] })).toEqual({ items: { reason: 'taken', most: null } });
});
