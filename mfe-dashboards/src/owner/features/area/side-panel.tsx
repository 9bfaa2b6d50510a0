import { TASK_SECTIONS, type TaskSection } from '@site/shared/contracts/admin-tasks.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Icon, Link, paths, useLocation, usePreferences, useSearchParams, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useRef } from 'react';
import { useMay } from '../../../signed-in/permissions.ts';
import { useTasks } from '../../common/tasks-query.ts';
import { type AdminTab, FOOT_PLACES, PLACES, placeOf } from '../../places.ts';
import { selectedTab } from './selected-tab.ts';
import css from './side-panel.module.css';
import { texts } from './texts.ts';
import { useTitleCount } from './title-count.ts';

const MOST_SHOWN = 99;

/**
 * Shows the sections of the area: next to the page on wide screens, as a drawer over a dimmed page on small ones. The drawer is a native
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
  const sum = (tabs: readonly AdminTab[]) => tabs.reduce((total, { id }) => total + countOf(id), 0);
  const close = () => panel.current?.hidePopover();
  // A page below the admin area, such as an order's page, belongs to the section that its URL names. The page of a person belongs to the
  // users.
  const [, , section] = pathname.split('/');
  const selected = pathname === paths.dashboard.pattern ? search.get('tab') : section === 'people' ? 'users' : section;
  const here = selected === 'support' ? null : placeOf(selectedTab(selected).id);
  const links = (places: readonly (typeof PLACES | typeof FOOT_PLACES)[number][]) =>
    places.map((place) => {
      const tabs: readonly AdminTab[] = place.tabs;
      const open = tabs.filter(({ permission }) => may(permission));
      const [first] = open;
      if (!first) return null;
      // The panel names a place by its first tab that the member's role may open.
      const { texts: words, icon } = first === tabs[0] ? place : first;
      return (
        <li key={first.id}>
          <Link to={paths.dashboard.href(first.id)} className={css.tab} aria-current={place === here ? 'page' : undefined} onClick={close}>
            <Icon path={icon} />
            {words[locale].name}
            <Count count={sum(open)} words={first.id === 'messages' ? t.newMessages : t.waiting} />
          </Link>
        </li>
      );
    });
  return (
    <nav id={id} ref={panel} className={css.panel} popover="auto" aria-label={t.sections}>
      <button type="button" className={css.close} popoverTarget={id} popoverTargetAction="hide">
        <Icon path={pageIcons.close} />
        <VisuallyHidden>{t.closeMenu}</VisuallyHidden>
      </button>
      <ul className={css.tabs}>{links(PLACES)}</ul>
      <ul className={css.end}>
        {links(FOOT_PLACES)}
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

/** Shows the number of tasks in a section, with a phrase for screen readers. */
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
