import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { ButtonLink, Icon, NavLink, useLocation, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import { type FocusEvent, useEffect, useRef } from 'react';
import css from './mobile-menu.module.css';
import { useAccount } from './use-account.ts';
import { useLinks } from './use-links.ts';

const texts = defineTexts({ menu: 'Menu', close: 'Fechar menu' }, { menu: 'Menu', close: 'Close menu' });

/**
 * Renders the menu of small screens. The button that opens it has this `id` as `popoverTarget`. The menu is a popover of the browser. So it
 * opens before any script runs, and closes with Escape or a press outside.
 */
export function MobileMenu({ id, toShop }: { id: string; toShop: string | null }) {
  const t = useTexts(texts);
  const links = [...useLinks(), useAccount()];
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  const close = () => menu.current?.hidePopover();

  // The menu closes when the page changes, because it belongs to the page on which it was opened.
  const shownOn = useRef(pathname);
  useEffect(() => {
    if (shownOn.current !== pathname) menu.current?.hidePopover();
    shownOn.current = pathname;
  }, [pathname]);

  // The menu closes when the focus leaves it, because the menu covers the page and would hide the focus.
  const closeBehindFocus = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
  };

  return (
    <nav ref={menu} id={id} popover="auto" className={css.menu} aria-label={t.menu} onBlur={closeBehindFocus}>
      <div className={css.sheet}>
        <button type="button" className={css.close} popoverTarget={id} popoverTargetAction="hide">
          <Icon path={pageIcons.close} />
          <VisuallyHidden>{t.close}</VisuallyHidden>
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
        {toShop && (
          <ButtonLink to={paths.shop.href()} isWide onClick={close}>
            {toShop}
          </ButtonLink>
        )}
      </div>
    </nav>
  );
}
