import { Icon, type IconName, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import type { ReactNode } from 'react';
import css from './external-link.module.css';
import { texts } from './texts.ts';

type ExternalLinkProps = {
  readonly href: string;
  readonly icon: IconName;
  readonly look: 'button' | 'text';
  readonly children: ReactNode;
  /** Tells links with the same words apart, for screen readers. */
  readonly about?: string;
  /** The picture at the top of the card is part of the link's area. */
  readonly coversPicture?: boolean;
};

/** A link to another site. It opens beside this one, and says so. */
export function ExternalLink({ href, icon, look, children, about, coversPicture }: ExternalLinkProps) {
  const t = useTexts(texts);
  return (
    <a className={css.link} data-look={look} data-covers-picture={coversPicture} href={href} target="_blank" rel="noopener">
      <Icon name={icon} />
      <span>
        {children}
        <VisuallyHidden>
          {about && `: ${about}`} {t.newTab}
        </VisuallyHidden>
      </span>
    </a>
  );
}
