import type { FileProblem } from '@site/shared/contracts/ebook-rules.ts';
import { ApiError, useTexts } from '@site/shared/site/site.ts';
import type { Reasons } from '../../admin/reasons.ts';
import { texts } from './texts.ts';

/** The sentence for each refused field, by its name in the form. */
export type Problems = Readonly<Record<string, string>>;

const has = <Key extends string>(known: Readonly<Record<Key, string>>, key: string): key is Key => Object.hasOwn(known, key);

/** Reasons in the reader's language. */
export function useProblems(): (reasons: Reasons) => Problems {
  const t = useTexts(texts);
  return (reasons) =>
    Object.fromEntries(
      Object.entries(reasons).map(([field, reason]) => {
        if (reason === 'required' && field.startsWith('prices.')) return [field, t.priceNeeded];
        if (reason === 'required' && field.startsWith('suggested.')) return [field, t.suggestionNeeded];
        if (has(t.fileProblems, reason)) return [field, t.fileProblems[reason]];
        return [field, has(t.fieldProblems, reason) ? t.fieldProblems[reason] : t.fieldProblems.required];
      }),
    );
}

/** Whether a file has to be sent again before anything can be done with it. */
export const isFileRefused = (error: unknown, field: 'pdf' | 'cover'): boolean =>
  error instanceof ApiError && Object.hasOwn(error.fields, field);

/** What is wrong with a file that can be seen before it is sent; the server looks at what is in it. */
export function problemBefore(file: File, largest: number): FileProblem | null {
  if (file.size === 0) return 'empty';
  return file.size > largest ? 'too_large' : null;
}
