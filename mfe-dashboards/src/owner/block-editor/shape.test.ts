import { CONTENT_KEYS } from '@site/shared/contracts/admin-content.ts';
import { contentBlocks } from '@site/shared/contracts/content.ts';
import { expect, test } from 'vitest';
import { emptyOf, type Shape, shapeOf } from './shape.ts';

const fieldOf = (shape: Shape, name: string): Shape | undefined =>
  shape.kind === 'group' ? shape.fields.find(([known]) => known === name)?.[1] : undefined;

test.each(CONTENT_KEYS)('the editor can create a form for %s', (key) => {
  const shape = shapeOf(contentBlocks[key]);
  expect(shape.kind).toBe('group');
  expect(emptyOf(shape)).toBeTypeOf('object');
});

test('the contract decides which values a field accepts', () => {
  expect(fieldOf(shapeOf(contentBlocks.contact), 'email')).toMatchObject({ kind: 'words', format: 'email' });
  expect(fieldOf(shapeOf(contentBlocks.links), 'instagram')).toMatchObject({ kind: 'words', format: 'link', isNullable: true });
  expect(fieldOf(shapeOf(contentBlocks.terms), 'effectiveOn')).toMatchObject({ kind: 'words', format: 'day' });
  expect(fieldOf(shapeOf(contentBlocks.closing), 'title')).toMatchObject({ kind: 'both', words: { format: 'line', most: 200 } });
  expect(fieldOf(shapeOf(contentBlocks.closing), 'text')).toMatchObject({ kind: 'both', words: { format: 'text', most: 4_000 } });
  expect(fieldOf(shapeOf(contentBlocks.currencies), 'sold')).toMatchObject({ kind: 'list', item: { kind: 'choice' } });
  expect(fieldOf(shapeOf(contentBlocks.about), 'phrases')).toMatchObject({ kind: 'list', most: 8 });
  expect(fieldOf(shapeOf(contentBlocks.testimonials), 'items')).toMatchObject({ kind: 'list', most: 60, item: { kind: 'group' } });
});

test('a new item gets its own id, and a new list its first item', () => {
  const sections = fieldOf(shapeOf(contentBlocks.terms), 'sections');
  if (sections?.kind !== 'list' || sections.item.kind !== 'group') throw new Error('sections are a list');
  const [one, other] = [emptyOf(sections.item), emptyOf(sections.item)] as { id: string }[];
  expect(one?.id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
  expect(one?.id).not.toBe(other?.id);
  const parts = fieldOf(sections.item, 'parts');
  expect(parts?.kind === 'list' && emptyOf(parts.item, 'list')).toEqual({ kind: 'list', items: [{ 'pt-BR': '', en: '' }] });
  expect(parts?.kind === 'list' && emptyOf(parts.item, 'paragraph')).toEqual({ kind: 'paragraph', text: { 'pt-BR': '', en: '' } });
});
