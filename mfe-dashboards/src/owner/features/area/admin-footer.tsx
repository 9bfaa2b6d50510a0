import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Select } from '@site/shared/patterns/select.tsx';
import { type Brand, Icon, Link, paths, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import { type ReactNode, useId, useState } from 'react';
import css from './admin-footer.module.css';
import { NewsletterForm } from './newsletter-form.tsx';
import { texts } from './texts.ts';

type Group = 'quick' | 'legal' | 'support';

/** Shows the footer in four columns. On small screens its groups fold, one open at a time. The newsletter form opens on demand. */
export function AdminFooter({ brand }: { brand: Brand }) {
  const t = useTexts(texts);
  const common = useTexts(commonTexts);
  const { locale, chooseLocale } = usePreferences();
  const [open, setOpen] = useState<Group | null>(null);
  const groupOf = (id: Group) => ({ isOpen: open === id, onToggle: () => setOpen(open === id ? null : id) });
  return (
    <footer className={css.footer}>
      <div className={css.columns}>
        <div className={css.brand}>
          <p className={css.name}>{brand.site}</p>
          <p>{t.slogan}</p>
        </div>
        <FooterGroup title={t.quickLinks} {...groupOf('quick')}>
          <FooterLinks
            links={[
              { href: paths.home.href(), text: t.home },
              { href: paths.about.href(), text: t.about },
              { href: paths.podcast.href(), text: t.podcast },
              { href: paths.shop.href(), text: t.ebooks },
              { href: paths.contact.href(), text: t.contact },
            ]}
          />
        </FooterGroup>
        <FooterGroup title={t.legal} {...groupOf('legal')}>
          <FooterLinks
            links={[
              { href: paths.terms.href(), text: t.terms },
              { href: paths.privacy.href(), text: t.privacy },
            ]}
          />
        </FooterGroup>
        <FooterGroup title={t.needHelp} {...groupOf('support')}>
          <p>
            <span>{t.needHelpMessage}</span>{' '}
            <Link to={adminPaths.support.href()} className={css.link}>
              {t.getSupport}
            </Link>
          </p>
        </FooterGroup>
      </div>
      <div className={css.end}>
        <p>{t.copyright(new Date().getFullYear(), brand.site)}</p>
        {brand.developer && (
          <p>
            {t.developedBy} <a href={brand.developer.url}>{brand.developer.name}</a>
          </p>
        )}
        <details className={css.newsletter}>
          <summary>{t.newsletter}</summary>
          <NewsletterForm />
        </details>
        <div className={css.language}>
          <Select
            isCompact
            isLabelHidden
            label={common.language}
            value={locale}
            onChange={(event) => chooseLocale(event.currentTarget.value as Locale)}
            options={LOCALES.map((value) => ({ value, label: common.languages[value] }))}
          />
        </div>
      </div>
    </footer>
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

type FooterGroupProps = { readonly title: string; readonly isOpen: boolean; readonly onToggle: () => void; readonly children: ReactNode };

function FooterGroup({ title, isOpen, onToggle, children }: FooterGroupProps) {
  const id = useId();
  return (
    <section className={css.group}>
      <h2 className={css.title}>
        <button type="button" className={css.toggle} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          {title}
          <Icon path={pageIcons.chevronDown} />
        </button>
        <span className={css.wideTitle}>{title}</span>
      </h2>
      <div id={id} className={css.fold} data-open={isOpen || undefined}>
        {children}
      </div>
    </section>
  );
}
