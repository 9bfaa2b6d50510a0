import type { SubscriberGrowth } from '@site/shared/contracts/admin-subscribers.ts';
import { Skeleton, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { useOwnQuery } from '../../../signed-in/own-query.ts';
import { Panel } from '../../../signed-in/panel.tsx';
import { analyticsFormats } from '../../charts/formats.ts';
import { SeriesChart } from '../../charts/series-chart.tsx';
import { subscriberSourceTexts } from '../../common/subscriber-source-texts.ts';
import type { Filters } from './analytics-filters.ts';
import { CountsTable } from './counts-table.tsx';
import { texts } from './reader-growth-texts.ts';

/** Shows the number of newsletter readers over a period, with sign-ups by source and unsubscribes. */
export function ReaderGrowth({ period: { from, to } }: { period: Pick<Filters, 'from' | 'to'> }) {
  const t = useTexts(texts);
  const growth = useOwnQuery(
    ['subscriber-growth', from, to],
    (signal) => api('GET /api/admin/subscriber-growth', { query: { from, to }, signal }),
    { placeholderData: keepPreviousData },
  );
  return (
    <div aria-busy={growth.isPlaceholderData}>
      <Panel name="readers" title={t.title}>
        {growth.isPending && <Skeleton lines={6} />}
        {growth.isError && <LoadFailure title={t.failed} query={growth} />}
        {growth.data && !growth.isError && <Numbers growth={growth.data} />}
      </Panel>
    </div>
  );
}

function Numbers({ growth: { series, step, sources } }: { growth: SubscriberGrowth }) {
  const t = useTexts(texts);
  const names = useTexts(subscriberSourceTexts);
  const { locale } = usePreferences();
  const formats = analyticsFormats(locale);
  const { count } = formats;
  if (series.every(({ joined, left, readers }) => joined === 0 && left === 0 && readers === 0))
    return <p className={layout.hint}>{t.none}</p>;
  const points = series.map((point) => ({ ...point, label: formats.point(point, step), shortLabel: formats.shortPoint(point, step) }));
  return (
    <div className={layout.parts}>
      <p className={layout.hint}>{t.hint}</p>
      <div className={layout.pair}>
        <SeriesChart
          title={t.readers}
          points={points.map(({ readers, ...point }) => ({ ...point, value: readers, before: null }))}
          format={count}
        />
        <SeriesChart
          title={t.joined}
          points={points.map(({ joined, left, ...point }) => ({ ...point, value: joined, before: { label: point.label, value: left } }))}
          format={count}
          beforeTitle={t.left}
        />
      </div>
      <CountsTable
        caption={t.sources}
        none={t.none}
        columns={[t.source, t.joined, t.left, t.readersThen]}
        rows={sources.map(({ source, joined, left, readers }) => ({
          key: source ?? '',
          name: source ? names[source] : t.unknown,
          cells: [joined, left, readers].map(count),
        }))}
      />
      {sources.some(({ source }) => source === 'import') && <p className={layout.hint}>{t.imported}</p>}
    </div>
  );
}
