import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import type { FieldWords } from '../../../drafts/field-conflict.tsx';
import { BEFORE_LAUNCH, BOOK_FIELDS, type BookField, type BookText, PRICE_KINDS, SAMPLE_RANGES } from './book-text.ts';
import { launchTexts } from './launch/launch-texts.ts';
import { saleTexts } from './sale/sale-texts.ts';
import { sampleTexts } from './sample/sample-texts.ts';
import { texts } from './texts.ts';

/** Returns the label of each field, and the text of each choice. */
export function useBookWords(): FieldWords<BookText>[] {
  const t = useTexts(texts);
  const [sale, launch, sample] = [useTexts(saleTexts), useTexts(launchTexts), useTexts(sampleTexts)];
  const labels: Readonly<Record<string, string>> = {
    title: t.title,
    description: t.description,
    author: t.author,
    language: t.language,
    ...Object.fromEntries(
      CURRENCIES.flatMap((currency) => [
        [`kind.${currency}`, t.kind[currency]],
        [`listPrices.${currency}`, t.price[currency]],
        [`suggested.${currency}`, t.suggested[currency]],
        [`sale.prices.${currency}`, sale.price[currency]],
      ]),
    ),
    'sale.startsAt': `${sale.title}: ${sale.startsAt}`,
    'sale.endsAt': `${sale.title}: ${sale.endsAt}`,
    at: launch.at,
    before: launch.before,
    range: sample.title,
    'range.firstPage': `${sample.title}: ${sample.firstPage}`,
    'range.lastPage': `${sample.title}: ${sample.lastPage}`,
  };

  function wordsOf(field: BookField, words = ''): string {
    const kind = PRICE_KINDS.find((value) => field.startsWith('kind.') && value === words);
    const language = LOCALES.find((value) => field === 'language' && value === words);
    const before = BEFORE_LAUNCH.find((value) => field === 'before' && value === words);
    const range = SAMPLE_RANGES.find((value) => field === 'range' && value === words);
    if (field === 'at' || field.startsWith('sale.')) return words.replace('T', ' ');
    return (
      (kind && t.kinds[kind]) ?? (language && t.languages[language]) ?? (before && launch[before]) ?? (range && sample[range]) ?? words
    );
  }

  return BOOK_FIELDS.map((field) => [labels[field] ?? field, (text) => wordsOf(field, text[field])]);
}
