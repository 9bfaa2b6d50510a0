import type { EpisodePage } from '@site/shared/contracts/episodes.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { BackLink } from '@site/shared/patterns/back-link.tsx';
import { PageFailure } from '@site/shared/patterns/page-failure.tsx';
import {
  ApiError,
  ButtonLink,
  Icon,
  Link,
  type LoaderFunctionArgs,
  paths,
  redirect,
  siteContext,
  useFormats,
  useLoaderData,
  useTexts,
} from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { parseClock } from '../../episode/clock.ts';
import { EpisodeFacade } from '../../episode/episode-facade.tsx';
import { episodeJsonLd, previewOf } from '../../episode/episode-json-ld.ts';
import { formatMinutes, summaryOf, withoutChapters } from '../../episode/episode-words.ts';
import { ExternalLink } from '../../episode/external-link.tsx';
import { LinkedText } from '../../episode/linked-text.tsx';
import { Notice } from '../../episode/notice.tsx';
import { episodeTexts } from '../../episode/texts.ts';
import { playableAs } from '../../listening/play.ts';
import { Chapters } from './chapters.tsx';
import css from './episode-page.module.css';
import { ListenElsewhere } from './listen-elsewhere.tsx';
import { PostsAboutEpisode } from './posts-about-episode.tsx';
import { RelatedEbooks } from './related-ebooks.tsx';
import { ShareEpisode } from './share-episode.tsx';
import { texts } from './texts.ts';
import { Transcript } from './transcript.tsx';

export async function loader({ params: { slug = '' }, request, context }: LoaderFunctionArgs) {
  const { api, preferences, siteUrl } = context.get(siteContext);
  const { search, searchParams } = new URL(request.url);
  const preview = searchParams.get('preview');
  const page = await readEpisode();
  // The episode's slug has changed, so redirect to its new URL.
  if (page.episode.slug !== slug) throw redirect(`${paths.episode.href(page.episode.slug)}${search}`, 301);
  const asked = parseClock(searchParams.get('t') ?? '');
  return {
    ...page,
    siteUrl,
    isPreview: preview !== null,
    startSeconds: asked !== null && asked < page.episode.durationSeconds ? asked : null,
  };

  async function readEpisode(): Promise<EpisodePage> {
    try {
      const query = { locale: preferences.locale, ...(preview ? { preview } : {}) };
      return await api('GET /api/episodes/:slug', { params: { slug }, query, signal: request.signal });
    } catch (error) {
      // An invalid slug is treated like an unknown one.
      if (error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_input'))
        throw new Response(null, { status: 404 });
      throw error;
    }
  }
}

export const handle = pageHandle<Awaited<ReturnType<typeof loader>>>(({ data, preferences, brand, siteUrl }) => {
  const { episode } = data;
  return {
    title: episode.title,
    description:
      summaryOf(episode.description) || summaryOf(data.notes?.text ?? '') || texts[preferences.locale].description(episode.title),
    kind: 'article',
    parents: [{ title: texts[preferences.locale].podcast, path: paths.podcast.href() }],
    ...(episode.picture ? { image: { path: previewOf(episode.picture), alt: episode.title } } : {}),
    ...(data.isSample || data.isPreview ? { isPrivate: true } : { jsonLd: episodeJsonLd(data, { siteUrl, show: brand.site }) }),
  };
});

const VIDEO_SIZES = '(min-width: 80rem) 48rem, (min-width: 64rem) 60vw, 92vw';

export function Component() {
  const {
    episode,
    notes,
    chapters,
    transcript,
    ebooks,
    posts,
    places,
    series,
    previous,
    next,
    isSample,
    isPreview,
    siteUrl,
    startSeconds,
  } = useLoaderData<typeof loader>();
  const t = useTexts(texts);
  const tEpisode = useTexts(episodeTexts);
  const { day, once } = useFormats();
  // The page lists the chapters as buttons next to the description.
  const isPlayable = playableAs(episode).length > 0;
  const description = withoutChapters(episode.description, isPlayable ? chapters : []);
  return (
    <article className={css.page} key={episode.id}>
      <header className={css.head}>
        <BackLink to={paths.podcast.href()}>{t.back}</BackLink>
        <h1 lang={AUTHOR_LOCALE}>{episode.title}</h1>
        <p className={css.facts}>
          <time dateTime={episode.publishedAt}>{day(episode.publishedAt)}</time>
          <span>{once(`minutes ${episode.durationSeconds}`, (locale) => formatMinutes(episode.durationSeconds, locale))}</span>
        </p>
        {series && <PartOfSeries series={series} />}
        {isSample && <Notice>{t.sample}</Notice>}
        {isPreview && <Notice>{t.preview}</Notice>}
      </header>
      <div className={css.player}>
        <div className={css.picture}>
          <EpisodeFacade episode={episode} sizes={VIDEO_SIZES} loading="first" startSeconds={startSeconds} />
        </div>
        <div className={css.ways}>
          {episode.media && (
            <ExternalLink href={episode.media.url} icon={pageIcons.play} look="button" about={episode.title}>
              {tEpisode.watch}
            </ExternalLink>
          )}
          {episode.spotifyUrl && (
            <ExternalLink href={episode.spotifyUrl} icon={pageIcons.microphone} look="button" about={episode.title}>
              {tEpisode.listen}
            </ExternalLink>
          )}
        </div>
        <ListenElsewhere episode={episode} places={places} />
      </div>
      <aside className={css.aside}>
        {isPlayable && chapters.length > 0 && <Chapters episode={episode} chapters={chapters} />}
        {ebooks.length > 0 && <RelatedEbooks ebooks={ebooks} />}
        {posts.length > 0 && <PostsAboutEpisode posts={posts} />}
      </aside>
      <div className={css.main}>
        <section className={css.description} aria-labelledby="description">
          <h2 id="description">{t.about}</h2>
          {description ? <LinkedText text={description} /> : <p>{tEpisode.noDescription}</p>}
        </section>
        {notes && (
          <section className={css.description} aria-labelledby="notes">
            <h2 id="notes">{t.notes}</h2>
            <LinkedText text={notes.text} lang={notes.locale} />
          </section>
        )}
        {transcript && <Transcript episode={episode} transcript={transcript} isPlayable={isPlayable} />}
        <ShareEpisode episode={episode} siteUrl={siteUrl} startSeconds={startSeconds} />
      </div>
      {series && series.parts > 1 ? (
        <Neighbours {...series} texts={{ label: t.seriesNeighbours, previous: t.previousPart, next: t.nextPart }} />
      ) : (
        <Neighbours previous={previous} next={next} texts={{ label: t.neighbours, previous: t.previous, next: t.next }} />
      )}
    </article>
  );
}

/** Shows the place of the episode in its series. */
function PartOfSeries({ series: { slug, title, part, parts } }: { series: NonNullable<EpisodePage['series']> }) {
  const t = useTexts(texts);
  return (
    <p>
      {t.partOf(part, parts)}{' '}
      <Link to={paths.series.href(slug)} lang={AUTHOR_LOCALE}>
        {title}
      </Link>
    </p>
  );
}

type NeighboursProps = Pick<EpisodePage, 'previous' | 'next'> & {
  readonly texts: { readonly label: string; readonly previous: string; readonly next: string };
};

/** Links to the previous and next episode: of the series, or else by date. */
function Neighbours({ previous, next, texts: t }: NeighboursProps) {
  if (!previous && !next) return null;
  return (
    <nav className={css.neighbours} aria-label={t.label}>
      {previous && (
        <Link className={css.neighbour} to={paths.episode.href(previous.slug)} rel="prev">
          <span>
            <Icon path={pageIcons.arrowLeft} />
            {t.previous}
          </span>
          <span lang={AUTHOR_LOCALE}>{previous.title}</span>
        </Link>
      )}
      {next && (
        <Link className={css.neighbour} data-side="next" to={paths.episode.href(next.slug)} rel="next">
          <span>
            {t.next}
            <Icon path={pageIcons.arrowRight} />
          </span>
          <span lang={AUTHOR_LOCALE}>{next.title}</span>
        </Link>
      )}
    </nav>
  );
}

export function ErrorBoundary() {
  const t = useTexts(texts);
  return (
    <PageFailure message={t.failure} missing={{ title: t.notFound, message: t.notFoundMessage }}>
      <ButtonLink to={paths.podcast.href()} variant="secondary">
        {t.back}
      </ButtonLink>
    </PageFailure>
  );
}
