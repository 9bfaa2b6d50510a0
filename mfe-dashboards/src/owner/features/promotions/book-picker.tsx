import { TextField } from '@site/shared/patterns/field.tsx';
import { useTexts } from '@site/shared/site/site.ts';
import { useDeferredValue, useState } from 'react';
import { keepFormUnsent } from '../../common/keep-form-unsent.ts';
import css from './promotions.module.css';
import { useBooks } from './promotions-queries.ts';
import { texts } from './texts.ts';

type BookPickerProps = {
  readonly chosen: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (chosen: readonly string[]) => void;
};

/** Chooses the books of a promotion: shows the chosen books and search results. */
export function BookPicker({ chosen, error, onChange }: BookPickerProps) {
  const t = useTexts(texts);
  const [words, setWords] = useState('');
  const books = useBooks(useDeferredValue(words.trim()));
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const found = books.data?.ebooks ?? [];
  const nameOf = (id: string) => found.find((book) => book.id === id)?.title ?? names[id] ?? id;
  const ids = [...new Set([...chosen, ...found.map(({ id }) => id)])];
  return (
    <>
      <TextField
        label={t.searchBooks}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={keepFormUnsent}
        autoComplete="off"
        error={error}
      />
      {ids.length === 0 && books.isSuccess && <p className={css.soft}>{t.noBooksFound}</p>}
      {ids.length > 0 && (
        <ul className={css.books}>
          {ids.map((id) => (
            <li key={id}>
              <label className={css.choice}>
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  onChange={({ currentTarget }) => {
                    setNames({ ...names, [id]: nameOf(id) });
                    onChange(currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id));
                  }}
                />
                {nameOf(id)}
              </label>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Returns a function that lists book titles. A book beyond the first page of the shop is listed by its id. */
export function useTitles(): (ids: readonly string[]) => string {
  const books = useBooks('').data?.ebooks ?? [];
  return (ids) => ids.map((id) => books.find((book) => book.id === id)?.title ?? id).join(', ');
}
