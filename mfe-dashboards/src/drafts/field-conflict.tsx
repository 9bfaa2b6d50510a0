import { useTexts } from '@site/shared/site/site.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import { Conflict } from './conflict.tsx';
import css from './field-conflict.module.css';
import type { OwnSave } from './own-saves.ts';
import type { Edited } from './use-draft.ts';

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
    message: 'Nothing you typed is lost. In these fields, the saved version differs from this page.',
    theirs: 'Saved now',
    mine: 'On this page',
    takeTheirs: 'Keep the saved version',
    keepMine: 'Keep this page’s version',
    kept: 'Check it and save: this page’s version replaces the saved one.',
  },
);

/** The label of a field, and a function that formats its value. */
export type FieldWords<Text> = readonly [label: string, wordsOf: (text: Text) => string];

type FieldConflictProps<Text extends object> = {
  /** The title that says that another admin saved. */
  readonly title: string;
  readonly form: Pick<Edited<Text>, 'saved' | 'draft' | 'isStale'> & {
    readonly savedAs: OwnSave | null;
    readonly forget: () => void;
    readonly keep: () => void;
  };
  readonly fields: readonly FieldWords<Text>[];
};

/** Shows the fields that differ after another admin saved, and asks which version to keep. */
export function FieldConflict<Text extends object>({ title, form, fields }: FieldConflictProps<Text>) {
  const t = useTexts(texts);
  const { saved, draft, isStale, savedAs, forget, keep } = form;
  if (!isStale || !draft) return null;
  const compared = fields.map(([label, wordsOf]) => [label, wordsOf(saved.body), wordsOf(draft.body)] as const);
  return (
    <Conflict
      title={title}
      saved={savedAs}
      message={t.message}
      takeText={t.takeTheirs}
      onTake={forget}
      keepText={t.keepMine}
      keptText={t.kept}
      onKeep={keep}
    >
      <dl className={css.fields}>
        {compared
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
