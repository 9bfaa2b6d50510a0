import { Node } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { setLink } from './commands.ts';
import { schema } from './schema.ts';

const link = (href: string) => ({ type: 'link', attrs: { href } });
const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, ...(marks.length > 0 ? { marks } : {}) });

test.each([
  ['another URL', 'https://novo.test/'],
  ['no URL', null],
])('a link with a bold word gets %s for all of its words, and the link next to it stays unchanged', (_what, href) => {
  const [old, other] = [link('https://antigo.test/'), link('https://outro.test/')];
  const line = [text('Veja ', other), text('Leia ', old), text('Rute', old, { type: 'strong' }), text(' agora', old), text('.')];
  const doc = Node.fromJSON(schema, { type: 'doc', content: [{ type: 'paragraph', content: line }] });
  let state = EditorState.create({ doc });
  state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 8)));
  expect(setLink(href)(state, (change) => (state = state.apply(change)))).toBe(true);
  const shown: [string, unknown][] = [];
  state.doc.descendants((node) => {
    if (node.isText) shown.push([node.text ?? '', node.marks.find((mark) => mark.type.name === 'link')?.attrs.href ?? null]);
  });
  expect(shown.filter(([words]) => /Leia|Rute|agora/.test(words)).map(([, to]) => to)).toEqual([href, href, href]);
  expect(shown[0]).toEqual(['Veja ', 'https://outro.test/']);
});
