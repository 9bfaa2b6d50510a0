import type { SiteInfo } from '@site/shared/contracts/content.ts';
import { useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import css from './channels.module.css';
import { aboutTexts } from './texts.ts';

/** Drawn on 24 × 24 like the site's icons; none is a provider's mark. */
const DRAWINGS = {
  youtube: 'M3.500 6.500h17v11h-17v-11Zm6.500 3v5l4.500-2.500L10 9.500Z',
  spotify: 'M4 15v-2.500a8 8 0 0 1 16 0V15m-16-.500h3.500V20H4v-5.500Zm12.500 0H20V20h-3.500v-5.500Z',
  instagram: 'M4 7.500h3.500L9 5h6l1.500 2.500H20V19H4V7.500Zm8 2.250a3.250 3.250 0 1 0 0 6.500 3.250 3.250 0 0 0 0-6.500Z',
} as const satisfies Record<keyof SiteInfo['links'], string>;

const NAMES = ['youtube', 'spotify', 'instagram'] as const;

/** Where else the author is to be found. A place that is not configured is left out. */
export function Channels({ links }: { links: SiteInfo['links'] }) {
  const t = useTexts(aboutTexts);
  const known = NAMES.flatMap((name) => (links[name] ? [{ name, href: links[name] }] : []));
  if (known.length === 0) return null;
  return (
    <ul className={css.channels}>
      {known.map(({ name, href }) => (
        <li key={name}>
          <a className={css.channel} href={href} target="_blank" rel="me noopener">
            <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <path d={DRAWINGS[name]} />
            </svg>
            <span>
              {t[name]} <VisuallyHidden>{t.newTab}</VisuallyHidden>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
