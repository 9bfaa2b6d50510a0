import { expect, test } from 'vitest';
import { anEpisode } from '../testing/an-episode.ts';
import { episodeJsonLd } from './episode-json-ld.ts';

const about = { siteUrl: 'https://site.test', show: 'O Programa' };
const nothingElse = {
  notes: null,
  places: [],
  chapters: [],
  transcript: null,
  ebooks: [],
  posts: [],
  series: null,
  previous: null,
  next: null,
  isSample: false,
};

test('the structured data of an episode on YouTube name its player', () => {
  const [video] = episodeJsonLd({ episode: anEpisode(1), ...nothingElse }, about);
  expect(video).toMatchObject({ embedUrl: 'https://www.youtube.com/embed/video-1', sameAs: 'https://videos.test/1' });
});

test('the structured data of an episode that only its provider plays have no player and no chapters', () => {
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

test('the structured data of an example episode have no player', () => {
  const [video] = episodeJsonLd({ episode: anEpisode(1, { media: null }), ...nothingElse }, about);
  expect(video).not.toHaveProperty('embedUrl');
  expect(video).not.toHaveProperty('sameAs');
});

test('the structured data of an episode without a video name its audio file', () => {
  const audio = { url: '/audio/a-1.0a.mp3', type: 'audio/mpeg', bytes: 10, seconds: 70 } as const;
  const [sound, episode, ...rest] = episodeJsonLd({ episode: anEpisode(1, { media: null, audio }), ...nothingElse }, about);
  expect(sound).toMatchObject({ '@type': 'AudioObject', contentUrl: 'https://site.test/audio/a-1.0a.mp3', duration: 'PT1M10S' });
  expect(episode).toMatchObject({ '@type': 'PodcastEpisode', associatedMedia: [{ '@id': sound?.['@id'] }] });
  expect(rest).toEqual([]);
});

test('the structured data of an episode with video and audio name both', () => {
  const audio = { url: 'https://elsewhere.test/1.m4a', type: 'audio/mp4', bytes: 10, seconds: 70 } as const;
  const [video, sound] = episodeJsonLd({ episode: anEpisode(1, { audio }), ...nothingElse }, about);
  expect(video).toMatchObject({ '@type': 'VideoObject' });
  expect(sound).toMatchObject({ '@type': 'AudioObject', contentUrl: 'https://elsewhere.test/1.m4a' });
});
