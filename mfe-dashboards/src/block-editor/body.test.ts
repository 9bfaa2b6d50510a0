import { expect, test } from 'vitest';
import { differencesOf, isSame, problemsOf, withPart } from './body.ts';

const both = (words: string) => ({ 'pt-BR': words, en: words });

test('one field is changed, and nothing else', () => {
  const body = { title: both('a'), paragraphs: [both('b'), both('c')] };
  const changed = withPart(body, ['paragraphs', 1, 'en'], 'd') as typeof body;
  expect(changed.paragraphs[1]).toEqual({ 'pt-BR': 'c', en: 'd' });
  expect(changed.title).toBe(body.title);
  expect(body.paragraphs[1]?.en).toBe('c');
});

test('the same words are the same in any order of their names', () => {
  expect(isSame({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] })).toBe(true);
  expect(isSame({ a: [1] }, { a: [1, 2] })).toBe(false);
  expect(isSame({ a: 1 }, { b: 1 })).toBe(false);
  expect(isSame([], {})).toBe(false);
  expect(isSame(null, {})).toBe(false);
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

test('differences name each field that changed, came or went', () => {
  const before = { title: both('a'), paragraphs: [both('b'), both('c')] };
  const after = { title: { 'pt-BR': 'a', en: 'z' }, paragraphs: [both('b')] };
  expect(differencesOf(before, after)).toEqual([
    { path: ['title', 'en'], before: 'a', after: 'z' },
    { path: ['paragraphs', 1, 'pt-BR'], before: 'c', after: null },
    { path: ['paragraphs', 1, 'en'], before: 'c', after: null },
  ]);
  expect(differencesOf(before, before)).toEqual([]);
});
