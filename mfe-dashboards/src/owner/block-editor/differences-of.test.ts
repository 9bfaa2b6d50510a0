import { expect, test } from 'vitest';
import { differencesOf } from './differences-of.ts';

const both = (words: string) => ({ 'pt-BR': words, en: `${words} in English` });
const question = (id: string, words = id) => ({ id, question: both(words), answer: both(`answer of ${id}`) });
/** Returns each change in a short form. */
const inShort = (before: object, after: object) =>
  differencesOf(before as never, after as never).map((difference) =>
    [difference.kind, difference.path.join('.'), ...(difference.kind === 'moved' ? [difference.from] : [])].join(' '),
  );
const items = (...things: unknown[]) => ({ items: things });

test('a changed field has its old and its new words', () => {
  const before = { title: both('a'), lead: null, gone: 'x' };
  const after = { title: { ...both('a'), en: 'z' }, lead: 'new' };
  expect(differencesOf(before, after)).toEqual([
    { kind: 'changed', path: ['title', 'en'], before: 'a in English', after: 'z' },
    { kind: 'changed', path: ['lead'], before: null, after: 'new' },
    { kind: 'changed', path: ['gone'], before: 'x', after: null },
  ]);
  expect(differencesOf(before, before)).toEqual([]);
});

test('an added item is a single difference with all its words, and unchanged items cause no difference', () => {
  expect(differencesOf(items(question('a'), question('b')), items(question('n'), question('a'), question('b')))).toEqual([
    {
      kind: 'added',
      path: ['items', 0],
      words: [
        { path: ['question', 'pt-BR'], words: 'n' },
        { path: ['question', 'en'], words: 'n in English' },
        { path: ['answer', 'pt-BR'], words: 'answer of n' },
        { path: ['answer', 'en'], words: 'answer of n in English' },
      ],
    },
  ]);
});

test.each([
  ['was removed', items(question('a'), question('b')), items(question('b')), ['removed items.0']],
  [
    'was moved',
    items(question('a'), question('b'), question('c')),
    items(question('c'), question('a'), question('b')),
    ['moved items.0 3'],
  ],
  [
    'was moved and changed',
    items(question('a'), question('b'), question('c')),
    items(question('c', 'z'), question('a'), question('b')),
    ['moved items.0 3', 'changed items.0.question.pt-BR', 'changed items.0.question.en'],
  ],
  [
    'was moved and rewritten under the same id',
    items(question('a'), question('b')),
    items(question('n'), question('b', 'z')),
    ['added items.0', 'changed items.1.question.pt-BR', 'changed items.1.question.en', 'removed items.0'],
  ],
])('the differences between two lists are known if an item with an id %s', (_, before, after, differences) => {
  expect(inShort(before, after)).toEqual(differences);
});

const [a, b, c] = [both('a'), both('b'), both('c')];
test.each([
  ['one was added at the top', [a, b, c], [both('n'), a, b, c], ['added items.0']],
  ['one was removed from the middle', [a, b, c], [a, c], ['removed items.1']],
  ['one language of one item was rewritten', [a, b, c], [a, { ...b, en: 'z' }, c], ['changed items.1.en']],
  ['one item was rewritten completely', [a, b, c], [a, both('z'), c], ['changed items.1.pt-BR', 'changed items.1.en']],
  ['one was added and another rewritten', [a, b], [both('n'), a, { ...b, en: 'z' }], ['added items.0', 'changed items.2.en']],
  ['the last one was moved to the top', [a, b, c], [c, a, b], ['moved items.0 3']],
  ['two items are equal', [a, a, b], [a, b], ['removed items.1']],
  ['there were no items before', [], [a], ['added items.0']],
])('the differences between two lists of items without ids are known if %s', (_, before, after, differences) => {
  expect(inShort(items(...before), items(...after))).toEqual(differences);
});

test('plain words in a list count as items', () => {
  expect(inShort({ names: ['Ruth', 'Fé', 'Sal'] }, { names: ['Novo', 'Ruth', 'Esperança', 'Sal'] })).toEqual([
    'added names.0',
    'changed names.2',
  ]);
  expect(inShort({ ids: ['um', 'dois', 'tres'] }, { ids: ['tres', 'um', 'dois'] })).toEqual(['moved ids.0 3']);
});

test('a nested list reports the differences of its own items', () => {
  const section = (...parts: unknown[]) => items({ id: 's', parts });
  const list = (...words: string[]) => ({ kind: 'list', items: words.map(both) });
  expect(inShort(section(list('a', 'b')), section({ kind: 'paragraph', text: a }, list('n', 'a', 'b')))).toEqual([
    'added items.0.parts.0',
    'added items.0.parts.1.items.0',
  ]);
});
