import * as v from 'valibot';
import { expect, test } from 'vitest';
import { parseDuration, toEpisodeFacts, type Video, VideoSchema } from './youtube-episode.ts';

test.each([
  ['PT48M12S', 2_892],
  ['PT2H', 7_200],
  ['PT1H0M1S', 3_601],
  ['P1DT1S', 86_401],
  ['P1DT2H3M4S', 93_784],
  ['PT120S', 120],
  ['P0D', 0],
  ['', 0],
  ['48:12', 0],
])('the duration %s is %d seconds', (duration, seconds) => {
  expect(parseDuration(duration)).toBe(seconds);
});

const aVideo = (
  change: {
    id?: string;
    title?: string;
    duration?: string;
    description?: string;
    publishedAt?: string;
    live?: string;
    embeddable?: boolean;
    ytRating?: string;
    thumbnails?: Video['snippet']['thumbnails'];
  } = {},
): Video => ({
  id: change.id ?? 'rZp4Lq0TnWa',
  snippet: {
    title: change.title ?? 'Rute 1',
    description: change.description ?? '',
    publishedAt: change.publishedAt ?? '2026-09-14T09:00:00Z',
    liveBroadcastContent: change.live ?? 'none',
    thumbnails: change.thumbnails ?? { medium: { url: 'https://i.example.test/m.jpg', width: 320 } },
  },
  contentDetails: { duration: change.duration ?? 'PT40M', contentRating: { ytRating: change.ytRating } },
  status: { privacyStatus: 'public', embeddable: change.embeddable ?? true },
});

test('an upload becomes an episode with the first podcast link of its description', () => {
  const description = 'Ouça em https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk?si=1 ou https://open.spotify.com/show/2';
  expect(toEpisodeFacts(aVideo({ description }))).toEqual({
    id: 'rZp4Lq0TnWa',
    title: 'Rute 1',
    description,
    published_at: '2026-09-14T09:00:00.000Z',
    duration_seconds: 2_400,
    picture_source: 'https://i.example.test/m.jpg',
    spotify_url: 'https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk',
    media: { kind: 'youtube', url: 'https://www.youtube.com/watch?v=rZp4Lq0TnWa' },
  });
});

test.each([
  ['may not be embedded', { embeddable: false }],
  ['is for adults only', { ytRating: 'ytAgeRestricted' }],
])('a video that %s is played only at its provider', (_, change) => {
  expect(toEpisodeFacts(aVideo(change))?.media.isExternal).toBe(true);
});

test('characters that change the text direction are removed from an episode', () => {
  const { snippet } = v.parse(
    VideoSchema,
    aVideo({ title: '\u202eetuR\u202c 1', description: '00:00 \u2067Começo\u2069\n01:00 \u061cשלום\u200f!' }),
  );
  expect([snippet.title, snippet.description]).toEqual(['etuR 1', '00:00 Começo\n01:00 שלום\u200f!']);
});

test.each([
  ['of exactly two minutes', { duration: 'PT2M' }],
  ['that is a running broadcast', { duration: 'P0D' }],
  ['that is only announced', { live: 'upcoming' }],
  ['that is live', { live: 'live' }],
  ['without an id', { id: '' }],
  ['with an invalid id', { id: '"><script>' }],
  ['without a date', { publishedAt: 'soon' }],
])('an upload %s is no episode', (_, change) => {
  expect(toEpisodeFacts(aVideo(change))).toBeNull();
});

test('a video of two minutes and a second is an episode, with its widest picture or none', () => {
  const thumbnails = { default: { url: 'd', width: 120 }, maxres: { url: 'x', width: 1_280 }, high: { url: 'h', width: 480 } };
  expect(toEpisodeFacts(aVideo({ duration: 'PT2M1S', thumbnails }))?.picture_source).toBe('x');
  expect(toEpisodeFacts(aVideo({ duration: 'PT2M1S', thumbnails: {} }))?.picture_source).toBeNull();
});
