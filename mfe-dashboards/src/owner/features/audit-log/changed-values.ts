import type { AuditEntry } from '@site/shared/contracts/audit-log.ts';
import { auditValueText } from '@site/shared/texts/audit-log-texts.ts';
import type { Locale } from '@site/shared/texts/locales.ts';

export type ChangedValue = { readonly name: string; readonly before: string | null; readonly after: string | null };

/** Returns each value that an audit log entry set, removed or replaced, with its name. */
export function changedValues({ before, after }: Pick<AuditEntry, 'before' | 'after'>, locale: Locale): ChangedValue[] {
  const textOf = (values: AuditEntry['before'], name: string) => auditValueText(name, values?.[name], locale, values ?? {}) || null;
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((name) => ({
    name,
    before: textOf(before, name),
    after: textOf(after, name),
  }));
}
