import type { VISIT_EVENTS } from '@site/shared/contracts/visits.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import type { Period } from '../analytics/period.ts';
import { AmountsRowSchema } from '../stats/top-book-row.ts';

type Counted = {
  event: (typeof VISIT_EVENTS)[number];
  pages: readonly string[];
  isVisit: boolean;
  source: string;
  campaign: string;
};

export const countVisit = (data: Data, { event, pages, isVisit, source, campaign }: Counted): Promise<unknown> =>
  data.call('count_visit', { p_event: event, p_pages: pages, p_is_visit: isVisit, p_source: source, p_campaign: campaign }, v.unknown());

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
  episodes: v.array(v.object({ slug: v.string(), title: v.string(), views: v.number(), plays: v.number() })),
});
export type VisitsRow = v.InferOutput<typeof VisitsRowSchema>;

/** At most `size` rows of each list. */
export const getVisits = (data: Data, { from, to }: Period, size: number): Promise<VisitsRow> =>
  data.call('get_visits', { p_from: from, p_to: to, p_size: size }, VisitsRowSchema);

const PageSourcesRowSchema = v.array(v.object({ name: v.string(), ...counts }));

export const getPageSources = (
  data: Data,
  page: string,
  { from, to }: Period,
  size: number,
): Promise<v.InferOutput<typeof PageSourcesRowSchema>> =>
  data.call('get_page_sources', { p_page: page, p_from: from, p_to: to, p_size: size }, PageSourcesRowSchema);
