import { type ContentKey, contentBlocks } from '@site/shared/contracts/content.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { defaultContent } from './default-content.ts';

const site = {
  SITE_NAME: 'Um Site',
  SITE_URL: 'https://um-site.test',
  AUTHOR_NAME: 'Uma Autora',
  CONTACT_EMAIL: 'ola@um-site.test',
  SITE_TIME_ZONE: 'America/Sao_Paulo',
  channelId: undefined,
  SPOTIFY_SHOW_URL: 'https://open.spotify.com/show/1',
  INSTAGRAM_URL: undefined,
  DEFAULT_CURRENCY: 'NZD' as const,
};
const keys = Object.keys(contentBlocks) as ContentKey[];

test.each(keys)('the default of %s matches its contract', (key) => {
  const block = defaultContent[key](site);
  expect(v.parse(contentBlocks[key], block)).toEqual(block);
});

test('the default content claims nothing: no numbers except counted ones, no years, no readers, no work', () => {
  expect(defaultContent.counters(site).items.map(({ kind }) => kind)).toEqual(['episodes', 'ebooks']);
  expect(defaultContent.timeline(site).items).toEqual([]);
  expect(defaultContent.testimonials(site).items).toEqual([]);
  expect(defaultContent.podcast_categories(site).names).toEqual([]);
  expect(defaultContent.offerings(site).items).toEqual([]);
  expect([defaultContent.about(site).paragraphs, defaultContent.author(site).paragraphs]).toEqual([[], []]);
  // The only default question is about the shop, because the site knows how the shop works.
  expect(defaultContent.faq(site).items.map(({ id }) => id)).toEqual(['ebook-not-received']);
  const pages = JSON.stringify(['brand', 'home', 'author', 'about', 'closing'].map((key) => defaultContent[key as ContentKey](site)));
  expect(pages.replace(/"accent":"[^"]+"/, '')).not.toMatch(/\d|podcast|eBook|livro|book|fé\b|faith/i);
});

test('the pages of a site without a name do not greet by its host', () => {
  const pages = (AUTHOR_NAME: string) =>
    JSON.stringify((['home', 'author', 'about'] as const).map((key) => defaultContent[key]({ ...site, AUTHOR_NAME })));
  expect(pages('Uma Autora').match(/Uma Autora/g)).toHaveLength(6);
  expect(pages('um-site.test')).not.toContain('um-site');
});

test('the default content links only to what the site has', () => {
  expect(defaultContent.links(site)).toEqual({ places: [{ kind: 'spotify', url: 'https://open.spotify.com/show/1' }], instagram: null });
});

test.each([
  ['terms', '2026-11-28'],
  ['privacy', '2026-11-28'],
] as const)('the default of %s has its date and names the site, its author and the contact address', (document, day) => {
  const text = defaultContent[document](site);
  expect(text).toMatchObject({ version: day, effectiveOn: day });
  for (const language of ['pt-BR', 'en'] as const) {
    const words = JSON.stringify([text.intro[language], text.sections]);
    for (const fact of ['Um Site', 'Uma Autora', 'ola@um-site.test', 'https://um-site.test']) expect(words).toContain(fact);
  }
  const ids = text.sections.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the default terms apply the law of New Zealand, and name no currency that the shop may not sell in', () => {
  const words = JSON.stringify(defaultContent.terms(site));
  for (const fact of ['lei da Nova Zelândia', 'law of New Zealand', 'artigo 49', 'article 49']) expect(words).toContain(fact);
  expect(words).not.toMatch(/\b(BRL|USD|NZD)\b/);
});

const wordsOf = (section: string, language: 'pt-BR' | 'en'): string =>
  JSON.stringify(
    defaultContent
      .terms(site)
      .sections.find(({ id }) => id === section)
      ?.parts.map((part) => (part.kind === 'list' ? part.items.map((item) => item[language]) : part.text[language])),
  );

test.each([
  ['account', /sem conta/, /without an account/],
  ['account', /link do pedido/, /link to your order/],
  ['ebooks', /para presentear/, /again as a gift/],
  ['prices', /um valor que você decide/, /a price that you decide/],
  ['delivery', /pelo link do pedido/, /through the order’s link/],
  ['delivery', /a partir do lançamento/, /from the launch date/],
  ['withdrawal', /só começa a contar no lançamento/, /begin only at the launch/],
])('the terms mention guests, gifts, pay-what-you-want books and pre-orders: %s, %s', (section, pt, en) => {
  expect(wordsOf(section, 'pt-BR')).toMatch(pt);
  expect(wordsOf(section, 'en')).toMatch(en);
});

test('the default terms and FAQ say that buying needs no account, and that every buyer gets a file', () => {
  const words = JSON.stringify([defaultContent.terms(site), defaultContent.faq(site), defaultContent.saved_answers(site)]);
  for (const claim of [
    /Para comprar e baixar eBooks você cria uma conta/,
    /To buy and download eBooks you create an account/,
    /não é vendido de novo/,
    /not sold to you again/,
    /endereço da conta/,
    /address of the account/,
    /Seu livro está na sua biblioteca/,
    /Your book is in your library/,
  ])
    expect(words).not.toMatch(claim);
  for (const way of [/comprou só com e-mail, abra-o pelo link/, /bought with just your email, open it with the link/])
    expect(JSON.stringify(defaultContent.faq(site))).toMatch(way);
});
