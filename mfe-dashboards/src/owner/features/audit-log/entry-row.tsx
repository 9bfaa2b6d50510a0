import type { AuditEntry } from '@site/shared/contracts/audit-log.ts';
import { useFormats, usePreferences, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { auditLogTexts } from '@site/shared/texts/audit-log-texts.ts';
import { Differences } from '../../block-editor/differences.tsx';
import { BlockContext } from '../../block-editor/labels.ts';
import { SubjectName } from '../../common/subject-name.tsx';
import { changedValues } from './changed-values.ts';
import css from './entry-row.module.css';
import { texts } from './texts.ts';

/** Shows one audit log entry. Its old and new values unfold. */
export function EntryRow({ entry }: { entry: AuditEntry }) {
  const t = useTexts(texts);
  const { actions, fields } = useTexts(auditLogTexts);
  const { locale } = usePreferences();
  const { moment } = useFormats();
  const { id, at, actorEmail, action, subject, requestId } = entry;
  const isText = subject.kind === 'content' || subject.kind === 'setting';
  const values = isText ? [] : changedValues(entry, locale);
  return (
    <li className={css.entry}>
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
              <Differences before={entry.before ?? {}} after={entry.after ?? {}} names={{ before: t.before, after: t.after }} />
            </BlockContext>
          </div>
        ) : (
          <dl className={css.values}>
            {values.map(({ name, before, after }) => (
              <div key={name} className={css.value}>
                <dt>{fields[name] ?? name}</dt>
                {entry.before !== null && (
                  <dd>
                    <span className={css.side}>{t.before}</span>
                    <del className={css.before}>{before ?? t.nothing}</del>
                  </dd>
                )}
                {entry.after !== null && (
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
