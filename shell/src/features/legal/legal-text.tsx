import type { LegalDocument } from '@site/shared/contracts/content.ts';
import { inOrder } from '@site/shared/drawing/in-order.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { hasUserInfo } from '@site/shared/paths/user-info.ts';
import { ButtonLink, Icon, Link, useLoaderData, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { dateFormat } from '@site/shared/texts/formats.ts';
import type { ReactNode } from 'react';
import { PreviewNote } from '../../author/preview-note.tsx';
import css from './legal-text.module.css';
import { legalTexts } from './texts.ts';
import { useCurrentSection } from './use-current-section.ts';

/**
 * Renders a legal text with its date, its other versions, and a table of contents next to it or collapsed above it. `choice`: a setting for
 * the reader.
 */
export function LegalText({ path, choice }: { path: string; choice?: ReactNode }) {
  const t = useTexts(legalTexts);
  const { locale } = usePreferences();
  const { version, effectiveOn, title, intro, sections, versions, inForce } = useLoaderData<LegalDocument>();
  const current = useCurrentSection(sections.map(({ id }) => id));
  const placeOf = (wanted: string): number => versions.findIndex((other) => other.version === wanted);
  const isAnnounced = placeOf(version) < placeOf(inForce);
  const next = version === inForce ? versions[placeOf(inForce) - 1] : undefined;
  const day = (date: string): string => dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
  const addressOf = (other: string): string => (other === inForce ? path : `${path}?${new URLSearchParams({ version: other })}`);

  const contents = (
    <ol className={css.contents}>
      {sections.map((section) => (
        <li key={section.id}>
          <Link to={`${addressOf(version)}#${section.id}`} aria-current={section.id === current ? 'location' : undefined}>
            {section.title}
          </Link>
        </li>
      ))}
    </ol>
  );

  return (
    <div className={css.page}>
      <header className={css.head}>
        <PreviewNote />
        <h1>{title}</h1>
        <p className={css.date}>
          {isAnnounced ? t.effectiveFrom : t.effective} <time dateTime={effectiveOn}>{day(effectiveOn)}</time>
          {version !== effectiveOn && <span>{` · ${t.version(version)}`}</span>}
        </p>
        {version !== inForce && (
          <p className={css.earlier} role="note">
            <Icon path={pageIcons.info} />
            <span>
              {isAnnounced ? t.announced(day(effectiveOn)) : t.earlier(day(effectiveOn))} <Link to={path}>{t.current}</Link>
            </span>
          </p>
        )}
        {next && (
          <p className={css.earlier} role="note">
            <Icon path={pageIcons.info} />
            <span>
              {t.next(day(next.effectiveOn))} <Link to={addressOf(next.version)}>{t.readNext}</Link>
            </span>
          </p>
        )}
      </header>
      <nav className={css.aside} aria-label={t.contents}>
        <p className={css.contentsTitle}>{t.contents}</p>
        {contents}
      </nav>
      <details className={css.folded}>
        <summary>
          {t.contents}
          <Icon path={pageIcons.chevronDown} />
        </summary>
        {contents}
      </details>
      <div className={css.text}>
        <p className={css.intro}>
          <Words text={intro} />
        </p>
        {sections.map((section) => (
          <section key={section.id} id={section.id} className={css.section} aria-labelledby={`${section.id}-title`}>
            <h2 id={`${section.id}-title`}>{section.title}</h2>
            {section.parts.map((part) =>
              part.kind === 'list' ? (
                <ul key={part.items[0]}>
                  {part.items.map((item) => (
                    <li key={item}>
                      <Words text={item} />
                    </li>
                  ))}
                </ul>
              ) : (
                <p key={part.text}>
                  <Words text={part.text} />
                </p>
              ),
            )}
          </section>
        ))}
        <footer className={css.end}>
          {choice}
          {versions.length > 1 && (
            <details className={css.history}>
              <summary>
                {t.history}
                <Icon path={pageIcons.chevronDown} />
              </summary>
              <ul>
                {versions.map((other) => (
                  <li key={other.version}>
                    <Link to={addressOf(other.version)} aria-current={other.version === version ? 'page' : undefined}>
                      {day(other.effectiveOn)}
                    </Link>
                    {other.version === inForce && <span>{` (${t.inForce})`}</span>}
                  </li>
                ))}
              </ul>
            </details>
          )}
          <p className={css.questions}>
            {t.questions}
            <ButtonLink to={paths.contact.href()} variant="secondary" size="s">
              {t.contact}
            </ButtonLink>
          </p>
          <p className={css.licences}>
            <a href="/licenses.txt">{t.licences}</a>
          </p>
        </footer>
      </div>
    </div>
  );
}

const ADDRESS = /(https?:\/\/[^\s()]*[^\s().,;:]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/;

/** Renders text with links for its addresses. */
function Words({ text }: { text: string }) {
  return inOrder(text.split(ADDRESS), (part, place) =>
    place % 2 === 0 || hasUserInfo(part) ? part : <a href={part.includes('://') ? part : `mailto:${part}`}>{part}</a>,
  );
}
