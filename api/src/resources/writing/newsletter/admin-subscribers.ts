import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import { subscriberCalls } from '@site/shared/contracts/admin-subscribers.ts';
import { SUBSCRIBER_SOURCES } from '@site/shared/contracts/newsletter.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Sql } from '../../../gateways/supabase/database.generated.ts';
import { csvHeaders, csvStream } from '../../../platform/csv.ts';
import type { Position } from '../../../platform/cursor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { cursorsOf, type PageStart, pageOf, pageStartOf } from '../../../platform/page.ts';
import { chooseStep, pointsOf, requirePeriod } from '../../site/analytics/period.ts';
import { toSubscriber } from './admin-subscribers.view.ts';
import { subscriberFileTexts, toSubscriberLine } from './subscriber-file.ts';
import { type SubscriberRow, SubscriberRowSchema } from './subscriber-row.ts';

const PageSchema = v.object({ subscribers: v.array(SubscriberRowSchema), more: v.boolean() });
type Filters = { words: string; state: string | null; source: string | null };

const listSubscribers = async (sql: Sql, filters: Filters, start: PageStart, size: number) =>
  v.parse(PageSchema, await sql.listSubscribers({ ...filters, ...pageOf(start, size) }));

const positionOf = (row: SubscriberRow): Position => ({ at: row.created_at, id: row.id });

const ROWS_AT_ONCE = 500;

/** Streams all matching subscribers as a spreadsheet file. */
export function exportSubscribers(
  { data, liveSettings }: Pick<Deps, 'data' | 'liveSettings'>,
  filters: Filters,
  locale: Locale,
): ReadableStream<Uint8Array> {
  async function* portions() {
    const { timeZone } = await liveSettings.get();
    for (let position: Position | null = null, more = true; more; ) {
      const page = await listSubscribers(data.sql, filters, { position, isBackwards: false }, ROWS_AT_ONCE);
      yield page.subscribers.map((row) => toSubscriberLine(row, locale, timeZone));
      const last = page.subscribers.at(-1);
      more = page.more && last !== undefined;
      if (last) position = positionOf(last);
    }
  }
  return csvStream(subscriberFileTexts[locale].heading, portions(), locale);
}

const moves = { joined: v.number(), gone: v.number() };
const GrowthRowSchema = v.object({
  before: v.number(),
  days: v.array(v.object({ day: v.string(), ...moves })),
  sources: v.array(v.object({ source: v.picklist(['', ...SUBSCRIBER_SOURCES]), ...moves, readers: v.number() })),
});

/** The team's calls for newsletter addresses in every state. */
export const subscriberHandlers = handle(subscriberCalls, {
  'GET /api/admin/subscribers': async ({ sql, query: { q, state = null, source = null, ...at } }) => {
    const start = pageStartOf(at, 'uuid');
    const { subscribers, more } = await listSubscribers(sql, { words: q, state, source }, start, ADMIN_PAGE_SIZE);
    return { subscribers: subscribers.map(toSubscriber), ...cursorsOf(subscribers, more, start, positionOf) };
  },
  'GET /api/admin/subscribers.csv': async ({ deps, c, query: { q, state = null, source = null, locale } }) => {
    const day = new Date(deps.clock()).toISOString().slice(0, 10);
    const file = exportSubscribers(deps, { words: q, state, source }, locale);
    return c.body(file, 200, csvHeaders(`${subscriberFileTexts[locale].filename}-${day}.csv`));
  },
  'GET /api/admin/subscriber-growth': async ({ sql, query: period }) => {
    requirePeriod(period);
    const { before, days, sources } = v.parse(GrowthRowSchema, await sql.getSubscriberGrowth(period));
    const step = chooseStep(period);
    let readers = before;
    const series = pointsOf(period, step).map((point) => {
      const counted = days.filter(({ day }) => point.from <= day && day <= point.to);
      const joined = counted.reduce((sum, day) => sum + day.joined, 0);
      const left = counted.reduce((sum, day) => sum + day.gone, 0);
      readers += joined - left;
      return { ...point, joined, left, readers };
    });
    return { step, series, sources: sources.map(({ source, gone, ...counts }) => ({ source: source || null, ...counts, left: gone })) };
  },
});
