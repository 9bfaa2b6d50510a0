import type { EpisodeSeries } from '@site/shared/contracts/episode-series.ts';
import { paths } from '@site/shared/site/site.ts';
import { numberFormat } from '@site/shared/texts/formats.ts';
import { episodeListJsonLd } from '../../episode/episode-json-ld.ts';
import { summaryOf } from '../../episode/episode-words.ts';

/** Formats a length in `locale` in hours and minutes, such as `2 h 25 min`. */
export function formatLength(seconds: number, locale: string): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const parts = [
    [Math.floor(minutes / 60), 'hour'],
    [minutes % 60, 'minute'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count))
    .join(' ');
}

/** Returns a series as schema.org data: a part of the show with its episodes in order. schema.org's `PodcastSeries` is the whole show. */
export function seriesJsonLd(
  { slug, title, description, episodes }: EpisodeSeries,
  { siteUrl, show }: { siteUrl: string; show: string },
): Readonly<Record<string, unknown>>[] {
  const url = `${siteUrl}${paths.series.href(slug)}`;
  return [
    {
      '@type': 'CreativeWorkSeries',
      '@id': url,
      url,
      name: title,
      ...(description && { description: summaryOf(description) }),
      isPartOf: { '@type': 'PodcastSeries', name: show, url: `${siteUrl}${paths.podcast.href()}` },
    },
    { ...episodeListJsonLd(episodes, siteUrl), name: title, numberOfItems: episodes.length },
  ];
}
