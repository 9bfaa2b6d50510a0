import { Link, paths, usePreferences } from '@site/shared/site/site.ts';
import { useMay } from '../../../signed-in/permissions.ts';
import { type AdminTab, placeOf } from '../../places.ts';
import css from './place-tabs.module.css';

/** Shows the tabs that share a place with the selected tab; nothing if the role may open only one of them. */
export function PlaceTabs({ selected }: { selected: AdminTab['id'] }) {
  const { locale } = usePreferences();
  const may = useMay();
  const place = placeOf(selected);
  const tabs = place.tabs.filter(({ permission }) => may(permission));
  if (tabs.length < 2) return null;
  return (
    <nav aria-label={place.texts[locale].name} className={css.tabs}>
      {tabs.map(({ id, texts }) => (
        <Link key={id} to={paths.dashboard.href(id)} className={css.tab} aria-current={id === selected ? 'page' : undefined}>
          {texts[locale].name}
        </Link>
      ))}
    </nav>
  );
}
