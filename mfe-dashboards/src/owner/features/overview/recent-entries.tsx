import type { Stats } from '@site/shared/contracts/admin-stats.ts';
import { useFormats, useTexts } from '@site/shared/site/site.ts';
import { auditLogTexts } from '@site/shared/texts/audit-log-texts.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { SubjectName } from '../../common/subject-name.tsx';
import css from './recent-entries.module.css';
import { texts } from './texts.ts';

/** Lists the latest entries of the audit log: what, who and when. */
export function RecentEntries({ entries }: { entries: NonNullable<Stats['recentEntries']> }) {
  const t = useTexts(texts);
  const { actions } = useTexts(auditLogTexts);
  const { moment } = useFormats();
  return (
    <Panel title={t.changes} isFlush={entries.length > 0}>
      {entries.length === 0 ? (
        <p className={layout.soft}>{t.noChanges}</p>
      ) : (
        <ol>
          {entries.map(({ id, at, actorEmail, action, subject }) => (
            <li key={id} className={css.entry}>
              <p className={css.what}>{actions[action]}</p>
              <p className={css.who}>
                <SubjectName {...subject} /> · {actorEmail} · <time dateTime={at}>{moment(at)}</time>
              </p>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
