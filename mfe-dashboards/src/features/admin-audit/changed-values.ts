import type { AdminChange } from '@site/shared/contracts/admin-changes.ts';

export type ChangedValue = { readonly name: string; readonly before: string | null; readonly after: string | null };

/** A value as text: words as they are, everything else as it was written down. */
const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
};

/** Each value that a change set, removed or replaced, by its name. */
export const changedValues = ({ before, after }: Pick<AdminChange, 'before' | 'after'>): ChangedValue[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((name) => ({
    name,
    before: textOf(before?.[name]),
    after: textOf(after?.[name]),
  }));
