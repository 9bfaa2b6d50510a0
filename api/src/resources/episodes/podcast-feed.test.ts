import type { Episode } from '@site/shared/contracts/episodes.ts';
import { instant } from '@site/shared/dates/dates.ts';
import { expect, test } from 'vitest';
import { podcastFeed } from './podcast-feed.ts';

const anEpisode = (change: Partial<Episode> = {}): Episode => ({
  id: 'rZp4Lq0TnWa',
  slug: 'ruth-1',
  title: 'Ruth & Noemi <1> 🌾 שלום\u0001',
  description: 'Sobre "ficar".\n\n00:00 Começo\n01:00 Meio\n02:00 Fim',
  publishedAt: instant('2026-11-12T09:00:00Z'),
  durationSeconds: 300,
  picture: null,
  youtubeUrl: '',
  spotifyUrl: '',
  ...change,
});
const feed = (episodes: Episode[], siteUrl = 'https://example.test') =>
  podcastFeed({ siteUrl, title: 'Raiz & Palavra', author: 'Marina', description: 'Conversas', episodes });
const chapters = '<podcast:chapters url="https://example.test/api/episodes/ruth-1/chapters" type="application/json+chapters"/>';

test('an item leads to its page, with its date, length and chapters, and without an enclosure', () => {
  const text = feed([anEpisode()]);
  expect(text).toContain('<title>Ruth &amp; Noemi &lt;1&gt; 🌾 שלום</title>');
  expect(text).toContain('<link>https://example.test/podcast/ruth-1</link>');
  expect(text).toContain('<guid isPermaLink="false">rZp4Lq0TnWa</guid>');
  expect(text).toContain('<pubDate>Thu, 12 Nov 2026 09:00:00 +0000</pubDate>');
  expect(text).toContain('<itunes:duration>300</itunes:duration>');
  expect(text).toContain(chapters);
  expect(text).not.toContain('<enclosure');
});

test('there is no chapters tag without chapters, and no date without episodes', () => {
  expect(feed([anEpisode({ description: 'Sem capítulos.' })])).not.toContain('podcast:chapters');
  expect(feed([])).not.toContain('pubDate');
});

test('the number of a feed is that of its address without scheme', () => {
  const number = (siteUrl: string) => /<podcast:guid>(.+)<\/podcast:guid>/.exec(feed([], siteUrl))?.[1];
  expect(number('https://example.test')).toBe(number('http://example.test'));
  expect(number('https://example.test')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
