import { useTexts } from '@site/shared/site/site.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import { useState } from 'react';
import type { Clash, Side } from './clashes.ts';
import { Conflict } from './conflict.tsx';
import css from './field-conflict.module.css';
import type { OwnSave } from './own-saves.ts';

const texts = defineTexts(
  {
    message: 'Nada do que você escreveu se perdeu. Compare os campos e escolha o que fica em cada um.',
    theirs: 'Salvo agora',
    mine: 'O que você escreveu',
    takeTheirs: 'Ficar com o que está salvo',
    keepChosen: 'Continuar com o escolhido',
    kept: 'Confira e salve: os campos têm o que você escolheu.',
    toChoose: (count: number): string => (count === 1 ? 'Falta escolher em um campo.' : `Falta escolher em ${count} campos.`),
  },
  {
    message: 'Nothing you wrote is lost. Compare the fields and choose what stays in each.',
    theirs: 'Saved now',
    mine: 'What you wrote',
    takeTheirs: 'Keep what is saved',
    keepChosen: 'Continue with the choice',
    kept: 'Check it and save: the fields hold what you chose.',
    toChoose: (count) => (count === 1 ? 'One field is still to be chosen.' : `${count} fields are still to be chosen.`),
  },
);

type FieldConflictProps<Field extends string> = {
  /** What another admin saved meanwhile. */
  readonly title: string;
  readonly saved: OwnSave;
  readonly clashes: readonly Clash<Field>[];
  readonly labelOf: (field: Field) => string;
  readonly wordsOf: (field: Field, side: Side) => string;
  readonly onTake: () => void;
  readonly onKeep: (chosen: ReadonlyMap<Field, Side>) => void;
};

/** Another admin saved meanwhile: both versions of each field that differs. What only one of them changed is chosen already. */
export function FieldConflict<Field extends string>(props: FieldConflictProps<Field>) {
  const { title, saved, clashes, labelOf, wordsOf, onTake, onKeep } = props;
  const t = useTexts(texts);
  const [chosen, setChosen] = useState<ReadonlyMap<Field, Side>>(new Map());
  const sideOf = ({ field, natural }: Clash<Field>): Side | null => chosen.get(field) ?? natural;
  const open = clashes.filter((clash) => sideOf(clash) === null).length;
  return (
    <Conflict
      title={title}
      saved={saved}
      message={t.message}
      takeText={t.takeTheirs}
      onTake={onTake}
      keepText={t.keepChosen}
      keptText={t.kept}
      onKeep={() => onKeep(new Map(clashes.map((clash) => [clash.field, sideOf(clash) ?? 'theirs'])))}
      missing={open > 0 ? t.toChoose(open) : undefined}
    >
      <div className={css.fields}>
        {clashes.map((clash) => (
          <fieldset key={clash.field} className={css.field}>
            <legend className={css.name}>{labelOf(clash.field)}</legend>
            {(['theirs', 'mine'] as const).map((side) => (
              <label key={side} className={css.side} data-chosen={side === sideOf(clash) || undefined}>
                <input
                  type="radio"
                  name={`conflict ${clash.field}`}
                  checked={side === sideOf(clash)}
                  onChange={() => setChosen((before) => new Map(before).set(clash.field, side))}
                />
                <span className={css.words}>
                  <span className={css.whose}>{t[side]}</span>
                  {wordsOf(clash.field, side)}
                </span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </Conflict>
  );
}
