import { paths } from '@site/shared/paths.ts';
import buttonCss from '@site/shared/primitives/button.module.css';
import { ErrorState } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import type { SiteSettings } from '../boot.ts';
import icon from '../head/icon.svg';
import css from '../router/area-error.module.css';
import { failureTexts } from '../router/texts.ts';

/** Stands where the page shows the id of its request: it is drawn before there is one. */
export const REQUEST_ID_PLACE = '{request}';

type FailedPage = { settings: SiteSettings; styles: readonly string[]; locale: Locale };

/** The page for when no page can be drawn: without data, scripts or the site's frame, which may be what failed. */
export function failedPage({ settings, styles, locale }: FailedPage): string {
  const t = failureTexts[locale];
  const { title, text } = t.broken;
  const link = (href: string, words: string, variant: 'secondary' | 'quiet') => (
    <a href={href} className={buttonCss.button} data-variant={variant}>
      {words}
    </a>
  );
  return `<!doctype html>${renderToStaticMarkup(
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${settings.brand.site}`}</title>
        <link rel="icon" type="image/svg+xml" href={icon} />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <main className={css.area}>
          <ErrorState
            isPage
            title={title}
            message={
              <>
                {text}
                <small className={css.code}>{t.requestId(REQUEST_ID_PLACE)}</small>
              </>
            }
          >
            {link('', commonTexts[locale].retry, 'secondary')}
            {link(paths.home.href(), t.home, 'quiet')}
            {link(paths.shop.href(), t.shop, 'quiet')}
            {link(paths.podcast.href(), t.podcast, 'quiet')}
          </ErrorState>
        </main>
      </body>
    </html>,
  )}`;
}
