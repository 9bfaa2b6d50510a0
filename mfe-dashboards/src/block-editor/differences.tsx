import { useTexts } from '@site/shared/site/site.ts';
import { type Body, differencesOf } from './body.ts';
import css from './differences.module.css';
import { useLabels } from './labels.ts';
import { texts } from './texts.ts';

type DifferencesProps = {
  readonly before: Body;
  readonly after: Body;
  /** What each side is, such as "Publicado agora" and "Seu rascunho". */
  readonly names: { readonly before: string; readonly after: string };
};

/** The fields whose words differ, each as it was and as it is. */
export function Differences({ before, after, names }: DifferencesProps) {
  const t = useTexts(texts);
  const { placeOf } = useLabels();
  const differences = differencesOf(before, after);
  if (differences.length === 0) return <p className={css.same}>{t.sameAsBefore}</p>;
  return (
    <dl className={css.differences}>
      {differences.map((difference) => (
        <div key={difference.path.join('.')} className={css.difference}>
          <dt className={css.place}>{placeOf(difference.path)}</dt>
          <dd className={css.words} data-side="before">
            <span className={css.side}>{names.before}</span>
            {difference.before === null ? <span className={css.nothing}>—</span> : <del>{difference.before}</del>}
          </dd>
          <dd className={css.words} data-side="after">
            <span className={css.side}>{names.after}</span>
            {difference.after === null ? <span className={css.nothing}>—</span> : <ins>{difference.after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
