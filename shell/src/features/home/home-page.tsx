import type { HomeContent } from '@site/shared/contracts/content.ts';
import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import type { Episode } from '@site/shared/contracts/episodes.ts';
import { HOME_EPISODES_KEY, keepAnswer, readKeptAnswer } from '@site/shared/device/kept-answer.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { Cover } from '@site/shared/patterns/cover.tsx';
import {
  ApiError,
  ButtonLink,
  Icon,
  icons,
  Link,
  type LoaderFunctionArgs,
  siteContext,
  useLoaderData,
  useTexts,
} from '@site/shared/site/site.ts';
import { stateTexts } from '@site/shared/texts/state-texts.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { askedPreview } from '../../author/asked-preview.ts';
import { AuthorScene } from '../../author/author-scene.tsx';
import { ClosingBlock } from '../../author/closing-block.tsx';
import { PreviewNote } from '../../author/preview-note.tsx';
import { Quote } from '../../author/quote.tsx';
import { PostCards } from '../../posts/post-cards.tsx';
import { useSettings } from '../../site.tsx';
import { FeaturedBook, type ShownBook } from './featured-book.tsx';
import { HeroEpisode } from './hero-episode.tsx';
import css from './home-page.module.css';
import { RecentEpisodes } from './recent-episodes.tsx';
import { homeTexts } from './texts.ts';

type HomeData = {
  /** The content from the API, or null if loading failed. Without it the page shows the author and its links. */
  readonly content:
    | (Omit<HomeContent, 'heroEpisodes' | 'featuredEbooks'> & {
        readonly heroEpisode: Episode | null;
        readonly featuredEbooks: readonly ShownBook[];
      })
    | null;
  /** The episodes that this device stored, if loading failed. */
  readonly kept: readonly Episode[];
};

export async function loader({ context, request }: LoaderFunctionArgs): Promise<HomeData> {
  const { api, preferences } = context.get(siteContext);
  try {
    const query = { locale: preferences.locale, ...askedPreview(request.url) };
    const { heroEpisodes, featuredEbooks, ...content } = await api('GET /api/pages/home', { query, signal: request.signal });
    // The loader picks the episode, so that server and browser render the same one.
    const heroEpisode = heroEpisodes[Math.floor(Math.random() * heroEpisodes.length)] ?? null;
    return { content: { ...content, heroEpisode, featuredEbooks: featuredEbooks.map(asShown) }, kept: [] };
  } catch (error) {
    const isBrowser = typeof window !== 'undefined';
    if (error instanceof ApiError)
      return { content: null, kept: (isBrowser && readKeptAnswer<Episode[]>(HOME_EPISODES_KEY)?.answer) || [] };
    throw error;
  }
}

/** Keeps only what the page shows, to send less data. */
const asShown = ({ id, title, author, language, cover, currentPrices, sales, suggested, launch }: Ebook): ShownBook => ({
  id,
  title,
  author,
  language,
  cover,
  currentPrices,
  ...(sales && { sales }),
  ...(suggested && { suggested }),
  ...(launch && { launch }),
});

export const handle = pageHandle(
  ({ brand, siteUrl, preferences }) => {
    const description = brand.tagline[preferences.locale] || homeTexts[preferences.locale].description(brand.author);
    return {
      title: brand.site,
      description,
      canonical: paths.home.href(),
      jsonLd: [
        {
          '@type': 'WebSite',
          name: brand.site,
          description,
          url: `${siteUrl}/`,
          inLanguage: preferences.locale,
          publisher: { '@type': 'Person', name: brand.author, url: `${siteUrl}${paths.about.href()}` },
          potentialAction: {
            '@type': 'SearchAction',
            target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}${paths.shop.href()}?q={search_term_string}` },
            'query-input': 'required name=search_term_string',
          },
        },
      ],
    };
  },
  ['mfe-podcast/episode-facade', 'mfe-podcast/episode-cards'],
);

export function Component() {
  const { content, kept } = useLoaderData<HomeData>();
  const { author } = useSettings().brand;
  const away = useTexts(homeTexts).away;
  if (!content) {
    return (
      <>
        <Hero title={away.title} lead={away.lead(author)}>
          <AuthorScene isFirst />
        </Hero>
        {kept.length > 0 && <Recent episodes={kept} />}
        <Away />
      </>
    );
  }
  return <Home content={content} />;
}

function Home({ content }: { content: NonNullable<HomeData['content']> }) {
  const t = useTexts(homeTexts);
  const { author } = useSettings().brand;
  const { recentEpisodes, featuredEbooks, recentPosts, testimonials } = content;
  const hasEpisodes = recentEpisodes.length > 0;
  const hasEbooks = featuredEbooks.length > 0;
  // If the first view already shows the author's picture, the page does not repeat the picture in a block without a text.
  const isAuthorShown = hasEpisodes || hasEbooks || content.author.paragraphs.length > 0;
  // This is React state, so that a playing video continues when the page's data are loaded again, for example in another language.
  const [heroEpisode] = useState(content.heroEpisode);

  // Stores the fresh episodes on the device.
  useEffect(() => {
    if (hasEpisodes) keepAnswer(HOME_EPISODES_KEY, recentEpisodes);
  }, [hasEpisodes, recentEpisodes]);
  return (
    <>
      <PreviewNote />
      <Hero title={content.title} lead={content.lead} hasEpisodes={hasEpisodes} hasEbooks={hasEbooks} isVideo={heroEpisode !== null}>
        {heroEpisode ? <HeroEpisode episode={heroEpisode} /> : hasEbooks ? <CoverStack ebooks={featuredEbooks} /> : <AuthorScene isFirst />}
      </Hero>

      {hasEpisodes && <Recent episodes={recentEpisodes} />}

      {isAuthorShown && (
        <section className={css.author} data-below aria-labelledby="author">
          <AuthorScene />
          <div className={css.words}>
            <h2 id="author" className={css.authorTitle}>
              {content.author.title}
            </h2>
            {content.author.paragraphs.map((paragraph) => (
              <p key={paragraph} className={css.paragraph}>
                {paragraph}
              </p>
            ))}
            <More to={paths.about.href()}>{t.toAbout(author)}</More>
          </div>
        </section>
      )}

      {hasEbooks && (
        <section className={css.section} data-below aria-labelledby="featured-books">
          <div className={css.sectionHead}>
            <h2 id="featured-books">{t.featured}</h2>
            <More to={paths.shop.href()}>{t.allEbooks}</More>
          </div>
          <ul className={css.books}>
            {featuredEbooks.map((ebook) => (
              <FeaturedBook key={ebook.id} ebook={ebook} />
            ))}
          </ul>
        </section>
      )}

      {recentPosts.length > 0 && (
        <section className={css.section} data-below aria-labelledby="recent-posts">
          <div className={css.sectionHead}>
            <h2 id="recent-posts">{t.posts}</h2>
            <More to={paths.posts.href()}>{t.allPosts}</More>
          </div>
          <PostCards posts={recentPosts} headingLevel={3} />
        </section>
      )}

      {testimonials.length > 0 && (
        <section className={css.section} data-below aria-labelledby="readers">
          <h2 id="readers">{t.readers}</h2>
          <ul className={css.quotes}>
            {testimonials.map((testimonial) => (
              <li key={testimonial.id}>
                <Quote testimonial={testimonial} size="m" />
              </li>
            ))}
          </ul>
        </section>
      )}

      <ClosingBlock closing={content.closing}>
        {hasEbooks && (
          <ButtonLink to={paths.shop.href()} size="l">
            {t.toShop}
          </ButtonLink>
        )}
        <ButtonLink to={paths.contact.href()} size="l" variant={hasEbooks ? 'secondary' : 'primary'}>
          {t.toContact(author)}
        </ButtonLink>
      </ClosingBlock>
    </>
  );
}

function Recent({ episodes }: { episodes: readonly Episode[] }) {
  const t = useTexts(homeTexts);
  return (
    <section className={css.band} aria-labelledby="recent-episodes">
      <div className={css.section}>
        <div className={css.sectionHead}>
          <h2 id="recent-episodes">{t.recent}</h2>
          <More to={paths.podcast.href()}>{t.allEpisodes}</More>
        </div>
        <RecentEpisodes episodes={episodes} />
      </div>
    </section>
  );
}

/** Longer titles have a smaller font. Otherwise they would fill the first view. */
const LONG_TITLE = 40;

type HeroProps = {
  readonly title: string;
  readonly lead: string;
  readonly hasEpisodes?: boolean;
  readonly hasEbooks?: boolean;
  readonly isVideo?: boolean;
  readonly children: ReactNode;
};

/** Renders the first view: title and lead, links to the site's areas, and a picture or video if there is any. */
function Hero({ title, lead, hasEpisodes = true, hasEbooks = true, isVideo = false, children }: HeroProps) {
  const t = useTexts(homeTexts);
  const { author, isUnnamed } = useSettings().brand;
  const eyebrow = t.eyebrow(isUnnamed ? '' : author, hasEpisodes, hasEbooks);
  return (
    <section className={css.hero}>
      <div className={css.words}>
        {eyebrow && <p className={css.eyebrow}>{eyebrow}</p>}
        <h1 className={css.title} data-long={title.length > LONG_TITLE || undefined}>
          {title}
        </h1>
        <p className={css.lead}>{lead}</p>
        <div className={css.actions}>
          {hasEpisodes && (
            <ButtonLink to={paths.podcast.href()} size="l">
              {t.toPodcast}
            </ButtonLink>
          )}
          {hasEbooks && (
            <ButtonLink to={paths.shop.href()} size="l" variant={hasEpisodes ? 'secondary' : 'primary'}>
              {t.toShop}
            </ButtonLink>
          )}
          {!hasEpisodes && !hasEbooks && (
            <ButtonLink to={paths.about.href()} size="l">
              {t.toAbout(author)}
            </ButtonLink>
          )}
        </div>
      </div>
      {children && (
        <div className={css.stage} data-video={isVideo || undefined}>
          {children}
        </div>
      )}
    </section>
  );
}

/** Renders covers stacked like books on a table. */
function CoverStack({ ebooks }: { ebooks: readonly ShownBook[] }) {
  return (
    <ul className={css.stack} aria-hidden="true">
      {ebooks.map(({ id, title, cover }) => (
        <li key={id}>
          <Cover cover={cover} title={title} alt="" sizes="15rem" loading="eager" />
        </li>
      ))}
    </ul>
  );
}

function More({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={css.more}>
      {children}
      <Icon path={pageIcons.arrowRight} />
    </Link>
  );
}

/** Renders the page without its data. A link retries, so that retrying works without scripts. */
function Away() {
  const { heading, message } = useTexts(homeTexts).away;
  const state = useTexts(stateTexts);
  return (
    <section className={css.away} aria-labelledby="away">
      <span className={css.awayIcon}>
        <Icon path={icons.warning} />
      </span>
      <h2 id="away">{heading}</h2>
      <p className={css.awayMessage}>{message}</p>
      <ButtonLink to={paths.home.href()} variant="secondary" preventScrollReset>
        {state.retry}
      </ButtonLink>
    </section>
  );
}
