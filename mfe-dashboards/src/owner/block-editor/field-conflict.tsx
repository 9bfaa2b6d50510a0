import { useTexts } from '@site/shared/site/site.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import { Conflict } from './conflict.tsx';
import css from './field-conflict.module.css';
import type { OwnSave } from './own-saves.ts';

const texts = defineTexts(
  {
    message: 'Nada do que você escreveu se perdeu. Nestes campos, o que está salvo é diferente do que está nesta página.',
    theirs: 'Salvo agora',
    mine: 'Nesta página',
    takeTheirs: 'Ficar com o que está salvo',
    keepMine: 'Ficar com esta página',
    kept: 'Confira e salve: esta página entra no lugar do que está salvo.',
  },
  {
    message: 'Nothing you wrote is lost. In these fields, the saved version differs from this page.',
    theirs: 'Saved now',
    mine: 'On this page',
    takeTheirs: 'Keep what is saved',
    keepMine: 'Keep this page',
    kept: 'Check it and save: this page replaces what is saved.',
  },
);

/** A field by its label, with the words that are saved and those that were typed here. */
export type ComparedField = readonly [label: string, theirs: string, mine: string];

type FieldConflictProps = {
  /** What another admin saved meanwhile. */
  readonly title: string;
  readonly saved: OwnSave;
  readonly fields: readonly ComparedField[];
  readonly onTake: () => void;
  readonly onKeep: () => void;
};

/** Another admin saved meanwhile: shows the fields that differ, and asks which version stays. */
export function FieldConflict({ title, saved, fields, onTake, onKeep }: FieldConflictProps) {
  const t = useTexts(texts);
  return (
    <Conflict
      title={title}
      saved={saved}
      message={t.message}
      takeText={t.takeTheirs}
      onTake={onTake}
      keepText={t.keepMine}
      keptText={t.kept}
      onKeep={onKeep}
    >
      <dl className={css.fields}>
        {fields
          .filter(([, theirs, mine]) => theirs !== mine)
          .map(([label, theirs, mine]) => (
            <div key={label} className={css.field}>
              <dt className={css.name}>{label}</dt>
              <dd className={css.side}>
                <span className={css.whose}>{t.theirs}</span>
                {theirs || '—'}
              </dd>
              <dd className={css.side}>
                <span className={css.whose}>{t.mine}</span>
                {mine || '—'}
              </dd>
            </div>
          ))}
      </dl>
    </Conflict>
  );
}
