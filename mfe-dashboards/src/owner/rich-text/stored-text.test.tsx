import { type RichText, RichTextSchema } from '@site/shared/rich-text/contract.ts';
import { RICH_TEXT_LIMITS } from '@site/shared/rich-text/rules.ts';
import { everything, nested } from '@site/shared/testing/rich-texts.ts';
import { dequal } from 'dequal/lite';
import { Node, Slice } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { hasPictures, isTooMuch, PasteParser, withoutStyles, withShallowSlice } from './paste.ts';
import { schema } from './schema.ts';
import { fromStored, toStored } from './stored-text.ts';

describe('the editor and the contract', () => {
  it('the editor and the contract have the same blocks, and round-trip every text', () => {
    // `dequal` also compares drafts with saved texts, so the test uses the same strictness.
    expect(dequal(toStored(fromStored(everything)), everything)).toBe(true);
    const written = JSON.stringify(everything);
    for (const name of [...Object.keys(schema.nodes), ...Object.keys(schema.marks)]) expect(written).toContain(`"type":"${name}"`);
  });

  it('the editor and the contract never store a character that the contract refuses', () => {
    const doc = Node.fromJSON(schema, { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a\tb\ud800' }] }] });
    expect(v.is(RichTextSchema, toStored(doc))).toBe(true);
  });

  it('the editor and the contract remove direction marks in the same way', () => {
    const marked = (...texts: string[]) => ({ type: 'paragraph', content: texts.map((text) => ({ type: 'text', text })) });
    const doc = Node.fromJSON(schema, { type: 'doc', content: [marked('\u202eetuR', '\u2066'), marked('\u2069')] });
    const stored = toStored(doc);
    expect(stored.content).toEqual([marked('etuR'), { type: 'paragraph' }]);
    expect(dequal(v.parse(RichTextSchema, stored), stored)).toBe(true);
    expect(dequal(toStored(fromStored(stored)), stored)).toBe(true);
  });
});

/** Returns the stored form of clipboard markup. */
function pasted(html: string): unknown {
  const dom = document.createElement('div');
  dom.innerHTML = withoutStyles(html);
  const slice = withShallowSlice(new PasteParser(schema, PasteParser.fromSchema(schema).rules).parseSlice(dom));
  const doc = schema.nodes.doc.create(null, slice.content);
  doc.check();
  const stored = toStored(doc);
  expect(v.safeParse(RichTextSchema, stored).issues).toBeUndefined();
  return stored.content;
}
const words = (text: string, ...marks: string[]) => ({
  type: 'text',
  text,
  ...(marks.length > 0 ? { marks: marks.map((type) => ({ type })) } : {}),
});
const item = (text: string, ...inner: unknown[]) => ({
  type: 'list_item',
  content: [{ type: 'paragraph', content: [words(text)] }, ...inner],
});

describe('pasted content', () => {
  it('pasted content from Word keeps its nested and numbered lists', () => {
    const entry = (level: number, marker: string, text: string) =>
      `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${marker}<span>&nbsp;</span></span><![endif]>${text}<o:p></o:p></p>`;
    expect(pasted(`${entry(1, '·', 'um')}${entry(2, 'a)', 'dois')}${entry(1, '·', 'três')}<p>fim</p>`)).toEqual([
      {
        type: 'bullet_list',
        content: [item('um', { type: 'ordered_list', attrs: { order: 1 }, content: [item('dois')] }), item('três')],
      },
      { type: 'paragraph', content: [words('fim')] },
    ]);
  });

  it('pasted content from Google Docs keeps bold and italic', () => {
    const html = `<b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:400">Uma </span><span style="font-weight:700">estrada</span><span style="font-style:italic"> longa</span></p><br></b>`;
    expect(pasted(html)).toEqual([{ type: 'paragraph', content: [words('Uma '), words('estrada', 'strong'), words(' longa', 'em')] }]);
  });

  it('pasted content contains no dangerous link, no picture and no script', () => {
    const html = `<p onclick="x()"><a href="javascript:alert(1)">um</a> <a href="https://site.test">dois</a><img src="https://x.test/y.png"></p><script>alert(1)</script>`;
    expect(pasted(html)).toEqual([
      {
        type: 'paragraph',
        content: [words('um '), { type: 'text', text: 'dois', marks: [{ type: 'link', attrs: { href: 'https://site.test' } }] }],
      },
    ]);
  });

  it.each([
    ['five megabytes', ['palavra '.repeat(650_000)]],
    ['more paragraphs than allowed', Array.from({ length: RICH_TEXT_LIMITS.blocks + 1 }, () => 'a')],
    ['a paragraph that is too long', ['a'.repeat(RICH_TEXT_LIMITS.line + 1)]],
  ])('pasted content is rejected if it has %s, and accepted if it is smaller', (_, paragraphs) => {
    const state = EditorState.create({ doc: fromStored(everything) });
    const sliceOf = (lines: readonly string[]) =>
      new Slice(
        fromStored({ type: 'doc', content: lines.map((line) => ({ type: 'paragraph', content: [words(line)] })) } as RichText).content,
        0,
        0,
      );
    expect(isTooMuch(state, sliceOf(paragraphs))).toBe(true);
    expect(isTooMuch(state, sliceOf(['a'.repeat(RICH_TEXT_LIMITS.line), 'a']))).toBe(false);
  });

  it('pasted content reports whether pictures were left out', () => {
    expect(hasPictures('<p>a</p><img src="file:///C:/a.png">')).toBe(true);
    expect(hasPictures('<p>a</p><v:imagedata src="a">')).toBe(true);
    expect(hasPictures('<p>&lt;img&gt; <imgs></p>')).toBe(false);
  });

  it('pasted content has lists no deeper than a text allows', () => {
    const list = (levels: number): string => (levels === 0 ? '' : `<ul><li><p>a</p>${list(levels - 1)}</li></ul>`);
    expect(pasted(list(RICH_TEXT_LIMITS.lists))).toEqual([nested(RICH_TEXT_LIMITS.lists)]);
    expect(JSON.stringify(pasted(list(RICH_TEXT_LIMITS.lists + 2)))).toContain('"text":"a"');
  });
});
