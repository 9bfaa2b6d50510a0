import { paths } from '@site/shared/paths/paths.ts';
import { ButtonLink, Icon, icons, Link, NavLink, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { memo, Suspense, useEffect, useMemo, useState } from 'react';
import { useSettings } from '../site.tsx';
import { useSiteInfo } from '../site-info.ts';
import { CartLink } from './cart-link.tsx';
import { MobileMenu } from './late-parts.ts';
import css from './site-header.module.css';
import { frameTexts } from './texts.ts';
import { useAccount } from './use-account.ts';
import { useLinks } from './use-links.ts';

/** Scroll distance from which the header has a shadow, in pixels. */
const SHADOW_AFTER_PX = 10;

const MENU_ID = 'site-menu';

/** Memoized, because the frame renders again on every navigation. */
export const SiteHeader = memo(function SiteHeader() {
  const t = useTexts(frameTexts);
  const { brand } = useSettings();
  const account = useAccount();
  const links = useLinks();
  // The header has no link to a shop without books.
  const toShop = useSiteInfo()?.hasEbooks === false ? null : t.getMyEbooks;
  const [isScrolled, setIsScrolled] = useState(false);
  // This element must be the same on every rendering in one language. React removes a suspended part from the page if its element changes
  // before its code has loaded.
  const menu = useMemo(
    () => (
      <Suspense>
        <MobileMenu id={MENU_ID} toShop={toShop} />
      </Suspense>
    ),
    [toShop],
  );

  // The header listens to the window's scrolling, to show its shadow below the top of the page.
  useEffect(() => {
    const follow = () => setIsScrolled(window.scrollY > SHADOW_AFTER_PX);
    follow();
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, []);
  return (
    <header className={css.header} data-scrolled={isScrolled || undefined}>
      <div className={css.bar}>
        <Link to={paths.home.href()} className={css.brand} data-heading>
          {brand.logo ? <img className={css.logo} {...brand.logo} alt={brand.site} /> : brand.site}
        </Link>
        <nav className={css.navigation} aria-label={t.mainNavigation}>
          <ul className={css.links}>
            {links.map(({ href, text }) => (
              <li key={href}>
                <NavLink to={href} end={href === paths.home.href()} className={css.link ?? ''}>
                  {text}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={css.actions}>
          <Link to={account.href} className={css.iconLink}>
            <Icon path={icons.user} />
            <VisuallyHidden>{account.text}</VisuallyHidden>
          </Link>
          <CartLink />
          {toShop && (
            <span className={css.callToAction}>
              <ButtonLink to={paths.shop.href()} size="s">
                {toShop}
              </ButtonLink>
            </span>
          )}
          <button type="button" className={css.menuButton} popoverTarget={MENU_ID}>
            <Icon path={icons.menu} />
            <VisuallyHidden>{t.openMenu}</VisuallyHidden>
          </button>
          {/* The menu directly follows its button, so that the Tab key moves from the button into the menu. */}
          {menu}
        </div>
      </div>
    </header>
  );
});
