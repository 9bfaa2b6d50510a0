import { DaySchema } from '@site/shared/contracts/admin-lists.ts';
import { DAY_MS } from '@site/shared/dates/dates.ts';
import { Link, paths, Skeleton, usePreferences, useTexts } from '@site/shared/site/site.ts';
import * as v from 'valibot';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { useOwnQuery } from '../../../signed-in/own-query.ts';
import { analyticsFormats } from '../../charts/formats.ts';
import { texts } from './episode-counts-texts.ts';

/** More days than counts are kept, and fewer than the API allows. */
const ALL_DAYS = 1_000;

/** Returns the day that begins `days` from now in UTC. */
const dayIn = (days: number) => v.parse(DaySchema, new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10));

/** Shows how often an episode was played and downloaded, as long as the counts are kept. */
export function EpisodeCounts({ slug }: { slug: string }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const { count } = analyticsFormats(locale);
  // The day of tomorrow includes today in every time zone.
  const [from, to, path] = [dayIn(-ALL_DAYS), dayIn(1), paths.episode.href(slug)];
  const counts = useOwnQuery(['page-sources', from, to, path], (signal) =>
    api('GET /api/admin/visits/page', { query: { from, to, path }, signal }),
  );
  if (counts.isPending) return <Skeleton lines={1} />;
  if (!counts.data) return <p className={layout.hint}>{t.failed}</p>;
  const { listens, plays, downloads } = counts.data;
  return (
    <p className={layout.hint}>
      {t.counts({ listens: count(listens), plays: count(plays), downloads: count(downloads) })} ·{' '}
      <Link to={`${paths.dashboard.href('analytics')}&more=visits`}>{t.more}</Link>
    </p>
  );
}
