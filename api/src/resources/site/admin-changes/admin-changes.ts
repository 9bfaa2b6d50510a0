import { type AdminChange, adminChangeCalls } from '@site/shared/contracts/admin-changes.ts';
import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Sql } from '../../../gateways/supabase/database.generated.ts';
import { AdminChangeRowSchema, toAdminChange } from '../../../platform/admin-changes.ts';
import { csvHeaders, csvStream } from '../../../platform/csv.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { cursorsOf, pageStartOf } from '../../../platform/page.ts';
import { changeFileTexts, toChangeLine } from './change-file.ts';

const PageSchema = v.object({ changes: v.array(AdminChangeRowSchema), more: v.boolean(), actors: v.array(v.string()) });

type ChangeFilters = { kind?: AdminChange['subject']['kind'] | undefined; by?: string | undefined };

const listChanges = async (sql: Sql, { kind, by }: ChangeFilters, page: { id: number | null; isBackwards: boolean; size: number }) =>
  v.parse(PageSchema, await sql.listAdminChanges({ kind: kind ?? null, by: by ?? null, ...page }));

const ROWS_AT_ONCE = 500;

/** Streams all matching changes as a spreadsheet file. */
export function exportChanges(
  { data: { sql }, liveSettings }: Pick<Deps, 'data' | 'liveSettings'>,
  filters: ChangeFilters,
  locale: Locale,
): ReadableStream<Uint8Array> {
  async function* portions() {
    const { timeZone } = await liveSettings.get();
    for (let id: number | null = null, more = true; more; ) {
      const page = await listChanges(sql, filters, { id, isBackwards: false, size: ROWS_AT_ONCE });
      yield page.changes.map((row) => toChangeLine(toAdminChange(row), locale, timeZone));
      const last = page.changes.at(-1);
      more = page.more && last !== undefined;
      if (last) id = last.id;
    }
  }
  return csvStream(changeFileTexts[locale].heading, portions(), locale);
}

export const adminChangesHandlers = handle(adminChangeCalls, {
  'GET /api/admin/changes': async ({ sql, query: { kind, by, ...at } }) => {
    const start = pageStartOf(at, 'number');
    const id = start.position && Number(start.position.id);
    const page = await listChanges(sql, { kind, by }, { id, isBackwards: start.isBackwards, size: ADMIN_PAGE_SIZE });
    return {
      changes: page.changes.map(toAdminChange),
      actors: page.actors,
      ...cursorsOf(page.changes, page.more, start, ({ at, id }) => ({ at, id: String(id) })),
    };
  },
  'GET /api/admin/changes.csv': async ({ deps, c, query: { locale, ...filters } }) => {
    const day = new Date(deps.clock()).toISOString().slice(0, 10);
    return c.body(exportChanges(deps, filters, locale), 200, csvHeaders(`${changeFileTexts[locale].filename}-${day}.csv`));
  },
});
