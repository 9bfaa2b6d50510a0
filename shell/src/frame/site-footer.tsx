import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { placeIcons } from '@site/shared/drawing/place-icons.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { Icon, type IconPath, Link, useLocation, usePreferences, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { nameOfPlace, placeTexts } from '@site/shared/texts/place-texts.ts';
import type { ReactNode } from 'react';
import { NewsletterForm } from '../features/newsletter/newsletter-form.tsx';
import { sourceAt } from '../features/newsletter/sign-up-places.ts';
import { useSettings } from '../site.tsx';
import { useSiteInfo } from '../site-info.ts';
import { footerTexts } from './footer-texts.ts';
import { PreferencesForm } from './preferences-form.tsx';
import css from './site-footer.module.css';
import { frameTexts } from './texts.ts';

const INVITATION_ID = 'newsletter-invitation';

/**
 * Renders the footer with at most one newsletter form: above the columns with an invitation, or as a column, or none if the page has its
 * own.
 */
export function SiteFooter() {
  const t = useTexts(footerTexts);
  const frame = useTexts(frameTexts);
  const { brand } = useSettings();
  const info = useSiteInfo();
  const seller = Object.values(info?.seller ?? {})
    .filter(Boolean)
    .join(' · ');
  const source = sourceAt(useLocation().pathname);
  const tagline = brand.tagline[usePreferences().locale];
  return (
    <footer className={css.footer}>
      {source !== null && source !== 'footer' && (
        <section className={css.invitation} aria-labelledby={INVITATION_ID}>
          <div>
            <h2 id={INVITATION_ID} className={css.invitationTitle}>
              {t.invitation}
            </h2>
            <p>{t.promise}</p>
          </div>
          <NewsletterForm key={source} source={source} />
        </section>
      )}
      <div className={css.columns} data-short={source !== 'footer' || undefined}>
        <div className={css.brand}>
          <p className={css.name} data-heading>
            {brand.site}
          </p>
          {tagline && <p>{tagline}</p>}
          <SocialLinks />
        </div>
        <Section title={t.quickLinks}>
          <FooterLinks
            links={[
              { href: paths.home.href(), text: frame.home },
              { href: paths.about.href(), text: frame.about },
              { href: paths.podcast.href(), text: frame.podcast },
              { href: paths.shop.href(), text: t.ebooks },
              ...(info?.hasPosts ? [{ href: paths.posts.href(), text: frame.posts }] : []),
              { href: paths.contact.href(), text: frame.contact },
            ]}
          />
        </Section>
        <Section title={t.resources}>
          <FooterLinks
            links={[
              { href: paths.contact.href('faq'), text: t.faq },
              { href: paths.contact.href(), text: t.support },
              { href: paths.userDashboard.href(), text: frame.dashboard },
              { href: paths.privacy.href(), text: t.privacy },
              { href: paths.terms.href(), text: t.terms },
            ]}
          />
        </Section>
        {source === 'footer' && (
          <Section title={t.newsletter}>
            <NewsletterForm source="footer" />
          </Section>
        )}
      </div>
      <div className={css.end}>
        <div>
          <p suppressHydrationWarning>{`© ${new Date().getFullYear()} ${brand.site}. ${t.rights}`}</p>
          {seller && <p>{seller}</p>}
        </div>
        <PreferencesForm />
      </div>
    </footer>
  );
}

/** Renders links to the places where the podcast can be heard, and to the author's profile. */
function SocialLinks() {
  const t = useTexts(footerTexts);
  const names = useTexts(placeTexts);
  const { places = [], instagram } = useSiteInfo()?.links ?? {};
  const shown: { href: string; icon: IconPath; text: string }[] = places.map((place) => ({
    href: place.url,
    icon: placeIcons[place.kind],
    text: nameOfPlace(names, place),
  }));
  if (instagram) shown.push({ href: instagram, icon: pageIcons.camera, text: t.instagram });
  if (shown.length === 0) return null;
  return (
    <ul className={css.social}>
      {shown.map(({ href, icon, text }) => (
        <li key={href}>
          <a href={href} className={css.socialLink} target="_blank" rel="noreferrer me">
            <Icon path={icon} />
            <VisuallyHidden>{t.inNewTab(text)}</VisuallyHidden>
          </a>
        </li>
      ))}
    </ul>
  );
}

function FooterLinks({ links }: { links: readonly { href: string; text: string }[] }) {
  return (
    <ul className={css.links}>
      {links.map(({ href, text }) => (
        <li key={href}>
          <Link to={href} className={css.link}>
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Renders a footer section. On small screens it is the browser's own collapsible element, and on wide screens it is always open. */
function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.section}>
      <h2 className={css.wideTitle}>{title}</h2>
      <details className={css.fold}>
        <summary className={css.toggle}>
          <h2 className={css.title}>{title}</h2>
          <Icon path={pageIcons.chevronDown} />
        </summary>
        <div className={css.content}>{children}</div>
      </details>
    </section>
  );
}
