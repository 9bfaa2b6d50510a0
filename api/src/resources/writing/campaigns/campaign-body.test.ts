import type { Post } from '@site/shared/contracts/posts.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { anEbook } from '@site/shared/testing/builders.ts';
import { everything, line } from '@site/shared/testing/rich-texts.ts';
import { describe, expect, it, test } from 'vitest';
import type { EmailSite } from '../mail-outbox/email-kind.ts';
import { addressCampaign, type CampaignPost, renderPostCampaign } from './campaign-body.ts';

const site: EmailSite = {
  SITE_NAME: 'Raiz & Palavra',
  SITE_URL: 'https://example.test',
  AUTHOR_NAME: 'Marina',
  CONTACT_EMAIL: 'ola@example.test',
  LINKS_SECRET: 'l'.repeat(32),
  SITE_TIME_ZONE: 'America/Sao_Paulo',
  accent: '#a8432a',
  form: 'neutral',
};
const picture = { base: '/covers/rute.5d1f0c', version: '5d1f0c', color: '#a8432a' };
const episode = {
  ...{ id: 'rZp4Lq0TnWa', slug: 'ficar', title: 'Ficar <já>', description: '', publishedAt: toInstant('2026-03-01T12:00:00Z') },
  ...{ durationSeconds: 60, picture: { ...picture, base: '/thumbnails/rZp4Lq0TnWa' }, media: null, audio: null, spotifyUrl: '' },
} satisfies Post['episodes'][number];
const aPost = (changes: Partial<CampaignPost> = {}): CampaignPost => ({
  ...{ title: 'Ficar', lead: 'Sobre Rute', locale: 'pt-BR', slug: 'ficar', body: everything },
  ...{ episodes: [episode], ebooks: [anEbook({ title: 'Rute', cover: picture })] },
  ...changes,
});
const head = { locale: 'pt-BR' as const, subject: '', preheader: '' };
const ofWords = (...lines: string[]) => aPost({ body: { type: 'doc', content: lines.map(line) } });
const withLink = (href: string) =>
  aPost({
    body: {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'ver', marks: [{ type: 'link', attrs: { href } }] }] }],
    },
  });
/** Returns the text that a reader sees in the HTML. */
const read = (html: string) =>
  html
    .slice(html.indexOf('<body'))
    .replace(/<!--.*?-->|&#8199;&#847; /g, '')
    .replace(/<br>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/\n\s*/g, '\n');

describe('a post as a newsletter issue', () => {
  it("the plain text of an issue contains each link's URL once, even if a part of the link is bold", () => {
    const href = 'https://livros.test/rute';
    const link = { type: 'link' as const, attrs: { href } };
    const content = [
      { type: 'text' as const, text: 'Leia ', marks: [link] },
      { type: 'text' as const, text: 'Rute', marks: [link, { type: 'strong' as const }] },
      { type: 'text' as const, text: ' agora', marks: [link] },
      { type: 'text' as const, text: '.' },
    ];
    const { text } = renderPostCampaign(aPost({ body: { type: 'doc', content: [{ type: 'paragraph', content }] } }), site, head);
    expect(text).toMatch(/Leia Rute agora \(https:\/\/livros\.test\/rute[^ )]*\)\./);
    expect(text.split(href)).toHaveLength(2);
  });

  it('an issue shows every block, in HTML and as plain text', () => {
    const { html, text } = renderPostCampaign(aPost(), site, head);
    const words = read(html);
    for (const part of [
      'Ficar também\né um verbo',
      'As mãos',
      'O teu povo',
      'Ficar &lt;já&gt;',
      'Vimeo: https://vimeo.com/123456789',
      'Aonde quer\nque fores',
      'Rute 1:16',
      'Belém, 2024',
      'três',
    ])
      expect(words).toContain(part);
    expect(html).toContain('<ol start="3"');
    expect(html).toContain('<strong>');
    expect(html.match(/Ver o livro/g)).toHaveLength(2);
    expect(words).not.toMatch(/R\$|34,90/);
    expect(text).toContain('Ficar também\né um verbo (https://example.test/shop?utm_source=newsletter&utm_campaign=ficar)');
    for (const part of [
      '> O teu povo',
      'Vimeo: https://vimeo.com/123456789',
      '> Aonde quer\n> que fores\n> (Rute 1:16)',
      '- a\n  - a',
      '3. três',
      '[Imagem: Espigas]\nBelém, 2024',
      '* * *',
    ])
      expect(text).toContain(part);
    expect(text).toContain('Ver o livro: Rute, Autora\nhttps://example.test/shop/ebook/rute?utm_source=newsletter&utm_campaign=ficar');
    expect(text).toContain('Ouvir o episódio: Ficar <já>\nhttps://example.test/podcast/ficar?utm_source=newsletter&utm_campaign=ficar');
  });

  it('an issue leaves out books and episodes that are not on the site any more', () => {
    const { html, text } = renderPostCampaign(aPost({ episodes: [], ebooks: [] }), site, head);
    expect(`${html}${text}`).not.toMatch(/Ver o livro|Ouvir o episódio/);
  });

  it("an issue escapes markup in the author's texts", () => {
    const post = { ...ofWords('a < b & <script>alert(1)</script>'), title: '<b>"Ficar"</b>', lead: '<i>' };
    const { html } = renderPostCampaign(post, { ...site, SITE_NAME: '<u>' }, { ...head, preheader: '</div><s>' });
    expect(html).not.toMatch(/<(?:script|b|i|u|s)>/);
    expect(html).toContain('a &lt; b &amp; &lt;script&gt;');
  });

  it('an issue without its own subject and preheader takes them from the post', () => {
    expect(renderPostCampaign(aPost(), site, head)).toMatchObject({ subject: 'Ficar', preheader: 'Sobre Rute' });
    expect(renderPostCampaign({ ...ofWords('Uma estrada.'), lead: '' }, site, head).preheader).toBe('Uma estrada.');
    const own = renderPostCampaign(aPost(), site, { ...head, subject: 'Uma carta', preheader: 'para ler' });
    expect(own).toMatchObject({ subject: 'Uma carta', preheader: 'para ler' });
    expect(own.html).toContain('<title>Uma carta</title>');
    expect(read(own.html)).toMatch(/^\n?para ler\n/);
  });

  it('an issue says in the reader’s language that the post is not translated', () => {
    const { html, text } = renderPostCampaign(aPost(), site, { ...head, locale: 'en' });
    expect(html).toContain('<html lang="en"');
    expect(html).toContain('class="sheet" lang="pt-BR"');
    expect(html, 'more of a phone is words').toContain('@media (max-width:480px){.sheet{padding:');
    for (const part of [html, text]) expect(part).toContain('This post was written in Portuguese');
    expect(html).toContain('https://example.test/textos/ficar?lang=en&amp;utm_source=newsletter&amp;utm_campaign=ficar');
    expect(renderPostCampaign(aPost(), site, head).html).not.toContain('tem tradução');
  });

  it('an issue has no link to its post while the post has no page', () => {
    expect(renderPostCampaign(aPost(), site, head).text).toContain('Ler no site: https://example.test/textos/ficar?');
    expect(renderPostCampaign(aPost({ slug: '' }), site, head).text).not.toContain('Ler no site');
  });
});

test.each([
  ['/shop?q=a#b', 'https://example.test/shop?q=a&utm_source=newsletter&utm_campaign=ficar#b'],
  ['https://example.test', 'https://example.test/?utm_source=newsletter&utm_campaign=ficar'],
  ['https://example.test/shop?utm_source=bio', 'https://example.test/shop?utm_source=bio'],
  ['https://example.test.evil.test/shop', 'https://example.test.evil.test/shop'],
  ['https://pt.wikipedia.org/wiki/Rute?a=1', 'https://pt.wikipedia.org/wiki/Rute?a=1'],
  ['mailto:ola@example.test', 'mailto:ola@example.test'],
])('a link to %s becomes %s', (href, address) => {
  const { html, text } = renderPostCampaign(withLink(href), site, head);
  expect(html).toContain(`href="${address.replaceAll('&', '&amp;')}" class="link"`);
  expect(text).toContain(`ver (${address})`);
});

describe('the personal parts of an issue', () => {
  const reader = { leaveUrl: 'https://example.test/leave?a=1&b=$&"', joined: '3 de março <de> 2026' };

  it('each personal part of an issue is inserted once and escaped', () => {
    const { html, text } = addressCampaign(renderPostCampaign(aPost(), site, head), reader);
    expect(html).toContain('href="https://example.test/leave?a=1&amp;b=$&amp;&quot;"');
    expect(html).toContain('está na lista de Raiz &amp; Palavra. Sua inscrição foi confirmada em 3 de março &lt;de&gt; 2026.');
    expect(text).toContain('em 3 de março <de> 2026.\nSair da lista: https://example.test/leave?a=1&b=$&"');
    expect(`${html}${text}`).not.toContain('{{');
  });

  it("placeholders that the author writes are not replaced by a reader's personal parts", () => {
    const words = 'Sair: {{leave_url}} {{{joined}}} {{{{leave_url}}}}';
    const post = { ...ofWords(words), title: words, lead: words };
    const campaign = renderPostCampaign(post, { ...site, SITE_NAME: words }, { ...head, preheader: words });
    const { html, text } = addressCampaign(campaign, reader);
    expect(html.match(/example\.test\/leave/g)).toHaveLength(1);
    expect(text.match(/example\.test\/leave/g)).toHaveLength(1);
    expect(html.match(/3 de março/g)).toHaveLength(1);
    // The author's braces are shown as written.
    expect(read(html).replaceAll('&#123;', '{')).toContain(words);
  });
});

describe('an issue in email programs', () => {
  const { html } = renderPostCampaign(aPost(), site, head);

  it("an issue's pictures are JPEG from the site, with width, height and alternative text", () => {
    const images = [...html.matchAll(/<img [^>]+>/g)].map(([image]) => image);
    expect(images).toHaveLength(4);
    for (const image of images) {
      expect(image).toMatch(/src="https:\/\/example\.test\/[\w./-]+\.jpg\?v=\w+" width="\d+" height="\d+" alt="[^"]+" class="soft"/);
      const width = Number(/width="(\d+)"/.exec(image)?.[1]);
      expect(width).toBeLessThanOrEqual(536);
      expect(image).toContain(`max-width:${width}px`);
    }
    expect(html).toContain('/pictures/text.5d1f0c9a3b2e-1080.jpg');
    expect(html).not.toMatch(/webp|avif|<svg|<picture|srcset/);
  });

  it('an issue does not enlarge a small picture', () => {
    const attrs = { base: '/pictures/text.5d1f0c9a3b2e', width: 300, height: 100, color: '#a8432a', alt: '', caption: '' };
    const small = renderPostCampaign(aPost({ body: { type: 'doc', content: [{ type: 'picture', attrs }] } }), site, head);
    expect(small.html).toContain('width="300" height="100" alt=""');
  });

  it("an issue of 2,000 words takes at most a quarter of Gmail's size limit", () => {
    const paragraph = Array.from({ length: 50 }, () => 'palavra').join(' ');
    const long = renderPostCampaign(ofWords(...Array.from({ length: 40 }, () => paragraph)), site, head);
    expect(Buffer.byteLength(long.html)).toBeLessThan(30_000);
  });
});
