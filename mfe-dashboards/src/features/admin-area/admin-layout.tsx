import { Icon, Link, paths, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { type ReactNode, useId, useRef } from 'react';
import { SignOutButton } from '../../signed-in/sign-out-button.tsx';
import css from './admin-layout.module.css';
import { texts } from './texts.ts';

export const ADMIN_TABS = ['orders'] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

/**
 * The admin area's frame: a header, and a side panel that is fixed on wide screens and a drawer on small ones. The drawer
 * is the platform's popover: Escape and a press outside close it, and it opens before scripts have arrived.
 */
export function AdminLayout({ selected, children }: { selected: AdminTab; children: ReactNode }) {
  const t = useTexts(texts);
  const panelId = useId();
  const panel = useRef<HTMLElement>(null);
  return (
    <div className={css.area}>
      <header className={css.header}>
        <button type="button" className={css.menu} popoverTarget={panelId}>
          <Icon name="menu" />
          <VisuallyHidden>{t.openMenu}</VisuallyHidden>
        </button>
        <h1 className={css.brand}>
          <Link to={paths.dashboard.href()}>{t.title}</Link>
        </h1>
        <SignOutButton />
      </header>
      <nav id={panelId} ref={panel} className={css.panel} popover="auto" aria-label={t.sections}>
        <button type="button" className={css.close} popoverTarget={panelId} popoverTargetAction="hide">
          <Icon name="close" />
          <VisuallyHidden>{t.closeMenu}</VisuallyHidden>
        </button>
        <ul>
          {ADMIN_TABS.map((tab) => (
            <li key={tab}>
              <Link
                to={paths.dashboard.href(tab)}
                className={css.tab}
                aria-current={tab === selected ? 'page' : undefined}
                onClick={() => panel.current?.hidePopover()}
              >
                <Icon name="bag" />
                {t.tabs[tab]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={css.content}>{children}</div>
    </div>
  );
}
