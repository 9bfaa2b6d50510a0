import { type Episode, type EpisodePage, THUMBNAIL_WIDTHS } from '@site/shared/contracts/episodes.ts';
import { getPictureSource, type Picture } from '@site/shared/contracts/pictures.ts';
import { paths } from '@site/shared/site/site.ts';
import { summaryOf } from './episode-words.ts';

type Thing = Readonly<Record<string, unknown>>;

const largest = Math.max(...THUMBNAIL_WIDTHS);

/** Returns the site path of an episode's picture for link previews and search engines. */
export const previewOf = (picture: Picture): string => getPictureSource(picture, largest, 'webp');

/** Returns a duration in ISO 8601, such as `PT1H2M5S`. */
export function isoDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'H'],
    [Math.floor(seconds / 60) % 60, 'M'],
    [Math.round(seconds) % 60, 'S'],
  ] as const;
  const text = parts.map(([count, unit]) => (count > 0 ? `${count}${unit}` : '')).join('');
  return `PT${text || '0S'}`;
}

/** Returns schema.org's list of a page's episodes, each with the URL of its own page. */
export const episodeListJsonLd = (episodes: readonly Episode[], siteUrl: string): Thing => ({
  '@type': 'ItemList',
  itemListElement: episodes.map(({ slug, title }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: title,
    url: `${siteUrl}${paths.episode.href(slug)}`,
  })),
});

/** Returns an episode as schema.org data: an episode of the show with its video, its audio, or both. The video contains the chapters. */
export function episodeJsonLd(
  { episode, notes, chapters, series }: EpisodePage,
  { siteUrl, show }: { siteUrl: string; show: string },
): Thing[] {
  const url = `${siteUrl}${paths.episode.href(episode.slug)}`;
  const { title, durationSeconds, publishedAt, picture, media, audio } = episode;
  const description = summaryOf(episode.description) || summaryOf(notes?.text ?? '') || title;
  const duration = isoDuration(durationSeconds);
  const thumbnail = picture ? { thumbnailUrl: `${siteUrl}${previewOf(picture)}` } : {};
  const clips = (media?.isExternal ? [] : chapters).map(({ startSeconds, title: name }, index) => ({
    '@type': 'Clip',
    name,
    startOffset: startSeconds,
    endOffset: chapters[index + 1]?.startSeconds ?? durationSeconds,
    url: `${url}?t=${startSeconds}`,
  }));
  const video = {
    '@type': 'VideoObject',
    '@id': `${url}#video`,
    name: title,
    description,
    ...thumbnail,
    uploadDate: publishedAt,
    duration,
    url,
    ...(media && { sameAs: media.url }),
    ...(media?.kind === 'youtube' && !media.isExternal && { embedUrl: `https://www.youtube.com/embed/${episode.id}` }),
    ...(clips.length > 0 ? { hasPart: clips } : {}),
  };
  const sound = audio && {
    '@type': 'AudioObject',
    '@id': `${url}#audio`,
    name: title,
    contentUrl: new URL(audio.url, siteUrl).href,
    encodingFormat: audio.type,
    duration: isoDuration(audio.seconds),
  };
  const parts = [...(media || !sound ? [video] : []), ...(sound ? [sound] : [])];
  return [
    ...parts,
    {
      '@type': 'PodcastEpisode',
      '@id': url,
      url,
      name: title,
      description,
      datePublished: publishedAt,
      timeRequired: duration,
      ...(picture ? { image: `${siteUrl}${previewOf(picture)}` } : {}),
      associatedMedia: parts.map((part) => ({ '@id': part['@id'] })),
      partOfSeries: { '@type': 'PodcastSeries', name: show, url: `${siteUrl}${paths.podcast.href()}` },
      ...(series && {
        position: series.part,
        isPartOf: { '@type': 'CreativeWorkSeries', '@id': `${siteUrl}${paths.series.href(series.slug)}`, name: series.title },
      }),
    },
  ];
}
