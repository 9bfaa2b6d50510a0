import type { SiteInfo } from '@site/shared/contracts/content.ts';
import { Icon, type IconName, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import css from './channels.module.css';
import { aboutTexts } from './texts.ts';

const CHANNELS = [
  { name: 'youtube', icon: 'video' },
  { name: 'spotify', icon: 'microphone' },
  { name: 'instagram', icon: 'camera' },
] as const satisfies readonly { name: keyof SiteInfo['links']; icon: IconName }[];

/** Where else the author is to be found. A place that is not configured is left out. */
export function Channels({ links }: { links: SiteInfo['links'] }) {
  const t = useTexts(aboutTexts);
  const known = CHANNELS.flatMap(({ name, icon }) => (links[name] ? [{ name, icon, href: links[name] }] : []));
  if (known.length === 0) return null;
  return (
    <ul className={css.channels}>
      {known.map(({ name, icon, href }) => (
        <li key={name}>
          <a className={css.channel} href={href} target="_blank" rel="noreferrer me">
            <Icon name={icon} />
            <span>
              {t[name]} <VisuallyHidden>{t.newTab}</VisuallyHidden>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
