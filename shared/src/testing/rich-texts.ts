import type { List, RichText } from '../rich-text/contract.ts';
import { RICH_TEXT_LIMITS } from '../rich-text/rules.ts';

export const line = (text: string) => ({ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] });

/** Returns a list with this many levels. */
export const nested = (levels: number): unknown => {
  let list: unknown = null;
  for (let level = 0; level < levels; level += 1)
    list = { type: 'bullet_list', content: [{ type: 'list_item', content: [line('a'), ...(list ? [list] : [])] }] };
  return list;
};

/** A text with every kind of block. */
export const everything: RichText = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Ficar ' },
        { type: 'text', text: 'também', marks: [{ type: 'em' }, { type: 'strong' }] },
        { type: 'hard_break' },
        { type: 'text', text: 'é um verbo', marks: [{ type: 'link', attrs: { href: '/shop' } }] },
      ],
    },
    { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'As mãos' }] },
    { type: 'blockquote', content: [line('O teu povo')] },
    { type: 'horizontal_rule' },
    { type: 'episode', attrs: { id: 'rZp4Lq0TnWa' } },
    { type: 'ebook', attrs: { id: 'rute' } },
    { type: 'ebook', attrs: { id: 'rute' } },
    { type: 'embed', attrs: { provider: 'vimeo', id: '123456789' } },
    { type: 'passage', attrs: { reference: 'Rute 1:16', text: 'Aonde quer\nque fores', translation: '' } },
    {
      type: 'picture',
      attrs: { base: '/pictures/text.5d1f0c9a3b2e', width: 1_200, height: 800, color: '#a8432a', alt: 'Espigas', caption: 'Belém, 2024' },
    },
    nested(RICH_TEXT_LIMITS.lists) as List,
    { type: 'ordered_list', attrs: { order: 3 }, content: [{ type: 'list_item', content: [line('três')] }] },
    { type: 'paragraph' },
  ],
};
