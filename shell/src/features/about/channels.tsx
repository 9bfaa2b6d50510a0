import type { SiteInfo } from '@site/shared/contracts/content.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { placeIcons } from '@site/shared/drawing/place-icons.ts';
import { Icon, type IconPath, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { nameOfPlace, placeTexts } from '@site/shared/texts/place-texts.ts';
import css from './channels.module.css';
import { aboutTexts } from './texts.ts';

/** Renders links to the author's channels. Channels without a URL are left out. */
export function Channels({ links: { places, instagram } }: { links: SiteInfo['links'] }) {
  const t = useTexts(aboutTexts);
  const names = useTexts(placeTexts);
  const known: { name: string; icon: IconPath; href: string }[] = places
    .filter(({ kind }) => kind === 'youtube' || kind === 'spotify')
    .map((place) => ({ name: nameOfPlace(names, place), icon: placeIcons[place.kind], href: place.url }));
  if (instagram) known.push({ name: t.instagram, icon: pageIcons.camera, href: instagram });
  if (known.length === 0) return null;
  return (
    <ul className={css.channels}>
      {known.map(({ name, icon, href }) => (
        <li key={href}>
          <a className={css.channel} href={href} target="_blank" rel="noreferrer me">
            <Icon path={icon} />
            <span>
              {name} <VisuallyHidden>{t.newTab}</VisuallyHidden>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
