import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { expect, it } from 'vitest';
import type { RichText } from './contract.ts';
import { RichTextView } from './rich-text.tsx';

const text: RichText = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: '<b>Ficar</b>', marks: [{ type: 'link', attrs: { href: '/shop' } }, { type: 'strong' }] },
        { type: 'hard_break' },
        { type: 'text', text: 'fora', marks: [{ type: 'link', attrs: { href: 'https://fora.example' } }] },
      ],
    },
    {
      type: 'ordered_list',
      attrs: { order: 2 },
      content: [
        {
          type: 'list_item',
          content: [
            { type: 'paragraph', content: [{ type: 'text', text: 'dois' }] },
            { type: 'bullet_list', content: [{ type: 'list_item', content: [{ type: 'paragraph' }] }] },
          ],
        },
      ],
    },
    { type: 'ebook', attrs: { id: 'rute' } },
    { type: 'episode', attrs: { id: 'gone' } },
    { type: 'passage', attrs: { reference: 'Rute 1:16', text: 'Aonde fores', translation: 'Almeida' } },
  ],
};

it('a rich text is rendered as written, and markup in its words stays text', async () => {
  const view = (
    <RichTextView text={text} lang="pt-BR" drawEmbed={({ type, attrs: { id } }) => (id === 'gone' ? null : <p>{`${type} ${id}`}</p>)} />
  );
  await renderInSite({ routes: [{ path: '/', Component: () => view }], at: '/' });
  const drawn = document.querySelector('[lang=pt-BR]');
  for (const element of drawn?.querySelectorAll('[class]') ?? []) element.removeAttribute('class');
  expect(drawn?.innerHTML).toBe(
    '<p><a href="/shop"><strong>&lt;b&gt;Ficar&lt;/b&gt;</strong></a><br><a href="https://fora.example">fora</a></p>' +
      '<ol start="2"><li>dois<ul><li></li></ul></li></ol><p>ebook rute</p>' +
      '<figure><blockquote><p>Aonde fores</p></blockquote><figcaption>Rute 1:16 · Almeida</figcaption></figure>',
  );
});
