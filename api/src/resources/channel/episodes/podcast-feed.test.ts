import type { Episode } from '@site/shared/contracts/episodes.ts';
import { NO_CATEGORY, PODCAST_CATEGORIES } from '@site/shared/contracts/podcast-categories.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { asHtml } from '@site/shared/testing/as-html.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
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
const podcast = { artwork: null, category: NO_CATEGORY, ownerEmail: null, words: 'clean', order: 'episodic', newFeedUrl: null } as const;
const facts = { guid: 'rZp4Lq0TnWa', season: null, number: null, kind: 'full', categories: [], notes: '', transcripts: [] } as const;
const show = {
  siteUrl: 'https://example.test',
  title: 'Raiz & Palavra',
  author: 'Marina',
  description: 'Conversas',
  podcast,
  page: 1,
  pages: 1,
};
const feed = (
  episodes: Episode[],
  siteUrl = 'https://example.test',
  said: Partial<{ categories: string[]; notes: string; transcripts: { locale: Locale; isTimed: boolean }[] }> = {},
) => renderPodcastFeed({ ...show, siteUrl, episodes: episodes.map((episode) => ({ ...episode, ...facts, ...said })) });
/** Parses a feed like a feed reader. Throws for invalid XML. */
function channelOf(xml: string) {
  expect(XMLValidator.validate(xml)).toBe(true);
  return new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', parseTagValue: false }).parse(xml).rss.channel;
}

test("an item without audio links to the episode's page, and has date, length and chapters but no enclosure", () => {
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

test('an item of the feed has the notes below the description, and each category of the episode', () => {
  const { item } = channelOf(
    feed([anEpisode({ description: 'Sobre ficar.' })], undefined, { categories: ['Fé & vida', 'Ruth'], notes: 'Leia <Rute>.' }),
  );
  expect([asHtml(item.description), item.category]).toEqual(['Sobre ficar.\n\nLeia <Rute>.', ['Fé & vida', 'Ruth']]);
});

test('the feed escapes markup in texts of the owner and the channel', () => {
  const words = `<b>gordo</b> <img src=x onerror=alert(1)> &lt;i&gt; &copy 2026 a < b & c</description>`;
  const { item, ...channel } = channelOf(
    renderPodcastFeed({
      ...{ ...show, title: words, author: words, description: words },
      episodes: [{ ...anEpisode({ title: words, description: `${words}\n\nfim` }), ...facts, categories: [words] }],
    }),
  );
  expect(asHtml(item.description)).toBe(`${words}\n\nfim`);
  for (const text of [item.title, item.category, channel.title, channel.description, channel['itunes:author']]) {
    const unseen = /\u2060/g;
    expect([text.replace(unseen, ''), asHtml(text).replace(unseen, '')]).toEqual([words, words]);
  }
});

test('an item of the feed lists the captions of each language, and a transcript without times as plain text', () => {
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

test('the feed omits the chapters tag if there are no chapters, and the date if there are no episodes', () => {
  expect(channelOf(feed([anEpisode({ description: 'Sem capítulos.' })])).item).not.toHaveProperty('podcast:chapters');
  const empty = channelOf(feed([]));
  expect([empty.pubDate, empty.item, empty.title]).toEqual([undefined, undefined, 'Raiz & Palavra']);
});

test("the feed's id is derived from its address without the scheme", () => {
  const number = (siteUrl: string) => channelOf(feed([], siteUrl))['podcast:guid'];
  expect(number('https://example.test')).toBe(number('http://example.test'));
  expect(number('https://example.test')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

/** The second of three pages of a feed. Its episodes have a file of the site, a file of another host, and a trailer. */
const full = renderPodcastFeed({
  ...{ ...show, page: 2, pages: 3 },
  podcast: {
    artwork: { base: '/brand/artwork.0123456789ab', version: '0123456789ab', color: '#a8432a', width: 3_000, height: 3_000 },
    category: 'Religion & Spirituality/Christianity',
    ownerEmail: 'marina@example.test',
    words: 'explicit',
    order: 'serial',
    newFeedUrl: 'https://other.test/feed?a=1&b=2',
  },
  episodes: [
    {
      ...anEpisode({ audio: { url: '/audio/a-1.0123456789ab.mp3', type: 'audio/mpeg', bytes: 4_321_000, seconds: 301 } }),
      ...{ ...facts, season: 2, number: 7, notes: 'ç'.repeat(5_000), categories: ['Ruth'] },
    },
    {
      ...anEpisode({
        id: 'a-2',
        audio: { url: 'https://cdn.test/2.m4a?x=1&y=2', type: 'audio/mp4', bytes: 9, seconds: 62 },
        description: 'Oi.',
      }),
      ...{ ...facts, guid: 'tag:old.test,2019:2 ', kind: 'trailer' },
    },
  ],
});

describe('the rules of podcast directories', () => {
  const shown = channelOf(full);
  const [first, second] = shown.item;
  const links: Record<string, string> = Object.fromEntries(shown['atom:link'].map(({ rel, href }: Record<string, string>) => [rel, href]));
  const bytes = (text: string) => Buffer.byteLength(text);
  const category = `${shown['itunes:category'].text}/${shown['itunes:category']['itunes:category'].text}`;

  test.each<[source: string, rule: string, is: unknown, wanted: unknown]>([
    ['RSS 2.0', 'names its version', /<rss version="2.0"/.test(full), true],
    ['Apple', 'declares its namespace', full.includes('xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"'), true],
    ['Podcasting 2.0', 'declares its namespace', full.includes('xmlns:podcast="https://podcastindex.org/namespace/1.0"'), true],
    ['Apple', 'the show has a title', shown.title, 'Raiz & Palavra'],
    ['Apple', 'the show has a link to its page', shown.link, 'https://example.test/podcast'],
    ['Apple', 'the show is described in at most 4,000 bytes', bytes(shown.description) > 0 && bytes(shown.description) <= 4_000, true],
    ['Apple', 'the language is a known code', shown.language, 'pt-br'],
    ['Apple', 'the show names its author', shown['itunes:author'], 'Marina'],
    ['Apple', 'the show has a copyright', shown.copyright, '© Marina'],
    [
      'Apple',
      'the artwork is a JPEG or PNG of our origin',
      shown['itunes:image'].href,
      'https://example.test/brand/artwork.0123456789ab-3000.jpg',
    ],
    [
      'Apple',
      'the category is on the closed list',
      PODCAST_CATEGORIES.includes(category) && category,
      'Religion & Spirituality/Christianity',
    ],
    ['Apple', 'explicit is true or false', shown['itunes:explicit'], 'true'],
    ['Apple', 'the type is episodic or serial', shown['itunes:type'], 'serial'],
    ['Apple', 'a moved feed names its new address', shown['itunes:new-feed-url'], 'https://other.test/feed?a=1&b=2'],
    ['Spotify', 'the owner has a name', shown['itunes:owner']['itunes:name'], 'Marina'],
    ['Spotify', 'the owner has an email, which gets the code', shown['itunes:owner']['itunes:email'], 'marina@example.test'],
    ['Podcasting 2.0', 'the show has a version 5 UUID, the same on each page', shown['podcast:guid'], channelOf(feed([]))['podcast:guid']],
    ['Podcasting 2.0', 'a feed that moved is not locked', shown['podcast:locked'], { '#text': 'no', owner: 'marina@example.test' }],
    ['Podcasting 2.0', 'a feed is locked otherwise', channelOf(feed([]))['podcast:locked'], 'yes'],
    ['RFC 5005', 'a page names itself', links.self, 'https://example.test/podcast.xml?page=2'],
    ['RFC 5005', 'a page names the next and the last', [links.next, links.last], Array(2).fill('https://example.test/podcast.xml?page=3')],
    [
      'RFC 5005',
      'a page names the previous and the first',
      [links.previous, links.first],
      Array(2).fill('https://example.test/podcast.xml'),
    ],
    [
      'Apple',
      'an item has an absolute enclosure with length and type',
      first.enclosure,
      { url: 'https://example.test/audio/a-1.0123456789ab.mp3', length: '4321000', type: 'audio/mpeg' },
    ],
    [
      'Apple',
      'a file of another host keeps its address',
      second.enclosure,
      { url: 'https://cdn.test/2.m4a?x=1&y=2', length: '9', type: 'audio/mp4' },
    ],
    ['Apple', 'a guid never changes and is no link', second.guid, { '#text': 'tag:old.test,2019:2', isPermaLink: 'false' }],
    ['Apple', 'the date is of RFC 2822', first.pubDate, 'Thu, 12 Nov 2026 09:00:00 +0000'],
    ['Apple', 'an item is described in at most 10,000 bytes', bytes(first.description) <= 10_000 && bytes(first.description) > 9_900, true],
    ['Apple', 'a summary has at most 4,000 characters', first['itunes:summary'].length, 4_000],
    ['Apple', 'the length is that of the file, in seconds', first['itunes:duration'], '301'],
    ['Apple', 'season and number are whole numbers', [first['itunes:season'], first['itunes:episode']], ['2', '7']],
    [
      'Apple',
      'an item without season and number has no tags for them',
      [second['itunes:season'], second['itunes:episode']],
      [undefined, undefined],
    ],
    ['Apple', 'an item is full, a trailer or a bonus', [first['itunes:episodeType'], second['itunes:episodeType']], ['full', 'trailer']],
    ['Spotify', 'an item repeats whether it is explicit', first['itunes:explicit'], 'true'],
    ['Podcasting 2.0', 'chapters are JSON', first['podcast:chapters'].type, 'application/json+chapters'],
  ])('%s: %s', (_source, _rule, is, wanted) => expect(is).toEqual(wanted));
});

test('a feed whose settings are empty has the drawn artwork, and no owner, category or new address', () => {
  const shown = channelOf(feed([]));
  expect(shown['itunes:image'].href).toBe('https://example.test/podcast-artwork.png');
  for (const name of ['itunes:owner', 'itunes:category', 'itunes:new-feed-url']) expect(shown).not.toHaveProperty(name);
  expect(shown['atom:link'].rel).toBe('self');
});
