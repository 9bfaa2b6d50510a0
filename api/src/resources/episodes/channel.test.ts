import { expect, test } from 'vitest';
import type { Video } from '../../gateways/videos/videos.ts';
import { episodesOf, secondsOf } from './channel.ts';

test.each([
  ['PT48M12S', 2_892],
  ['PT2H', 7_200],
  ['PT1H0M1S', 3_601],
  ['P1DT1S', 86_401],
  ['PT120S', 120],
  ['P0D', 0],
  ['', 0],
  ['48:12', 0],
])('%s lasts %d seconds', (duration, seconds) => {
  expect(secondsOf(duration)).toBe(seconds);
});

const aVideo = (
  change: { id?: string; duration?: string; description?: string; publishedAt?: string; image?: string | null } = {},
): Video => ({
  id: change.id ?? 'rZp4Lq0TnWa',
  snippet: {
    title: 'Rute 1',
    description: change.description ?? '',
    publishedAt: change.publishedAt ?? '2026-09-14T09:00:00Z',
    thumbnails: change.image === null ? {} : { medium: { url: change.image ?? 'https://i.example.test/m.jpg' } },
  },
  contentDetails: { duration: change.duration ?? 'PT40M' },
});

test('an upload becomes an episode with the first podcast link of its description', () => {
  const description = 'Ouça em https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk?si=1 ou https://open.spotify.com/show/2';
  expect(episodesOf([aVideo({ description })])).toEqual([
    {
      id: 'rZp4Lq0TnWa',
      title: 'Rute 1',
      description,
      published_at: '2026-09-14T09:00:00.000Z',
      duration_seconds: 2_400,
      image_url: 'https://i.example.test/m.jpg',
      spotify_url: 'https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk',
    },
  ]);
});

test.each([
  ['of two minutes sharp', { duration: 'PT2M' }],
  ['without an id', { id: '' }],
  ['with an id that is none', { id: '"><script>' }],
  ['without a picture', { image: null }],
  ['with a picture that runs', { image: 'javascript:alert(1)' }],
  ['without a date', { publishedAt: 'soon' }],
])('an upload %s is no episode', (_, change) => {
  expect(episodesOf([aVideo(change)])).toEqual([]);
});

test('two minutes and a second is an episode, and each id comes once', () => {
  expect(episodesOf([aVideo({ duration: 'PT2M1S' }), aVideo({ duration: 'PT2M1S' })])).toHaveLength(1);
});
