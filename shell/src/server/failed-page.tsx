import { accentStyleOf } from '@site/shared/design/accent.ts';
import { paths } from '@site/shared/paths/paths.ts';
import buttonCss from '@site/shared/primitives/button.module.css';
import { ErrorState } from '@site/shared/site/site.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { stateTexts } from '@site/shared/texts/state-texts.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { iconAddress } from '../head/icon-address.ts';
import css from '../router/area-error.module.css';
import { failureTexts } from '../router/texts.ts';
import { digestOf } from './inline-digest.ts';
import type { VisitBrand } from './visit-brand.ts';

type FailedPageOptions = { brand: VisitBrand; styles: readonly string[]; locale: Locale; requestId: string };

/** A page, and the digests of its inline styles. */
export type FailedPage = { html: string; inlineStyles: readonly string[] };

/** Returns the page to show when no page can be rendered: without data, scripts or the site's frame, any of which may have failed. */
export function failedPage({ brand, styles, locale, requestId }: FailedPageOptions): FailedPage {
  const accentStyle = accentStyleOf(brand.accent);
  const t = failureTexts[locale];
  const { title, text } = t.broken;
  const link = (href: string, words: string, variant: 'secondary' | 'quiet') => (
    <a href={href} className={buttonCss.button} data-variant={variant}>
      {words}
    </a>
  );
  const html = `<!doctype html>${renderToStaticMarkup(
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${brand.site}`}</title>
        <link rel="icon" type="image/png" href={iconAddress(brand.version)} />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {accentStyle && <style>{accentStyle}</style>}
      </head>
      <body>
        <main className={css.area}>
          <ErrorState
            isPage
            title={title}
            message={
              <>
                <span>{text}</span>
                <small className={css.code}>{t.requestId(requestId)}</small>
              </>
            }
          >
            {link('', stateTexts[locale].retry, 'secondary')}
            {link(paths.home.href(), t.home, 'quiet')}
            {link(paths.shop.href(), t.shop, 'quiet')}
            {link(paths.podcast.href(), t.podcast, 'quiet')}
          </ErrorState>
        </main>
      </body>
    </html>,
  )}`;
  return { html, inlineStyles: accentStyle ? [digestOf(accentStyle)] : [] };
}
