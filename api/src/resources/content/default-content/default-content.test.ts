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

test.each(keys)('the default of %s is what its contract says', (key) => {
  const block = defaultContent[key](site);
  expect(v.parse(contentBlocks[key], block)).toEqual(block);
});

test('a site that begins claims nothing: no number but those that the site counts, no years, no readers, no work', () => {
  expect(defaultContent.counters(site).items.map(({ kind }) => kind)).toEqual(['episodes', 'ebooks']);
  expect(defaultContent.timeline(site).items).toEqual([]);
  expect(defaultContent.testimonials(site).items).toEqual([]);
  expect(defaultContent.podcast_categories(site).names).toEqual([]);
  expect(defaultContent.offerings(site).items).toEqual([]);
  expect([defaultContent.about(site).paragraphs, defaultContent.author(site).paragraphs]).toEqual([[], []]);
  // How the shop works is the site's own to say.
  expect(defaultContent.faq(site).items.map(({ id }) => id)).toEqual(['ebook-not-received']);
  const pages = JSON.stringify(['brand', 'home', 'author', 'about', 'closing'].map((key) => defaultContent[key as ContentKey](site)));
  expect(pages.replace(/"accent":"[^"]+"/, '')).not.toMatch(/\d|podcast|eBook|livro|book|fé\b|faith/i);
});

test('only what the site has is linked', () => {
  expect(defaultContent.links(site)).toEqual({ youtube: null, spotify: 'https://open.spotify.com/show/1', instagram: null });
});

test.each([
  ['terms', '2024-03-01'],
  ['privacy', '2026-11-25'],
] as const)('%s has its date and names the site, its author and where to write', (document, day) => {
  const text = defaultContent[document](site);
  expect(text).toMatchObject({ version: day, effectiveOn: day });
  for (const language of ['pt-BR', 'en'] as const) {
    const words = JSON.stringify([text.intro[language], text.sections]);
    for (const fact of ['Um Site', 'Uma Autora', 'ola@um-site.test', 'https://um-site.test']) expect(words).toContain(fact);
  }
  const ids = text.sections.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the law is that of New Zealand, and no currency is named that the shop may not sell in', () => {
  const words = JSON.stringify(defaultContent.terms(site));
  for (const fact of ['lei da Nova Zelândia', 'law of New Zealand', 'artigo 49', 'article 49']) expect(words).toContain(fact);
  expect(words).not.toMatch(/\b(BRL|USD|NZD)\b/);
});
