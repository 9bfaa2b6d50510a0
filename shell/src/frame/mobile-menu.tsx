import { paths } from '@site/shared/paths.ts';
import { ButtonLink, Icon, NavLink, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useModal } from '@site/shared/ui/use-modal.ts';
import css from './mobile-menu.module.css';
import { frameTexts } from './texts.ts';

type MobileMenuProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly links: readonly { href: string; text: string }[];
};

/** The menu of small screens. The platform's modal dialog keeps the focus in it, the page behind it still, and Escape working. */
export function MobileMenu({ isOpen, onClose, links }: MobileMenuProps) {
  const t = useTexts(frameTexts);
  const modal = useModal(isOpen, onClose);

  return (
    <dialog {...modal} className={css.menu} aria-label={t.menu}>
      <div className={css.sheet}>
        <button type="button" className={css.close} onClick={onClose}>
          <Icon name="close" />
          <VisuallyHidden>{t.closeMenu}</VisuallyHidden>
        </button>
        <nav aria-label={t.menu}>
          <ul className={css.links}>
            {links.map(({ href, text }) => (
              <li key={href}>
                <NavLink to={href} end={href === paths.home.href()} className={css.link ?? ''} onClick={onClose}>
                  {text}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <ButtonLink to={paths.shop.href()} isWide onClick={onClose}>
          {t.getMyEbooks}
        </ButtonLink>
      </div>
    </dialog>
  );
}
