import {
  DIRECT,
  EpisodeCountsSchema,
  OTHER,
  type PageSources,
  PageSourcesSchema,
  type VISIT_TABLES,
  type Visits,
} from '@site/shared/contracts/admin-visits.ts';
import type { VISIT_EVENTS } from '@site/shared/contracts/visits.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { getPagePattern } from '@site/shared/page-patterns.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { paths } from '@site/shared/paths/paths.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { isPlain } from '@site/shared/texts/plain-text.ts';
import * as v from 'valibot';
import { csvAmount, csvStream } from '../../../platform/csv.ts';
import type { Deps } from '../../../platform/deps.ts';
import { chooseStep, type Period, pointsOf, requirePeriod } from '../analytics/period.ts';
import { amountsOf } from '../stats/amounts.ts';
import { AmountsRowSchema } from '../stats/top-book-row.ts';
import { nameOrigin } from './origin-name.ts';
import { visitTexts } from './visit-texts.ts';

const counts = { views: v.number(), visits: v.number() };
const origin = { name: v.string(), ...counts, carts: v.number(), checkouts: v.number(), orders: v.number(), amounts: AmountsRowSchema };
const VisitsRowSchema = v.object({
  days: v.array(v.object({ day: v.string(), ...counts })),
  sources: v.array(v.object(origin)),
  campaigns: v.array(v.object({ ...origin, source: v.string() })),
  pages: v.array(v.object({ name: v.string(), ...counts })),
  ebooks: v.array(
    v.object({
      ebook_id: v.string(),
      title: v.string(),
      views: v.number(),
      carts: v.number(),
      checkouts: v.number(),
      copies: v.number(),
    }),
  ),
  episodes: v.array(v.object({ slug: v.string(), title: v.string(), ...EpisodeCountsSchema.entries })),
  all_episodes: EpisodeCountsSchema,
});
type VisitsRow = v.InferOutput<typeof VisitsRowSchema>;

/** Returns the visits of a period, at most `size` rows per list. Throws `invalid_input` for an invalid period. */
async function readVisits({ data }: Pick<Deps, 'data'>, { from, to }: Period, size: number): Promise<VisitsRow> {
  requirePeriod({ from, to });
  return v.parse(VisitsRowSchema, await data.sql.getVisits({ from, to, size }));
}

const SHOWN_ROWS = 20;
const EXPORTED_ROWS = 1_000;

/** Pages that are counted individually: books, episodes and posts. */
const OWN_PAGES: readonly string[] = [paths.ebook.pattern, paths.episode.pattern, paths.post.pattern];
/** The dashboard's pages, which only the team sees. */
const UNCOUNTED: ReadonlySet<string> = new Set([paths.dashboard, ...Object.values(adminPaths)].map(({ pattern }) => pattern));
/** The payment page returns buyers to these pages, so no visit begins on them. */
const RETURNS: ReadonlySet<string> = new Set([paths.success.pattern, paths.cancel.pattern]);

/** Returns the name under which a path is counted, without parts that identify a person. Undefined for a path outside the site. */
function pageOf(path: string): string | undefined {
  if (!isPlain(path)) return undefined;
  const pattern = getPagePattern(path);
  return pattern !== undefined && OWN_PAGES.includes(pattern) ? path : pattern;
}

/**
 * Counts the event of a page. Unknown pages and pages of the dashboard are dropped. The database drops unknown books, episodes and files.
 */
export async function countVisit(
  { data, env }: Pick<Deps, 'data' | 'env'>,
  told: { event: (typeof VISIT_EVENTS)[number]; paths: readonly string[]; isVisit: boolean; source: string; campaign: string },
): Promise<void> {
  const pages =
    told.event === 'download'
      ? told.paths.filter((path) => path.startsWith('/audio/') && isPlain(path))
      : told.paths.flatMap((path) => pageOf(path) ?? []).filter((page) => !UNCOUNTED.has(page));
  if (pages.length === 0) return;
  const isVisit = told.isVisit && !pages.some((page) => RETURNS.has(page));
  await data.sql.countVisit({ event: told.event, pages, isVisit, ...nameOrigin(told, new URL(env.SITE_URL).host) });
}

const toSeries = (days: VisitsRow['days'], period: Period, step: Visits['step']): Visits['series'] =>
  pointsOf(period, step).map((point) => {
    const counted = days.filter(({ day }) => point.from <= day && day <= point.to);
    const sum = (count: 'views' | 'visits') => counted.reduce((all, day) => all + day[count], 0);
    return { ...point, views: sum('views'), visits: sum('visits') };
  });

/** Returns the number of visits in a period, their origins, and their results. Throws `invalid_input` for an invalid period. */
export async function getVisits(deps: Pick<Deps, 'data'>, period: Period): Promise<Visits> {
  const { days, sources, campaigns, pages, ebooks, episodes, all_episodes } = await readVisits(deps, period, SHOWN_ROWS);
  const step = chooseStep(period);
  return {
    step,
    series: toSeries(days, period, step),
    sources: sources.map(({ amounts, ...source }) => ({ ...source, revenue: amountsOf(amounts) })),
    campaigns: campaigns.map(({ amounts, ...campaign }) => ({ ...campaign, revenue: amountsOf(amounts) })),
    pages: pages.map(({ name, ...page }) => ({ path: name, ...page })),
    ebooks: ebooks.map(({ ebook_id, ...ebook }) => ({ ebookId: ebook_id, ...ebook })),
    episodes,
    allEpisodes: all_episodes,
  };
}

/**
 * Returns the counts of a page in a period, and the origins of its visits as long as they are kept. Throws `invalid_input` for an invalid
 * period.
 */
export async function getPageSources({ data }: Pick<Deps, 'data'>, { path, from, to }: Period & { path: string }): Promise<PageSources> {
  requirePeriod({ from, to });
  return v.parse(PageSourcesSchema, await data.sql.getPageSources({ page: path, from, to, size: SHOWN_ROWS }));
}

/** Streams one table of a period as a spreadsheet file, with up to a thousand rows. */
export async function exportVisits(
  deps: Pick<Deps, 'data'>,
  period: Period,
  table: (typeof VISIT_TABLES)[number],
  locale: Locale,
): Promise<ReadableStream<Uint8Array>> {
  const row = await readVisits(deps, period, EXPORTED_ROWS);
  const t = visitTexts[locale];
  const number = (value: number) => ({ number: String(value) });
  const sourceName = (name: string) => (name === DIRECT ? t.direct : name === OTHER ? t.other : name);
  type Origin = VisitsRow['sources'][number];
  const originColumns = [t.visits, t.views, t.carts, t.checkouts, t.orders, ...CURRENCIES.map(t.revenue)];
  const originCells = ({ visits, views, carts, checkouts, orders, amounts }: Origin) => [
    ...[visits, views, carts, checkouts, orders].map(number),
    ...CURRENCIES.map((currency) => ({ number: csvAmount(amounts[currency] ?? 0, currency, locale) })),
  ];
  const files = {
    sources: () => [[t.source, ...originColumns], row.sources.map((source) => [sourceName(source.name), ...originCells(source)])] as const,
    campaigns: () =>
      [
        [t.campaign, t.source, ...originColumns],
        row.campaigns.map((campaign) => [sourceName(campaign.name), sourceName(campaign.source), ...originCells(campaign)]),
      ] as const,
    pages: () => [[t.page, t.views, t.visits], row.pages.map(({ name, views, visits }) => [name, number(views), number(visits)])] as const,
    ebooks: () =>
      [
        [t.book, t.views, t.carts, t.checkouts, t.copies],
        row.ebooks.map(({ title, views, carts, checkouts, copies }) => [title, ...[views, carts, checkouts, copies].map(number)]),
      ] as const,
    episodes: () =>
      [
        [t.episode, t.listens, t.plays, t.downloads, t.views],
        row.episodes.map(({ title, listens, plays, downloads, views }) => [title, ...[listens, plays, downloads, views].map(number)]),
      ] as const,
  };
  const [columns, lines] = files[table]();
  return csvStream([...columns], ReadableStream.from([lines]), locale);
}
