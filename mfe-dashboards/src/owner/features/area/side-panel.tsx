import { TASK_SECTIONS, type TaskSection } from '@site/shared/contracts/admin-tasks.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Icon, Link, paths, useLocation, usePreferences, useSearchParams, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useRef } from 'react';
import { useMay } from '../../../signed-in/permissions.ts';
import { ADMIN_TABS } from '../../admin-tabs.ts';
import { useTasks } from '../../common/tasks-query.ts';
import { selectedTab } from './selected-tab.ts';
import css from './side-panel.module.css';
import { texts } from './texts.ts';
import { useTitleCount } from './title-count.ts';

const MOST_SHOWN = 99;

/**
 * The area's sections: beside the page on wide screens, a drawer before a dimmed page on small ones. The drawer is the platform's
 * popover: Escape and a press outside close it.
 */
export function SidePanel({ id }: { id: string }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const may = useMay();
  const panel = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const counts = useTasks({ isWatched: true }).data?.counts;
  const all = counts ? TASK_SECTIONS.reduce((sum, section) => sum + counts[section], 0) : 0;
  useTitleCount(all);
  const countOf = (id: string) => (id === 'overview' ? all : (counts?.[id as TaskSection] ?? 0));
  const close = () => panel.current?.hidePopover();
  // A page below the area, such as one order's, belongs to the section that its address begins with; that of a person, to the users.
  const [, , section] = pathname.split('/');
  const selected = pathname === paths.dashboard.pattern ? selectedTab(search.get('tab')).id : section === 'people' ? 'users' : section;
  return (
    <nav id={id} ref={panel} className={css.panel} popover="auto" aria-label={t.sections}>
      <button type="button" className={css.close} popoverTarget={id} popoverTargetAction="hide">
        <Icon path={pageIcons.close} />
        <VisuallyHidden>{t.closeMenu}</VisuallyHidden>
      </button>
      <ul className={css.tabs}>
        {ADMIN_TABS.filter(({ permission }) => may(permission)).map((tab) => (
          <li key={tab.id}>
            <Link
              to={paths.dashboard.href(tab.id)}
              className={css.tab}
              aria-current={tab.id === selected ? 'page' : undefined}
              onClick={close}
            >
              <Icon path={tab.icon} />
              {tab.texts[locale].name}
              <Count count={countOf(tab.id)} words={tab.id === 'messages' ? t.newMessages : t.waiting} />
            </Link>
          </li>
        ))}
      </ul>
      <ul className={css.end}>
        <li>
          <Link
            to={adminPaths.support.href()}
            className={css.tab}
            aria-current={selected === 'support' ? 'page' : undefined}
            onClick={close}
          >
            <Icon path={pageIcons.help} />
            {t.needHelp}
            <Count count={countOf('support')} words={t.waiting} />
          </Link>
        </li>
        <li>
          <Link to={paths.home.href()} className={css.tab}>
            <Icon path={pageIcons.globe} />
            {t.toSite}
          </Link>
        </li>
      </ul>
    </nav>
  );
}

/** How many tasks wait in a section, for eyes as a number and for ears in words. */
function Count({ count, words }: { count: number; words: (count: number) => string }) {
  if (count === 0) return null;
  return (
    <>
      <VisuallyHidden>, {words(count)}</VisuallyHidden>
      <span className={css.count} aria-hidden="true">
        {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
      </span>
    </>
  );
}
