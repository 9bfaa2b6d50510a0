import type { SiteInfo } from '@site/shared/contracts/content.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Icon, type IconPath, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import css from './channels.module.css';
import { aboutTexts } from './texts.ts';

const CHANNELS = [
  { name: 'youtube', icon: pageIcons.video },
  { name: 'spotify', icon: pageIcons.microphone },
  { name: 'instagram', icon: pageIcons.camera },
] as const satisfies readonly { name: keyof SiteInfo['links']; icon: IconPath }[];

/** Renders links to the author's channels. Channels without a URL are left out. */
export function Channels({ links }: { links: SiteInfo['links'] }) {
  const t = useTexts(aboutTexts);
  const known = CHANNELS.flatMap(({ name, icon }) => (links[name] ? [{ name, icon, href: links[name] }] : []));
  if (known.length === 0) return null;
  return (
    <ul className={css.channels}>
      {known.map(({ name, icon, href }) => (
        <li key={name}>
          <a className={css.channel} href={href} target="_blank" rel="noreferrer me">
            <Icon path={icon} />
            <span>
              {t[name]} <VisuallyHidden>{t.newTab}</VisuallyHidden>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
