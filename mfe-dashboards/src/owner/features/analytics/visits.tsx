import { DIRECT, OTHER, type VISIT_TABLES, type Visits as VisitCounts } from '@site/shared/contracts/admin-visits.ts';
import { Dialog } from '@site/shared/patterns/dialog.tsx';
import { UncountedDevice } from '@site/shared/patterns/uncounted-device.tsx';
import { Button, paths, Skeleton, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import layout from '../../../signed-in/layout.module.css';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { Loaded } from '../../../signed-in/loaded.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { type AnalyticsFormats, analyticsFormats } from '../../charts/formats.ts';
import { SeriesChart } from '../../charts/series-chart.tsx';
import { Amounts } from '../../common/amounts.tsx';
import { ExportButton } from '../../common/export-button.tsx';
import type { Filters } from './analytics-filters.ts';
import { CountsTable } from './counts-table.tsx';
import { LinkMaker } from './link-maker.tsx';
import { Ranking } from './ranking.tsx';
import { texts } from './visit-texts.ts';
import css from './visits.module.css';
import { usePageSources, useVisits } from './visits-query.ts';

type Period = Pick<Filters, 'from' | 'to'>;
/** A page whose sources are shown, with its readable name. */
type Asked = { readonly path: string; readonly name: string };

/** Shows the visits of the site in a period: how many, from where, and the resulting purchases. */
export function Visits({ period }: { period: Period }) {
  const t = useTexts(texts);
  const visits = useVisits(period);
  return (
    <div className={layout.parts} aria-busy={visits.isPlaceholderData}>
      {visits.isPending && <Skeleton lines={6} />}
      {visits.isError && <LoadFailure title={t.failed} query={visits} />}
      {visits.data && !visits.isError && <Counts visits={visits.data} period={period} />}
      <div className={layout.pair}>
        <LinkMaker />
        <Panel title={t.device}>
          <UncountedDevice />
        </Panel>
      </div>
    </div>
  );
}

function Counts({ visits, period }: { visits: VisitCounts; period: Period }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const formats = analyticsFormats(locale);
  const { count } = formats;
  const [asked, setAsked] = useState<Asked | null>(null);
  const { series, step, sources, campaigns, pages, ebooks, episodes, allEpisodes } = visits;
  const exported = (table: (typeof VISIT_TABLES)[number]) => (
    <ExportButton path={`/api/admin/visits.csv?${new URLSearchParams({ ...period, table, locale })}`} />
  );
  const named = (page: Asked) => (
    <button type="button" className={css.name} aria-haspopup="dialog" onClick={() => setAsked(page)}>
      {page.name}
    </button>
  );
  const sourceName = useSourceName();

  return (
    <>
      <Panel title={t.title} hint={t.hint}>
        <SeriesChart
          title={t.visits}
          points={series.map((point) => {
            const label = formats.point(point, step);
            const shortLabel = formats.shortPoint(point, step);
            return { label, shortLabel, value: point.visits, before: { label, value: point.views } };
          })}
          format={count}
          beforeTitle={t.views}
        />
      </Panel>
      <Panel title={t.sources} action={exported('sources')}>
        <CountsTable
          caption={t.sources}
          columns={[t.source, t.visits, t.views, t.carts, t.orders, t.revenue]}
          none={t.none}
          rows={sources.map(({ name, ...source }) => ({ key: name, name: sourceName(name), cells: originCells(source, formats) }))}
        />
        {sources.length > 0 && <p className={layout.hint}>{t.salesHint}</p>}
      </Panel>
      <Panel title={t.campaigns} action={campaigns.length > 0 && exported('campaigns')}>
        <CountsTable
          caption={t.campaigns}
          columns={[t.campaign, t.source, t.visits, t.views, t.carts, t.orders, t.revenue]}
          none={t.noCampaigns}
          rows={campaigns.map(({ name, source, ...campaign }) => ({
            key: `${name} ${source}`,
            name: sourceName(name),
            cells: [sourceName(source), ...originCells(campaign, formats)],
          }))}
        />
      </Panel>
      <Panel title={t.books} action={exported('ebooks')}>
        <CountsTable
          caption={t.books}
          columns={[t.book, t.bookViews, t.carts, t.checkouts, t.paid]}
          none={t.noBooks}
          rows={ebooks.map(({ ebookId, title, views, ...steps }) => ({
            key: ebookId,
            name: named({ path: paths.ebook.href(ebookId), name: title }),
            cells: [
              count(views),
              ...[steps.carts, steps.checkouts, steps.copies].map((n) => <Step key={n} n={n} of={views} {...formats} />),
            ],
          }))}
        />
      </Panel>
      <Panel title={t.episodes} action={exported('episodes')}>
        <CountsTable
          caption={t.episodes}
          columns={[t.episode, t.listens, t.plays, t.downloads, t.views]}
          none={t.noEpisodes}
          rows={[
            ...episodes.map(({ slug, title, ...counts }) => ({
              key: slug,
              name: named({ path: paths.episode.href(slug), name: title }),
              cells: episodeCells(counts, formats),
            })),
            ...(episodes.length > 1 ? [{ key: '', name: t.allEpisodes, cells: episodeCells(allEpisodes, formats) }] : []),
          ]}
        />
        {episodes.length > 0 && <p className={layout.hint}>{t.episodesHint}</p>}
      </Panel>
      <Panel title={t.pages} action={exported('pages')}>
        <Ranking
          caption={t.pages}
          columns={[t.page, t.views, t.visits]}
          none={t.none}
          ranks={pages.map(({ path, views, visits: began }) => ({
            key: path,
            name: named({ path, name: path }),
            count: views,
            cells: [count(views), count(began)],
          }))}
        />
      </Panel>
      <PageSources asked={asked} period={period} onClose={() => setAsked(null)} />
    </>
  );
}

function useSourceName(): (name: string) => string {
  const t = useTexts(texts);
  return (name) => (name === DIRECT ? t.direct : name === OTHER ? t.other : name);
}

const originCells = (
  { visits, views, carts, orders, revenue }: Omit<VisitCounts['sources'][number], 'name'>,
  { count }: Pick<AnalyticsFormats, 'count'>,
) => [...[visits, views, carts, orders].map(count), revenue.length > 0 ? <Amounts key="revenue" amounts={revenue} /> : '–'];

const episodeCells = ({ listens, plays, downloads, views }: VisitCounts['allEpisodes'], { count }: Pick<AnalyticsFormats, 'count'>) =>
  [listens, plays, downloads, views].map(count);

/** Shows a number, and its percentage of the visits to the book's page. */
function Step({ n, of, count, share }: { n: number; of: number } & Pick<AnalyticsFormats, 'count' | 'share'>) {
  const t = useTexts(texts);
  return (
    <>
      <span>{count(n)}</span>
      {n > 0 && of >= n && <span className={layout.note}>{t.share(share(n / of))}</span>}
    </>
  );
}

function PageSources({ asked, period, onClose }: { asked: Asked | null; period: Period; onClose: () => void }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const { count } = analyticsFormats(locale);
  const sourceName = useSourceName();
  const sources = usePageSources(period, asked?.path ?? null);
  return (
    <Dialog
      title={t.whereFrom(asked?.name ?? '')}
      isOpen={asked !== null}
      onClose={onClose}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <Loaded query={sources} failed={t.whereFromFailed} lines={3}>
        {(found) => (
          <Ranking
            caption={t.sources}
            columns={[t.source, t.views]}
            none={t.whereFromNone}
            ranks={found.sources.map(({ name, views }) => ({
              key: name,
              name: sourceName(name),
              count: views,
              cells: [count(views)],
            }))}
          />
        )}
      </Loaded>
      <p className={layout.hint}>{t.whereFromHint}</p>
    </Dialog>
  );
}
