import { paths } from '@site/shared/paths.ts';
import { ButtonLink, Icon, NavLink, useLocation, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { type FocusEvent, useEffect, useRef } from 'react';
import css from './mobile-menu.module.css';
import { frameTexts } from './texts.ts';

/** What the button that opens the menu names as its `popoverTarget`. */
export const MENU_ID = 'site-menu';

type MobileMenuProps = {
  readonly links: readonly { href: string; text: string }[];
};

/** The menu of small screens. It is the browser's own popover: it opens, and closes with Escape or a press beside it, before any script runs. */
export function MobileMenu({ links }: MobileMenuProps) {
  const t = useTexts(frameTexts);
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  const close = () => menu.current?.hidePopover();

  // A menu belongs to the page on which it was opened: going back leaves it.
  const shownOn = useRef(pathname);
  useEffect(() => {
    if (shownOn.current !== pathname) menu.current?.hidePopover();
    shownOn.current = pathname;
  }, [pathname]);

  // The page behind is covered: focus that moves on to it would not be seen.
  const closeBehindFocus = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
  };

  return (
    <nav ref={menu} id={MENU_ID} popover="auto" className={css.menu} aria-label={t.menu} onBlur={closeBehindFocus}>
      <div className={css.sheet}>
        <button type="button" className={css.close} popoverTarget={MENU_ID} popoverTargetAction="hide">
          <Icon name="close" />
          <VisuallyHidden>{t.closeMenu}</VisuallyHidden>
        </button>
        <ul className={css.links}>
          {links.map(({ href, text }) => (
            <li key={href}>
              <NavLink to={href} end={href === paths.home.href()} className={css.link ?? ''} onClick={close}>
                {text}
              </NavLink>
            </li>
          ))}
        </ul>
        <ButtonLink to={paths.shop.href()} isWide onClick={close}>
          {t.getMyEbooks}
        </ButtonLink>
      </div>
    </nav>
  );
}
