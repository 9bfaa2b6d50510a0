import { usePreferences, useTexts } from '@site/shared/site/site.ts';
import layout from '../../signed-in/layout.module.css';
import type { Body } from './body.ts';
import css from './differences.module.css';
import { type Difference, differencesOf } from './differences-of.ts';
import { useLabels } from './labels.ts';
import { texts } from './texts.ts';
import type { Said } from './words.ts';

/** The name of each side, such as "Publicado agora" and "Seu rascunho". */
type Names = { readonly before: string; readonly after: string };
type DifferencesProps = { readonly before: Body; readonly after: Body; readonly names: Names };

/** Shows changed fields with their old and new words, and list items that were added, removed or moved. */
export function Differences({ before, after, names }: DifferencesProps) {
  const t = useTexts(texts);
  const { placeOf } = useLabels();
  const differences = differencesOf(before, after);
  if (differences.length === 0) return <p className={layout.soft}>{t.sameAsBefore}</p>;
  return (
    <dl className={css.differences}>
      {differences.map((difference) => (
        <div key={`${difference.kind} ${difference.path.join('.')}`} className={css.difference} data-kind={difference.kind}>
          <dt className={css.place}>{placeOf(difference.path)}</dt>
          <Sides difference={difference} names={names} />
        </div>
      ))}
    </dl>
  );
}

function Sides({ difference, names }: { difference: Difference; names: Names }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  switch (difference.kind) {
    case 'changed':
      return (
        <>
          <dd className={css.words} data-side="before">
            <span className={css.side}>{names.before}</span>
            {difference.before === null ? <span className={layout.soft}>—</span> : <del>{difference.before}</del>}
          </dd>
          <dd className={css.words} data-side="after">
            <span className={css.side}>{names.after}</span>
            {difference.after === null ? <span className={layout.soft}>—</span> : <ins>{difference.after}</ins>}
          </dd>
        </>
      );
    case 'moved':
      return (
        <dd className={css.words} data-side="both">
          <span className={css.side}>{t.movedFrom(difference.from, difference.to)}</span>
          <span>{(difference.words.find(({ path }) => path.at(-1) === locale) ?? difference.words[0])?.words}</span>
        </dd>
      );
    case 'added':
      return (
        <dd className={css.words} data-side="after">
          <span className={css.side}>{t.cameIn}</span>
          <ins>
            <ListItem words={difference.words} />
          </ins>
        </dd>
      );
    case 'removed':
      return (
        <dd className={css.words} data-side="before">
          <span className={css.side}>{t.wentOut}</span>
          <del>
            <ListItem words={difference.words} />
          </del>
        </dd>
      );
  }
}

/** Shows all words of an item, each with the name of its field. */
function ListItem({ words }: { words: readonly Said[] }) {
  const { placeOf } = useLabels();
  return words.map((said) => (
    <span key={said.path.join('.')} className={css.part}>
      {said.path.length > 0 && <span className={css.side}>{placeOf(said.path)}</span>}
      <span>{said.words}</span>
    </span>
  ));
}
