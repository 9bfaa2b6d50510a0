import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import type { AdminSubscriberList } from '@site/shared/contracts/admin-subscribers.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { csvStream } from '../../platform/csv.ts';
import type { Position } from '../../platform/cursor.ts';
import type { Deps } from '../../platform/deps.ts';
import { cursorsOf, type PageStart } from '../../platform/page.ts';
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
