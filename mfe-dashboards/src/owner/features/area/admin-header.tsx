import { type Brand, Icon, icons, Link, paths, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { SignOutButton } from '../../../signed-in/sign-out-button.tsx';
import { adminLabels } from '../../common/admin-labels.ts';
import css from './admin-header.module.css';
import { AdminSearch } from './admin-search.tsx';
import { texts } from './texts.ts';

type AdminHeaderProps = {
  /** The id of the side panel that the menu button opens. */
  readonly panelId: string;
  readonly brand: Brand;
};

/** Shows the header, which stays at the top while the page scrolls. */
export function AdminHeader({ panelId, brand }: AdminHeaderProps) {
  const t = useTexts(texts);
  const { area } = useTexts(adminLabels);
  return (
    <header className={css.header}>
      <button type="button" className={css.menu} popoverTarget={panelId}>
        <Icon path={icons.menu} />
        <VisuallyHidden>{t.openMenu}</VisuallyHidden>
      </button>
      <Link to={paths.dashboard.href()} className={css.brand}>
        <span className={css.site}>{brand.site}</span> <span className={css.name}>{area}</span>
      </Link>
      <AdminSearch />
      <SignOutButton />
    </header>
  );
}
