import type { AdminChange } from '@site/shared/contracts/admin-changes.ts';
import { changeValueText } from '@site/shared/texts/change-texts.ts';
import type { Locale } from '@site/shared/texts/locales.ts';

export type ChangedValue = { readonly name: string; readonly before: string | null; readonly after: string | null };

/** Returns each value that an audit log entry set, removed or replaced, with its name. */
export function changedValues({ before, after }: Pick<AdminChange, 'before' | 'after'>, locale: Locale): ChangedValue[] {
  const textOf = (values: AdminChange['before'], name: string) => changeValueText(name, values?.[name], locale, values ?? {}) || null;
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((name) => ({
    name,
    before: textOf(before, name),
    after: textOf(after, name),
  }));
}
