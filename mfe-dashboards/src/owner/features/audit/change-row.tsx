import type { AdminChange } from '@site/shared/contracts/admin-changes.ts';
import { useFormats, usePreferences, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { changeTexts } from '@site/shared/texts/change-texts.ts';
import { Differences } from '../../block-editor/differences.tsx';
import { BlockContext } from '../../block-editor/labels.ts';
import { SubjectName } from '../../common/subject-name.tsx';
import css from './change-row.module.css';
import { changedValues } from './changed-values.ts';
import { texts } from './texts.ts';

/** Shows one audit log entry. Its old and new values unfold. */
export function ChangeRow({ change }: { change: AdminChange }) {
  const t = useTexts(texts);
  const { actions, fields } = useTexts(changeTexts);
  const { locale } = usePreferences();
  const { moment } = useFormats();
  const { id, at, actorEmail, action, subject, requestId } = change;
  const isText = subject.kind === 'content' || subject.kind === 'setting';
  const values = isText ? [] : changedValues(change, locale);
  return (
    <li className={css.change}>
      <div className={css.head}>
        <h2 className={css.what}>{actions[action]}</h2>
        <p className={css.when}>
          <time dateTime={at}>{moment(at)}</time>
        </p>
      </div>
      <p className={css.facts}>
        <span className={css.subject}>
          <SubjectName {...subject} />
        </span>{' '}
        · {actorEmail}
      </p>
      <details className={css.details}>
        <summary>
          {isText ? t.differences : values.length > 0 ? t.values(values.length) : t.details}
          <VisuallyHidden>, {t.changeNumber(id)}</VisuallyHidden>
        </summary>
        {isText ? (
          <div className={css.values}>
            <BlockContext value={subject.id}>
              <Differences before={change.before ?? {}} after={change.after ?? {}} names={{ before: t.before, after: t.after }} />
            </BlockContext>
          </div>
        ) : (
          <dl className={css.values}>
            {values.map(({ name, before, after }) => (
              <div key={name} className={css.value}>
                <dt>{fields[name] ?? name}</dt>
                {change.before !== null && (
                  <dd>
                    <span className={css.side}>{t.before}</span>
                    <del className={css.before}>{before ?? t.nothing}</del>
                  </dd>
                )}
                {change.after !== null && (
                  <dd>
                    <span className={css.side}>{t.after}</span>
                    <ins className={css.after}>{after ?? t.nothing}</ins>
                  </dd>
                )}
              </div>
            ))}
          </dl>
        )}
        <p className={css.request}>
          {t.request} {requestId}
        </p>
      </details>
    </li>
  );
}
