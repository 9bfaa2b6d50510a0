import { Link, paths, useTexts } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { Panel } from '../../../signed-in/panel.tsx';
import { seriesHref, useSeries } from './series-queries.ts';
import { seriesTexts } from './series-texts.ts';

/** Shows the series of an episode on the episode's page, and its place in the series. */
export function SeriesPanel({ episodeId }: { episodeId: string }) {
  const t = useTexts(seriesTexts);
  const { data } = useSeries();
  if (!data) return null;
  const series = data.series.find(({ episodes }) => episodes.some(({ id }) => id === episodeId));
  return (
    <Panel title={t.series}>
      {series ? (
        <p>
          {t.partOf(series.episodes.findIndex(({ id }) => id === episodeId) + 1, series.episodes.length)}
          {' · '}
          <Link to={seriesHref(series.id)} lang={AUTHOR_LOCALE}>
            {series.title}
          </Link>
        </p>
      ) : (
        <p>
          {t.noSeries} <Link to={paths.dashboard.href('episode-series')}>{t.toSeries}</Link>
        </p>
      )}
    </Panel>
  );
}
