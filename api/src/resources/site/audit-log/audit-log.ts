import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import { type AuditEntry, auditLogCalls } from '@site/shared/contracts/audit-log.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Sql } from '../../../gateways/supabase/database.generated.ts';
import { AuditEntryRowSchema, toAuditEntry } from '../../../platform/audit-log.ts';
import { csvHeaders, csvStream } from '../../../platform/csv.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { cursorsOf, pageStartOf } from '../../../platform/page.ts';
import { auditLogFileTexts, toAuditLogLine } from './audit-log-file.ts';

const PageSchema = v.object({ entries: v.array(AuditEntryRowSchema), more: v.boolean(), actors: v.array(v.string()) });

type AuditLogFilters = { kind?: AuditEntry['subject']['kind'] | undefined; by?: string | undefined };

const listEntries = async (sql: Sql, { kind, by }: AuditLogFilters, page: { id: number | null; isBackwards: boolean; size: number }) =>
  v.parse(PageSchema, await sql.listAuditLog({ kind: kind ?? null, by: by ?? null, ...page }));

const ROWS_AT_ONCE = 500;

/** Streams all matching entries as a spreadsheet file. */
export function exportAuditLog(
  { data: { sql }, liveSettings }: Pick<Deps, 'data' | 'liveSettings'>,
  filters: AuditLogFilters,
  locale: Locale,
): ReadableStream<Uint8Array> {
  async function* portions() {
    const { timeZone } = await liveSettings.get();
    for (let id: number | null = null, more = true; more; ) {
      const page = await listEntries(sql, filters, { id, isBackwards: false, size: ROWS_AT_ONCE });
      yield page.entries.map((row) => toAuditLogLine(toAuditEntry(row), locale, timeZone));
      const last = page.entries.at(-1);
      more = page.more && last !== undefined;
      if (last) id = last.id;
    }
  }
  return csvStream(auditLogFileTexts[locale].heading, portions(), locale);
}

export const auditLogHandlers = handle(auditLogCalls, {
  'GET /api/admin/audit-log': async ({ sql, query: { kind, by, ...at } }) => {
    const start = pageStartOf(at, 'number');
    const id = start.position && Number(start.position.id);
    const page = await listEntries(sql, { kind, by }, { id, isBackwards: start.isBackwards, size: ADMIN_PAGE_SIZE });
    return {
      entries: page.entries.map(toAuditEntry),
      actors: page.actors,
      ...cursorsOf(page.entries, page.more, start, ({ at, id }) => ({ at, id: String(id) })),
    };
  },
  'GET /api/admin/audit-log.csv': async ({ deps, c, query: { locale, ...filters } }) => {
    const day = new Date(deps.clock()).toISOString().slice(0, 10);
    return c.body(exportAuditLog(deps, filters, locale), 200, csvHeaders(`${auditLogFileTexts[locale].filename}-${day}.csv`));
  },
});
