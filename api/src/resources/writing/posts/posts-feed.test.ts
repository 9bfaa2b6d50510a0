import { toInstant } from '@site/shared/dates/dates.ts';
import { asHtml } from '@site/shared/testing/as-html.ts';
import { anEbook } from '@site/shared/testing/builders.ts';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, it } from 'vitest';
import { renderPostHtml } from './post-html.ts';
import { type FeedPost, renderPostsFeed } from './posts-feed.ts';

const post: FeedPost = {
  id: '7f1c2a54-0d3e-4b52-9a61-5f3f5d1f0a01',
  slug: 'ficar',
  kind: 'text',
  title: 'Ficar & partir <hoje>',
  summary: 'Sobre Rute',
  lead: 'Sobre Rute',
  locale: 'pt-BR',
  locales: ['pt-BR'],
  tags: ['Rute'],
  publishedAt: toInstant('2026-03-01T12:00:00Z'),
  changedAt: toInstant('2026-03-02T12:00:00Z'),
  visibility: 'site',
  minutes: 1,
  episodes: [],
  ebooks: [anEbook({ title: 'Raízes' })],
  body: {
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'a < b', marks: [{ type: 'strong' }] },
          { type: 'text', text: ' loja', marks: [{ type: 'link', attrs: { href: '/shop?q="' } }] },
        ],
      },
      { type: 'ordered_list', attrs: { order: 1 }, content: [{ type: 'list_item', content: [{ type: 'paragraph' }] }] },
      { type: 'passage', attrs: { reference: 'Rute 1:16', text: 'um\ndois', translation: 'Almeida' } },
      { type: 'ebook', attrs: { id: 'raizes' } },
      { type: 'episode', attrs: { id: 'gone' } },
      { type: 'embed', attrs: { provider: 'vimeo', id: '123456789' } },
      { type: 'horizontal_rule' },
    ],
  },
};

it('the feed of posts has plain HTML with absolute addresses, without items that were removed', () => {
  expect(renderPostHtml(post, 'https://site.test')).toBe(
    '<p><strong>a &lt; b</strong><a href="https://site.test/shop?q=&quot;"> loja</a></p><ol start="1"><li></li></ol>' +
      '<blockquote><p>um<br>dois</p><p>Rute 1:16, Almeida</p></blockquote>' +
      '<p><a href="https://site.test/shop/ebook/raizes">Raízes</a></p>' +
      '<p><a href="https://vimeo.com/123456789">Vimeo: https://vimeo.com/123456789</a></p><hr>',
  );
});

it('the feed of posts is in one language, has its own address, and exists on an empty site', () => {
  const site = { siteUrl: 'https://site.test', site: 'Raiz', author: 'Marina', locale: 'en' } as const;
  const feed = renderPostsFeed({ ...site, posts: [post] });
  expect(feed).toContain('<title>Ficar &amp; partir &lt;\u2060hoje&gt;</title>');
  expect(feed).toContain('<atom:link href="https://site.test/textos.xml?lang=en" rel="self" type="application/rss+xml"/>');
  expect(feed).toContain('<link>https://site.test/textos/ficar?lang=en</link>');
  expect(feed).toContain('<pubDate>Sun, 01 Mar 2026 12:00:00 +0000</pubDate>');
  expect(feed).toContain('&lt;p&gt;&lt;strong&gt;a &amp;lt; b&lt;/strong&gt;');
  expect(renderPostsFeed({ ...site, posts: [] })).toContain('<language>en</language>');
});

it('the feed of posts has stable ids, so that a post with a new address does not appear as unread', () => {
  const guidOf = (changes: Partial<FeedPost>) => {
    const posts = [{ ...post, ...changes }];
    return /<guid.*<\/guid>/.exec(
      renderPostsFeed({ siteUrl: 'https://site.test', site: 'Raiz', author: 'Marina', locale: 'pt-BR', posts }),
    )?.[0];
  };
  expect(guidOf({})).toBe('<guid isPermaLink="false">7f1c2a54-0d3e-4b52-9a61-5f3f5d1f0a01.pt-BR</guid>');
  expect(guidOf({ slug: 'partir' })).toBe(guidOf({}));
  expect(guidOf({ locale: 'en' })).not.toBe(guidOf({}));
});

it('the feed of posts is XML that preserves any words', () => {
  const words = `]]> <b> & "aspas" 'e' 🌾 שלום`;
  const body: FeedPost['body'] = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] };
  const odd: FeedPost = { ...post, title: `${words}\u0001`, summary: words, tags: [words], body };
  const feed = renderPostsFeed({ siteUrl: 'https://site.test', site: words, author: words, locale: 'pt-BR', posts: [odd, post] });
  expect(XMLValidator.validate(feed)).toBe(true);
  const shown = (_name: string, text: string) => text.replaceAll('\u2060', '');
  const options = { ignoreAttributes: false, attributeNamePrefix: '', parseTagValue: false, tagValueProcessor: shown };
  const { channel } = new XMLParser(options).parse(feed).rss;
  expect(channel).toMatchObject({
    title: `${words}: textos`,
    language: 'pt-br',
    'atom:link': { rel: 'self', href: 'https://site.test/textos.xml' },
  });
  expect(channel.item).toHaveLength(2);
  expect(channel.item[0]).toMatchObject({
    title: words,
    link: 'https://site.test/textos/ficar',
    guid: { '#text': `${post.id}.pt-BR`, isPermaLink: 'false' },
    'dc:creator': words,
    category: words,
    'content:encoded': renderPostHtml(odd, 'https://site.test'),
  });
  expect(asHtml(channel.item[0].description)).toBe(words);
});
