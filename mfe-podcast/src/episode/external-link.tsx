import { Icon, type IconPath, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import type { ReactNode } from 'react';
import css from './external-link.module.css';
import { episodeTexts } from './texts.ts';

type ExternalLinkProps = {
  readonly href: string;
  readonly icon: IconPath;
  readonly look: 'button' | 'text';
  readonly children: ReactNode;
  /** Distinguishes links with the same text for screen readers. */
  readonly about?: string;
};

/** A link to another site, or to a file that is no page of this site. It opens in a new tab, and says so. */
export function ExternalLink({ href, icon, look, children, about }: ExternalLinkProps) {
  const t = useTexts(episodeTexts);
  return (
    <a className={css.link} data-look={look} href={href} target="_blank" rel="noopener">
      <Icon path={icon} />
      <span>
        {children}
        <VisuallyHidden>
          {about && (
            <span>
              : <span lang={AUTHOR_LOCALE}>{about}</span>
            </span>
          )}
          <span>{` ${t.newTab}`}</span>
        </VisuallyHidden>
      </span>
    </a>
  );
}
