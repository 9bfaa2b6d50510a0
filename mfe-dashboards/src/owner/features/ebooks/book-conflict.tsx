import { EBOOK_STATES } from '@site/shared/contracts/admin-ebooks.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import { FieldConflict } from '../../block-editor/field-conflict.tsx';
import type { OwnSave } from '../../block-editor/own-saves.ts';
import { BOOK_FIELDS, type BookField, type BookText, PRICE_KINDS } from './book-text.ts';
import { texts } from './texts.ts';

type BookConflictProps = {
  readonly saved: OwnSave;
  readonly theirs: BookText;
  readonly mine: BookText;
  readonly onTake: () => void;
  readonly onKeep: () => void;
};

/** Another admin saved the book meanwhile. */
export function BookConflict({ saved, theirs, mine, onTake, onKeep }: BookConflictProps) {
  const t = useTexts(texts);
  const { labelOf, wordsOf } = useFieldNames();
  const fields = BOOK_FIELDS.map((field) => [labelOf(field), wordsOf(field, theirs[field]), wordsOf(field, mine[field])] as const);
  return <FieldConflict title={t.conflictTitle} saved={saved} fields={fields} onTake={onTake} onKeep={onKeep} />;
}
/** How the form names a field, and what it shows for the values of a choice. */
function useFieldNames() {
  const t = useTexts(texts);
  const known = { title: t.title, description: t.description, author: t.author, language: t.language, state: t.state };
  return {
    labelOf: (field: BookField): string => {
      const [name, code] = field.split('.');
      const currency = CURRENCIES.find((candidate) => candidate === code);
      if (!currency) return known[field as keyof typeof known];
      return name === 'kind' ? t.kind[currency] : name === 'suggested' ? t.suggested[currency] : t.price[currency];
    },
    wordsOf: (field: BookField, words: string): string => {
      const state = EBOOK_STATES.find((value) => field === 'state' && value === words);
      const kind = PRICE_KINDS.find((value) => field.startsWith('kind.') && value === words);
      const language = LOCALES.find((value) => field === 'language' && value === words);
      return (state && t.states[state]) ?? (kind && t.kinds[kind]) ?? (language && t.languages[language]) ?? words;
    },
  };
}
