import { EBOOK_STATES } from '@site/shared/contracts/admin-ebooks.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import { useState } from 'react';
import { Conflict } from '../../block-editor/conflict.tsx';
import css from './book-conflict.module.css';
import { type BookField, type BookText, type Clash, clashesOf } from './book-text.ts';
import { texts } from './texts.ts';

type BookConflictProps = {
  /** What both began with, what was saved meanwhile, and what was typed here. */
  readonly base: BookText;
  readonly theirs: BookText;
  readonly mine: BookText;
  readonly onTake: () => void;
  readonly onKeep: (chosen: BookText) => void;
};

type Side = 'theirs' | 'mine';

/** Another admin saved the book meanwhile: both versions of each field that differs. What only one of them changed is chosen already. */
export function BookConflict({ base, theirs, mine, onTake, onKeep }: BookConflictProps) {
  const t = useTexts(texts);
  const [chosen, setChosen] = useState<Partial<Record<BookField, Side>>>({});
  const clashes = clashesOf({ base, theirs, mine });
  const sideOf = ({ field, natural }: Clash): Side | null => chosen[field] ?? natural;
  const open = clashes.filter((clash) => sideOf(clash) === null).length;
  const merged = (): BookText => ({
    ...mine,
    ...Object.fromEntries(clashes.map((clash) => [clash.field, clash[sideOf(clash) ?? 'theirs']])),
  });
  return (
    <Conflict
      title={t.conflictTitle}
      message={t.conflictMessage}
      takeText={t.takeTheirs}
      onTake={onTake}
      keepText={t.keepChosen}
      keptText={t.kept}
      onKeep={() => onKeep(merged())}
      missing={open > 0 ? t.toChoose(open) : undefined}
    >
      <div className={css.fields}>
        {clashes.map((clash) => (
          <Choice
            key={clash.field}
            clash={clash}
            side={sideOf(clash)}
            onChoose={(side) => setChosen((before) => ({ ...before, [clash.field]: side }))}
          />
        ))}
      </div>
    </Conflict>
  );
}

function Choice({ clash, side, onChoose }: { clash: Clash; side: Side | null; onChoose: (side: Side) => void }) {
  const t = useTexts(texts);
  const { labelOf, wordsOf } = useFieldNames();
  return (
    <fieldset className={css.field}>
      <legend className={css.name}>{labelOf(clash.field)}</legend>
      {(['theirs', 'mine'] as const).map((one) => (
        <label key={one} className={css.side} data-chosen={one === side || undefined}>
          <input type="radio" name={`conflict ${clash.field}`} checked={one === side} onChange={() => onChoose(one)} />
          <span className={css.words}>
            <span className={css.whose}>{one === 'theirs' ? t.theirs : t.mine}</span>
            {wordsOf(clash.field, clash[one])}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** How the form names a field, and what it shows for the values of a choice. */
function useFieldNames() {
  const t = useTexts(texts);
  const known = { title: t.title, description: t.description, author: t.author, language: t.language, state: t.state };
  return {
    labelOf: (field: BookField): string => {
      const currency = CURRENCIES.find((code) => field === `prices.${code}`);
      return currency ? t.price[currency] : known[field as keyof typeof known];
    },
    wordsOf: (field: BookField, words: string): string => {
      const state = EBOOK_STATES.find((value) => field === 'state' && value === words);
      const language = LOCALES.find((value) => field === 'language' && value === words);
      return (state && t.states[state]) ?? (language && t.languages[language]) ?? (words || '—');
    },
  };
}
