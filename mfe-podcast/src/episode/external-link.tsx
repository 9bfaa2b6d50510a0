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
  /** Text for screen readers, which distinguishes links with the same visible text. */
  readonly about?: string;
};

/** A link to another site, or to a file of this site. The link opens a new tab, and its text says so. */
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
