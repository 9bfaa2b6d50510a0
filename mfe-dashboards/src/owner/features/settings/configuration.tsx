import type { AdminSettings } from '@site/shared/contracts/admin-settings.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { Panel } from '../../../signed-in/panel.tsx';
import css from './settings-tab.module.css';
import { texts } from './texts.ts';

/** What is read when the processes start: each value with the name of its variable. */
export function Configuration({ settings: { variables, admins } }: { settings: AdminSettings }) {
  const t = useTexts(texts);
  return (
    <Panel title={t.variables}>
      <p className={css.soft}>{t.variablesHint}</p>
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
            <span className={css.soft}>{t.adminsHint}</span>
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
