import * as v from 'valibot';
import { MoneySchema } from '../money/money.ts';
import { LocaleSchema } from '../texts/locales.ts';
import { isPlain } from '../texts/plain-text.ts';
import { STEPS } from './admin-analytics.ts';
import { DaySchema } from './admin-lists.ts';
import type { Calls } from './calls.ts';
import { EbookIdSchema } from './ebooks.ts';

/** The first and last day of the visit counters, both included, within the limits of `AnalyticsQuerySchema`. */
export const VisitsQuerySchema = v.object({ from: DaySchema, to: DaySchema });

/** Tables that can be exported with `GET /api/admin/visits.csv`. */
export const VISIT_TABLES = ['sources', 'campaigns', 'pages', 'ebooks', 'episodes'] as const;
export const VisitsExportQuerySchema = v.object({
  ...VisitsQuerySchema.entries,
  table: v.picklist(VISIT_TABLES),
  locale: v.optional(LocaleSchema, 'pt-BR'),
});

/** `DIRECT`: no referring site and no link tag. `OTHER`: names beyond the limit of new names per day. */
export const [DIRECT, OTHER] = ['', 'other'] as const;

/** `GET /api/admin/visits/page`. `path` has the form of `pages` and of the addresses of books and episodes. */
export const PageSourcesQuerySchema = v.object({
  ...VisitsQuerySchema.entries,
  path: v.pipe(v.string(), v.maxLength(300), v.check(isPlain, 'invalid')),
});
/**
 * Counts of an episode: views of its page, plays of its video, plays of its audio, and downloads of its audio by apps. A device that
 * downloads a file twice counts twice.
 */
export const EpisodeCountsSchema = v.object({ views: v.number(), plays: v.number(), listens: v.number(), downloads: v.number() });

/**
 * The counts of a page, and the sources of its visits: at most twenty, the most frequent first. `sources` is empty for periods whose
 * sources by page are deleted.
 */
export const PageSourcesSchema = v.object({
  ...EpisodeCountsSchema.entries,
  sources: v.array(v.object({ name: v.string(), views: v.number(), visits: v.number() })),
});
export type PageSources = v.InferOutput<typeof PageSourcesSchema>;

const CountsSchema = { views: v.number(), visits: v.number() };
const OriginCountsSchema = {
  ...CountsSchema,
  carts: v.number(),
  checkouts: v.number(),
  /** Paid orders of visits from this source, and the amounts paid, before refunds. */
  orders: v.number(),
  revenue: v.array(MoneySchema),
};

/** Counters of a period. They count visits, never people. Each list has at most twenty rows, most first. */
export const VisitsSchema = v.object({
  step: v.picklist(STEPS),
  /** The points of the chart in order, including days without visits. */
  series: v.array(v.object({ from: DaySchema, to: DaySchema, ...CountsSchema })),
  /** The sources of the visits. Their names include `DIRECT` and `OTHER`. */
  sources: v.array(v.object({ name: v.string(), ...OriginCountsSchema })),
  campaigns: v.array(v.object({ name: v.string(), source: v.string(), ...OriginCountsSchema })),
  /** The visited pages: their paths, or patterns for pages that are private to one person. */
  pages: v.array(v.object({ path: v.string(), ...CountsSchema })),
  /** `copies`: paid in the period by any buyer, without those refunded in full. */
  ebooks: v.array(
    v.object({
      ebookId: EbookIdSchema,
      title: v.string(),
      views: v.number(),
      carts: v.number(),
      checkouts: v.number(),
      copies: v.number(),
    }),
  ),
  episodes: v.array(v.object({ slug: v.string(), title: v.string(), ...EpisodeCountsSchema.entries })),
  /** The sums of all episodes, including those beyond the list. */
  allEpisodes: EpisodeCountsSchema,
});
export type Visits = v.InferOutput<typeof VisitsSchema>;

export const visitCalls = {
  'GET /api/admin/visits': { who: 'numbers', query: VisitsQuerySchema, answer: VisitsSchema },
  'GET /api/admin/visits/page': { who: 'numbers', query: PageSourcesQuerySchema, answer: PageSourcesSchema },
  'GET /api/admin/visits.csv': { who: 'numbers', query: VisitsExportQuerySchema },
} as const satisfies Calls;
