import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import type { AdminSubscriberList, SubscriberGrowth } from '@site/shared/contracts/admin-subscribers.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { csvStream } from '../../platform/csv.ts';
import type { Position } from '../../platform/cursor.ts';
import type { Deps } from '../../platform/deps.ts';
import { cursorsOf, type PageStart } from '../../platform/page.ts';
import { chooseStep, type Period, pointsOf, requirePeriod } from '../analytics/period.ts';
import type { SubscriberFilters } from './admin-subscribers.repository.ts';
import * as repository from './admin-subscribers.repository.ts';
import { toSubscriber } from './admin-subscribers.view.ts';
import { subscriberFileTexts, toSubscriberLine } from './subscriber-file.ts';
import type { SubscriberRow } from './subscriber-row.ts';

const positionOf = (row: SubscriberRow): Position => ({ at: row.created_at, id: row.id });

/** The newsletter's addresses in every state, newest first. */
export async function listSubscribers(
  { data }: Pick<Deps, 'data'>,
  filters: SubscriberFilters,
  start: PageStart,
): Promise<AdminSubscriberList> {
  const { subscribers, more } = await repository.listSubscribers(data, filters, start, ADMIN_PAGE_SIZE);
  return { subscribers: subscribers.map(toSubscriber), ...cursorsOf(subscribers, more, start, positionOf) };
}

const ROWS_AT_ONCE = 500;

/** What `listSubscribers` finds, all of it, for spreadsheets. */
export function exportSubscribers(
  { data, liveSettings }: Pick<Deps, 'data' | 'liveSettings'>,
  filters: SubscriberFilters,
  locale: Locale,
): ReadableStream<Uint8Array> {
  async function* portions() {
    const { timeZone } = await liveSettings.get();
    for (let position: Position | null = null, more = true; more; ) {
      const page = await repository.listSubscribers(data, filters, { position, isBackwards: false }, ROWS_AT_ONCE);
      yield page.subscribers.map((row) => toSubscriberLine(row, locale, timeZone));
      const last = page.subscribers.at(-1);
      more = page.more && last !== undefined;
      if (last) position = positionOf(last);
    }
  }
  return csvStream(subscriberFileTexts[locale].heading, portions(), locale);
}

/** Confirmed subscribers over a period, and where they came from. No person is in it. Throws `invalid_input` for a period that is none. */
export async function getSubscriberGrowth({ data }: Pick<Deps, 'data'>, period: Period): Promise<SubscriberGrowth> {
  requirePeriod(period);
  const { before, days, sources } = await repository.getSubscriberGrowth(data, period);
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
}
