import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { paths } from '@site/shared/paths.ts';
import {
  ApiError,
  ButtonLink,
  Icon,
  type IconName,
  Link,
  type LoaderFunctionArgs,
  siteContext,
  useLoaderData,
  useTexts,
} from '@site/shared/site/site.ts';
import { Cover } from '@site/shared/ui/cover.tsx';
import { useSettings } from '../../site.tsx';
import { FeaturedBook } from './featured-book.tsx';
import css from './home-page.module.css';
import { homeTexts } from './texts.ts';

/** So many books stand on the home page (specification §2 Home). */
const FEATURED_BOOKS = 3;

/** The page stands without its books: when the API is down, their section says so. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { api } = context.get(siteContext);
  try {
    const { ebooks } = await api('GET /api/ebooks', { signal: request.signal });
    return { ebooks: ebooks.slice(0, FEATURED_BOOKS) };
  } catch (error) {
    if (error instanceof ApiError) return { ebooks: null };
    throw error;
  }
}

export const handle = pageHandle(({ brand, siteUrl, preferences }) => ({
  title: brand.site,
  description: homeTexts[preferences.locale].description(brand.author),
  canonical: paths.home.href(),
  jsonLd: [
    { '@type': 'WebSite', name: brand.site, url: `${siteUrl}/`, inLanguage: preferences.locale },
    { '@type': 'Person', name: brand.author, url: `${siteUrl}/` },
  ],
}));

export function Component() {
  const t = useTexts(homeTexts);
  const { brand } = useSettings();
  const { ebooks } = useLoaderData<typeof loader>();
  const reasons: { icon: IconName; title: string; text: string }[] = [
    { icon: 'download', title: t.delivery, text: t.deliveryText },
    { icon: 'book', title: t.forever, text: t.foreverText },
    { icon: 'lock', title: t.safe, text: t.safeText },
  ];
  return (
    <>
      <section className={css.hero}>
        <div className={css.words}>
          <h1 className={css.title}>{t.title}</h1>
          <p className={css.lead}>{t.lead(brand.author)}</p>
          <div className={css.actions}>
            <ButtonLink to={paths.shop.href()} size="l">
              {t.toShop}
            </ButtonLink>
            <ButtonLink to={paths.podcast.href()} size="l" variant="secondary">
              {t.toPodcast}
            </ButtonLink>
          </div>
        </div>
        <ul className={css.stack} aria-hidden="true">
          {ebooks?.map(({ id, title, cover }) => (
            <li key={id}>
              <Cover cover={cover} title={title} alt="" sizes="15rem" loading="lazy" />
            </li>
          ))}
        </ul>
      </section>
      <section className={css.section} aria-labelledby="featured-books">
        <div className={css.sectionHead}>
          <h2 id="featured-books">{t.featured}</h2>
          <Link to={paths.shop.href()} className={css.more}>
            {t.allEbooks}
          </Link>
        </div>
        {ebooks ? (
          <ul className={css.books}>
            {ebooks.map((ebook) => (
              <FeaturedBook key={ebook.id} ebook={ebook} />
            ))}
          </ul>
        ) : (
          <p className={css.failed}>{t.booksFailed}</p>
        )}
      </section>
      <section className={css.podcast}>
        <div className={css.podcastText}>
          <h2>{t.podcastTitle}</h2>
          <p>{t.podcastText}</p>
          <ButtonLink to={paths.podcast.href()}>{t.toPodcast}</ButtonLink>
        </div>
      </section>
      <section className={css.section} aria-labelledby="how-it-works">
        <h2 id="how-it-works">{t.reasons}</h2>
        <ul className={css.reasons}>
          {reasons.map(({ icon, title, text }) => (
            <li key={title} className={css.reason}>
              <span className={css.reasonIcon}>
                <Icon name={icon} />
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
