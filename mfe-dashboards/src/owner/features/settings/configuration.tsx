import type { AdminSettings } from '@site/shared/contracts/admin-settings.ts';
import { useTexts } from '@site/shared/site/site.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import css from './settings-tab.module.css';
import { texts } from './texts.ts';

/** What is read when the processes start: each value with the name of its variable. */
export function Configuration({ settings: { variables, admins } }: { settings: AdminSettings }) {
  const t = useTexts(texts);
  return (
    <Panel name="server" title={t.variables}>
      <p className={layout.soft}>{t.variablesHint}</p>
      <dl className={css.facts}>
        {variables.map(({ name, value }) => (
          <div key={name} className={css.fact}>
            <dt>
              {t.variableNames[name] ?? name} <code className={css.code}>{name}</code>
            </dt>
            <dd>{value ?? t.notSet}</dd>
          </div>
        ))}
        <div className={css.fact}>
          <dt>
            {t.admins} <code className={css.code}>ADMIN_EMAILS</code>
          </dt>
          <dd>
            {admins.join(', ')}
            <p className={layout.soft}>{t.adminsHint}</p>
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
