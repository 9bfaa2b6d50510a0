import type { AdminChangeList } from '@site/shared/contracts/admin-changes.ts';
import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { toAdminChange } from '../../platform/admin-changes.ts';
import { csvStream } from '../../platform/csv.ts';
import type { Deps } from '../../platform/deps.ts';
import { cursorsOf, type PageStart } from '../../platform/page.ts';
import type { ChangeFilters } from './admin-changes.repository.ts';
import * as repository from './admin-changes.repository.ts';
import { changeFileTexts, toChangeLine } from './change-file.ts';

/** What admins changed, newest first, and who they are. */
export async function listAdminChanges({ data }: Pick<Deps, 'data'>, filters: ChangeFilters, start: PageStart): Promise<AdminChangeList> {
  const id = start.position === null ? null : Number(start.position.id);
  const page = await repository.listAdminChanges(data, filters, { id, isBackwards: start.isBackwards }, ADMIN_PAGE_SIZE);
  return {
    changes: page.changes.map(toAdminChange),
    actors: page.actors,
    ...cursorsOf(page.changes, page.more, start, ({ at, id }) => ({ at, id: String(id) })),
  };
}

const ROWS_AT_ONCE = 500;

/** What `listAdminChanges` finds, all of it, for spreadsheets. */
export function exportAdminChanges(
  { data, liveSettings }: Pick<Deps, 'data' | 'liveSettings'>,
  filters: ChangeFilters,
  locale: Locale,
): ReadableStream<Uint8Array> {
  async function* portions() {
    const { timeZone } = await liveSettings.get();
    for (let id: number | null = null, more = true; more; ) {
      const page = await repository.listAdminChanges(data, filters, { id, isBackwards: false }, ROWS_AT_ONCE);
      yield page.changes.map((row) => toChangeLine(toAdminChange(row), locale, timeZone));
      const last = page.changes.at(-1);
      more = page.more && last !== undefined;
      if (last) id = last.id;
    }
  }
  return csvStream(changeFileTexts[locale].heading, portions(), locale);
}
