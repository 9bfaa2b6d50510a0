import type { Episode } from '@site/shared/contracts/episodes.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { asHtml } from '@site/shared/testing/as-html.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { renderPodcastFeed } from './podcast-feed.ts';

const anEpisode = (change: Partial<Episode> = {}): Episode => ({
  id: 'rZp4Lq0TnWa',
  slug: 'ruth-1',
  title: 'Ruth & Noemi <1> 🌾 שלום\u0001',
  description: 'Sobre "ficar".\n\n00:00 Começo\n01:00 Meio\n02:00 Fim',
  publishedAt: toInstant('2026-11-12T09:00:00Z'),
  durationSeconds: 300,
  picture: null,
  media: null,
  audio: null,
  spotifyUrl: '',
  ...change,
});
const feed = (
  episodes: Episode[],
  siteUrl = 'https://example.test',
  said: { categories?: string[]; notes?: string; transcripts?: { locale: Locale; isTimed: boolean }[] } = {},
) =>
  renderPodcastFeed({
    siteUrl,
    title: 'Raiz & Palavra',
    author: 'Marina',
    description: 'Conversas',
    episodes: episodes.map((episode) => ({ ...episode, categories: [], notes: '', transcripts: [], ...said })),
  });
/** Parses a feed like a feed reader. Throws for invalid XML. */
function channelOf(xml: string) {
  expect(XMLValidator.validate(xml)).toBe(true);
  return new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', parseTagValue: false }).parse(xml).rss.channel;
}

test('an item of the feed links to its page, with date, length and chapters, and without an enclosure', () => {
  const { item } = channelOf(feed([anEpisode()]));
  expect(item).toMatchObject({
    title: 'Ruth & Noemi <1> 🌾 שלום',
    link: 'https://example.test/podcast/ruth-1',
    guid: { '#text': 'rZp4Lq0TnWa', isPermaLink: 'false' },
    pubDate: 'Thu, 12 Nov 2026 09:00:00 +0000',
    'itunes:duration': '300',
    'podcast:chapters': { url: 'https://example.test/api/episodes/ruth-1/chapters', type: 'application/json+chapters' },
  });
  expect(item).not.toHaveProperty('enclosure');
});

test('an item of the feed has the notes below its description, and each of its categories', () => {
  const { item } = channelOf(
    feed([anEpisode({ description: 'Sobre ficar.' })], undefined, { categories: ['Fé & vida', 'Ruth'], notes: 'Leia <Rute>.' }),
  );
  expect([asHtml(item.description), item.category]).toEqual(['Sobre ficar.\n\nLeia <Rute>.', ['Fé & vida', 'Ruth']]);
});

test('markup in a text of the owner or the channel is shown as text', () => {
  const words = `<b>gordo</b> <img src=x onerror=alert(1)> &lt;i&gt; &copy 2026 a < b & c</description>`;
  const { item, ...channel } = channelOf(
    renderPodcastFeed({
      ...{ siteUrl: 'https://example.test', title: words, author: words, description: words },
      episodes: [{ ...anEpisode({ title: words, description: `${words}\n\nfim` }), categories: [words], notes: '', transcripts: [] }],
    }),
  );
  expect(asHtml(item.description)).toBe(`${words}\n\nfim`);
  for (const text of [item.title, item.category, channel.title, channel.description, channel['itunes:author']]) {
    const unseen = /\u2060/g;
    expect([text.replace(unseen, ''), asHtml(text).replace(unseen, '')]).toEqual([words, words]);
  }
});

test('an item of the feed names the captions of each language, and a text without times as plain text', () => {
  const transcripts = [
    { locale: 'en', isTimed: false },
    { locale: 'pt-BR', isTimed: true },
  ] as const;
  const { item } = channelOf(feed([anEpisode()], undefined, { transcripts: [...transcripts] }));
  const base = 'https://example.test/api/episodes/ruth-1/transcripts';
  expect(item['podcast:transcript']).toEqual([
    { url: `${base}/en.txt`, type: 'text/plain', language: 'en' },
    { url: `${base}/pt-BR.vtt`, type: 'text/vtt', language: 'pt-BR', rel: 'captions' },
    { url: `${base}/pt-BR.srt`, type: 'application/x-subrip', language: 'pt-BR', rel: 'captions' },
  ]);
});

test('the feed has no chapters tag without chapters, and no date without episodes', () => {
  expect(channelOf(feed([anEpisode({ description: 'Sem capítulos.' })])).item).not.toHaveProperty('podcast:chapters');
  const empty = channelOf(feed([]));
  expect([empty.pubDate, empty.item, empty.title]).toEqual([undefined, undefined, 'Raiz & Palavra']);
});

test("the feed's id is derived from its address without the scheme", () => {
  const number = (siteUrl: string) => channelOf(feed([], siteUrl))['podcast:guid'];
  expect(number('https://example.test')).toBe(number('http://example.test'));
  expect(number('https://example.test')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
