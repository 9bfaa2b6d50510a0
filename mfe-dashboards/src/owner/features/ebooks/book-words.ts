import { EBOOK_STATES } from '@site/shared/contracts/admin-ebooks.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import type { FieldWords } from '../../../drafts/field-conflict.tsx';
import { BOOK_FIELDS, type BookField, type BookText, PRICE_KINDS } from './book-text.ts';
import { texts } from './texts.ts';

/** Returns how the form names each field, and what it shows for the values of a choice. */
export function useBookWords(): FieldWords<BookText>[] {
  const t = useTexts(texts);

  function labelOf(field: BookField): string {
    const [name, code] = field.split('.');
    const currency = CURRENCIES.find((candidate) => candidate === code);
    if (!currency) return t[field as Exclude<BookField, `${string}.${string}`>];
    return name === 'kind' ? t.kind[currency] : name === 'suggested' ? t.suggested[currency] : t.price[currency];
  }

  function wordsOf(field: BookField, words: string): string {
    const state = EBOOK_STATES.find((value) => field === 'state' && value === words);
    const kind = PRICE_KINDS.find((value) => field.startsWith('kind.') && value === words);
    const language = LOCALES.find((value) => field === 'language' && value === words);
    return (state && t.states[state]) ?? (kind && t.kinds[kind]) ?? (language && t.languages[language]) ?? words;
  }

  return BOOK_FIELDS.map((field) => [labelOf(field), (text) => wordsOf(field, text[field])]);
}
