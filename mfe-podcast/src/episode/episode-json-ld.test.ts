import { expect, test } from 'vitest';
import { anEpisode } from '../testing/an-episode.ts';
import { episodeJsonLd } from './episode-json-ld.ts';

const about = { siteUrl: 'https://site.test', show: 'O Programa' };
const nothingElse = { notes: null, chapters: [], ebooks: [], previous: null, next: null, isSample: false };

test('an episode on YouTube tells search engines its player there', () => {
  const [video] = episodeJsonLd({ episode: anEpisode(1), ...nothingElse }, about);
  expect(video).toMatchObject({ embedUrl: 'https://www.youtube.com/embed/video-1', sameAs: 'https://videos.test/1' });
});

test('an episode that plays only at its provider has no player of ours, and no moments to begin at', () => {
  const [video] = episodeJsonLd(
    {
      episode: anEpisode(1, { media: { kind: 'youtube', url: 'https://videos.test/1', isExternal: true } }),
      ...nothingElse,
      chapters: [{ startSeconds: 0, title: 'Começo' }],
    },
    about,
  );
  expect(video).toMatchObject({ sameAs: 'https://videos.test/1' });
  expect(video).not.toHaveProperty('embedUrl');
  expect(video).not.toHaveProperty('hasPart');
});

test('an example has no player to tell of', () => {
  const [video] = episodeJsonLd({ episode: anEpisode(1, { media: null }), ...nothingElse }, about);
  expect(video).not.toHaveProperty('embedUrl');
  expect(video).not.toHaveProperty('sameAs');
});
