import { Icon, Link, paths, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { Panel } from '../../../signed-in/panel.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { ADMIN_TABS } from '../../places.ts';
import css from './sections.module.css';
import { texts } from './texts.ts';

/** The ways to the sections of a role, for admins without numbers in the overview. */
export function Sections() {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const may = useMay();
  return (
    <Panel title={t.yourSections} isFlush>
      <ul>
        {ADMIN_TABS.filter(({ permission }) => permission !== null && may(permission)).map((tab) => (
          <li key={tab.id}>
            <Link to={paths.dashboard.href(tab.id)} className={css.section}>
              <Icon path={tab.icon} />
              {tab.texts[locale].name}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
