import type { FileProblem } from '@site/shared/contracts/ebook-rules.ts';
import { ApiError, useTexts } from '@site/shared/site/site.ts';
import { texts } from './texts.ts';

export type Problems = Readonly<Record<string, string>>;

const has = <Key extends string>(known: Readonly<Record<Key, string>>, key: string): key is Key => Object.hasOwn(known, key);

/** The sentence for each field that was refused, by its name in the form. */
export function useProblems(): (error: unknown) => Problems {
  const t = useTexts(texts);
  return (error) => {
    if (!(error instanceof ApiError)) return {};
    return Object.fromEntries(
      Object.entries(error.fields).map(([field, reason]) => {
        if (reason === 'required' && field.startsWith('prices.')) return [field, t.priceNeeded];
        if (has(t.fileProblems, reason)) return [field, t.fileProblems[reason]];
        return [field, has(t.fieldProblems, reason) ? t.fieldProblems[reason] : t.fieldProblems.required];
      }),
    );
  };
}

/** Whether a file has to be sent again before anything can be done with it. */
export const isFileRefused = (error: unknown, field: 'pdf' | 'cover'): boolean =>
  error instanceof ApiError && Object.hasOwn(error.fields, field);

/** What is wrong with a file that can be seen before it is sent; the server looks at what is in it. */
export function problemBefore(file: File, largest: number): FileProblem | null {
  if (file.size === 0) return 'empty';
  return file.size > largest ? 'too_large' : null;
}
