import type { AdminSettings } from '@site/shared/contracts/admin-settings.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { Panel } from '../../../signed-in/panel.tsx';
import lines from '../../common/value-line.module.css';
import css from './settings-tab.module.css';
import { texts } from './texts.ts';

/** Shows the values that the processes read when they start, each with the name of its variable. */
export function Configuration({ settings: { variables, admins } }: { settings: AdminSettings }) {
  const t = useTexts(texts);
  const shown = [...variables, { name: 'ADMIN_EMAILS', value: admins.join(', ') }];
  return (
    <Panel name="server" title={t.variables} isFlush>
      <dl className={lines.lines}>
        {shown.map(({ name, value }) => (
          <div key={name} className={lines.line}>
            <dt className={lines.name}>{t.variableNames[name] ?? name}</dt>
            <dd className={lines.value}>
              <span>{value ?? t.notSet}</span> <code className={css.code}>{name}</code>
            </dd>
          </div>
        ))}
      </dl>
      <p className={css.hint}>{t.variablesHint}</p>
    </Panel>
  );
}
