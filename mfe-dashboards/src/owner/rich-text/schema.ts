import { EmbedAttrsSchema, PictureAttrsSchema } from '@site/shared/rich-text/contract.ts';
import type { PictureAttrs } from '@site/shared/rich-text/picture-address.ts';
import { isLink } from '@site/shared/rich-text/rules.ts';
import { Schema } from 'prosemirror-model';
import { bulletList, listItem, orderedList } from 'prosemirror-schema-list';
import * as v from 'valibot';

const hrefOf = (element: HTMLElement): string => element.getAttribute('href') ?? '';

/** The blocks and marks that can be written, equal to those of `RichTextSchema`. Pasting keeps nothing else. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    heading: {
      attrs: { level: { default: 2 } },
      content: 'text*',
      group: 'block',
      defining: true,
      parseDOM: [
        { tag: 'h1', attrs: { level: 2 } },
        { tag: 'h2', attrs: { level: 2 } },
        { tag: 'h3', attrs: { level: 3 } },
        { tag: 'h4', attrs: { level: 3 } },
        { tag: 'h5', attrs: { level: 3 } },
        { tag: 'h6', attrs: { level: 3 } },
      ],
      toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
    },
    blockquote: {
      content: 'paragraph+',
      group: 'block',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    bullet_list: { ...bulletList, content: 'list_item+', group: 'block' },
    ordered_list: { ...orderedList, content: 'list_item+', group: 'block' },
    list_item: { ...listItem, content: 'paragraph (bullet_list | ordered_list)?' },
    horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
    episode: embed('episode'),
    ebook: embed('ebook'),
    embed: {
      group: 'block',
      atom: true,
      draggable: true,
      attrs: { provider: {}, id: {} },
      parseDOM: [{ tag: 'div[data-provider]', getAttrs: ({ dataset: { provider, id } }) => readEmbed({ provider, id }) }],
      toDOM: ({ attrs }) => ['div', { 'data-provider': attrs.provider, 'data-id': attrs.id }],
    },
    passage: {
      group: 'block',
      atom: true,
      draggable: true,
      attrs: { reference: {}, text: {}, translation: { default: '' } },
      parseDOM: [
        {
          tag: 'figure[data-passage]',
          getAttrs: ({ dataset }) =>
            dataset.passage && dataset.text
              ? { reference: dataset.passage, text: dataset.text, translation: dataset.translation ?? '' }
              : false,
        },
      ],
      toDOM: ({ attrs }) => [
        'figure',
        { 'data-passage': attrs.reference, 'data-text': attrs.text, 'data-translation': attrs.translation },
        ['blockquote', attrs.text],
        ['figcaption', [attrs.reference, attrs.translation].filter(Boolean).join(' · ')],
      ],
    },
    picture: {
      group: 'block',
      atom: true,
      draggable: true,
      attrs: { base: {}, width: {}, height: {}, color: {}, alt: {}, caption: {} },
      // A picture of another site is not pasted: only uploaded pictures have files here.
      parseDOM: [{ tag: 'figure[data-picture]', getAttrs: ({ dataset }) => readPicture(dataset.picture ?? '') }],
      toDOM: ({ attrs }) => ['figure', { 'data-picture': JSON.stringify(attrs) }, ['figcaption', attrs.caption || attrs.alt]],
    },
    text: { group: 'inline' },
    hard_break: { inline: true, group: 'inline', selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [{ tag: 'a[href]', getAttrs: (element) => (isLink(hrefOf(element)) ? { href: hrefOf(element) } : false) }],
      toDOM: ({ attrs }) => ['a', { href: attrs.href }, 0],
    },
    em: { parseDOM: [{ tag: 'i' }, { tag: 'em' }], toDOM: () => ['em', 0] },
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
  },
});

/** Returns the attributes of a picture that was copied from a text; false if they are invalid. */
function readPicture(json: string): PictureAttrs | false {
  try {
    const attrs: unknown = JSON.parse(json);
    return v.is(PictureAttrsSchema, attrs) && attrs;
  } catch {
    return false;
  }
}

const readEmbed = (attrs: unknown) => v.is(EmbedAttrsSchema, attrs) && attrs;

/** Defines a node for an episode or eBook by its id; `RichTextEditor` draws it. */
function embed(kind: 'episode' | 'ebook') {
  return {
    group: 'block',
    atom: true,
    draggable: true,
    attrs: { id: {} },
    parseDOM: [{ tag: `div[data-${kind}]`, getAttrs: ({ dataset }: HTMLElement) => ({ id: dataset[kind] }) }],
    toDOM: ({ attrs }: { attrs: { readonly [name: string]: unknown } }) => ['div', { [`data-${kind}`]: attrs.id }] as const,
  };
}
