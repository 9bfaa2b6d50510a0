import type { FileProblem, PriceProblem } from '@site/shared/contracts/ebook-rules.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { useAmountProblem } from '../../common/amount-problem.ts';
import type { Reasons } from '../../common/reasons.ts';
import { launchTexts } from './launch/launch-texts.ts';
import { saleTexts } from './sale/sale-texts.ts';
import { sampleTexts } from './sample/sample-texts.ts';
import { texts } from './texts.ts';

const AMOUNT_PROBLEMS: ReadonlySet<string> = new Set(['not_a_price', 'other_currency', 'two_ways'] satisfies PriceProblem[]);

/** Sentences for refused fields, by the form's field names. */
export type Problems = Readonly<Record<string, string>>;

const has = <Key extends string>(known: Readonly<Record<Key, string>>, key: string): key is Key => Object.hasOwn(known, key);

/**
 * Returns a function that turns reasons into sentences. `text`: the form's values. The sentence about an ambiguous amount names both of its
 * readings.
 */
export function useProblems(): (reasons: Reasons, text?: Readonly<Record<string, string>>) => Problems {
  const t = useTexts(texts);
  const ofParts = [
    ['sale.', useTexts(saleTexts).problems],
    ['at', useTexts(launchTexts).problems],
    ['range', useTexts(sampleTexts).problems],
  ] as const;
  const amountProblem = useAmountProblem();
  return (reasons, text = {}) =>
    Object.fromEntries(
      Object.entries(reasons).map(([field, reason]) => {
        const currency = CURRENCIES.find((code) => field.endsWith(`.${code}`));
        const unread = currency && AMOUNT_PROBLEMS.has(reason) && amountProblem(text[field] ?? '', currency);
        if (unread) return [field, unread];
        const ofPart = ofParts.find(([prefix]) => field.startsWith(prefix))?.[1][reason];
        if (ofPart) return [field, ofPart];
        if (reason === 'required' && field.startsWith('listPrices.')) return [field, t.priceNeeded];
        if (reason === 'required' && field.startsWith('suggested.')) return [field, t.suggestionNeeded];
        if (has(t.fileProblems, reason)) return [field, t.fileProblems[reason]];
        return [field, has(t.fieldProblems, reason) ? t.fieldProblems[reason] : t.fieldProblems.required];
      }),
    );
}

/** Returns the problem of a file that can be found before upload. The server checks the content. */
export function problemBefore(file: File, largest: number): FileProblem | null {
  if (file.size === 0) return 'empty';
  return file.size > largest ? 'too_large' : null;
}
