import type { EpisodeSeries } from '@site/shared/contracts/episode-series.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { BackLink } from '@site/shared/patterns/back-link.tsx';
import { PageFailure } from '@site/shared/patterns/page-failure.tsx';
import {
  ApiError,
  ButtonLink,
  Icon,
  type LoaderFunctionArgs,
  paths,
  redirect,
  siteContext,
  useFormats,
  useLoaderData,
  useTexts,
  VisuallyHidden,
} from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { EpisodeCard } from '../../episode/episode-card.tsx';
import { previewOf } from '../../episode/episode-json-ld.ts';
import { summaryOf } from '../../episode/episode-words.ts';
import { LinkedText } from '../../episode/linked-text.tsx';
import { seekTo } from '../../listening/play.ts';
import { formatLength, seriesJsonLd } from './series-facts.ts';
import css from './series-page.module.css';
import { texts } from './texts.ts';

export async function loader({ params: { slug = '' }, request, context }: LoaderFunctionArgs): Promise<EpisodeSeries> {
  const { api } = context.get(siteContext);
  const series = await readSeries();
  // The slug of the series has changed, so redirect to its new URL.
  if (series.slug !== slug) throw redirect(`${paths.series.href(series.slug)}${new URL(request.url).search}`, 301);
  return series;

  async function readSeries(): Promise<EpisodeSeries> {
    try {
      return await api('GET /api/episode-series/:slug', { params: { slug }, signal: request.signal });
    } catch (error) {
      // An invalid slug is treated like an unknown one.
      if (error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_input'))
        throw new Response(null, { status: 404 });
      throw error;
    }
  }
}

export const handle = pageHandle<EpisodeSeries>(({ data: series, preferences, brand, siteUrl }) => {
  const t = texts[preferences.locale];
  const picture = series.episodes.find((episode) => episode.picture)?.picture;
  return {
    title: series.title,
    description: summaryOf(series.description) || t.description(series.title),
    parents: [{ title: t.podcast, path: paths.podcast.href() }],
    ...(picture ? { image: { path: previewOf(picture), alt: series.title } } : {}),
    jsonLd: seriesJsonLd(series, { siteUrl, show: brand.site }),
  };
});

/** The number of pictures that load before the scripts run: the first row on the widest screen. */
const FIRST_ROW = 3;

export function Component() {
  const t = useTexts(texts);
  const { once } = useFormats();
  const { title, description, episodes } = useLoaderData<typeof loader>();
  const seconds = episodes.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  const [first] = episodes;
  return (
    <div className={css.page}>
      <header className={css.head}>
        <BackLink to={paths.podcast.href()}>{t.back}</BackLink>
        <p className={css.eyebrow}>{t.eyebrow}</p>
        <h1 lang={AUTHOR_LOCALE}>{title}</h1>
        <p className={css.facts}>
          {t.episodes(episodes.length)} · {once(`length ${seconds}`, (locale) => formatLength(seconds, locale))}
        </p>
        {description && (
          <div className={css.description}>
            <LinkedText text={description} />
          </div>
        )}
        {first && (
          <div>
            <ButtonLink
              to={paths.episode.href(first.slug)}
              onClick={(event) => {
                // A press that opens another tab plays nothing in this one.
                if (!(event.ctrlKey || event.metaKey || event.shiftKey)) seekTo(first, 0);
              }}
            >
              <Icon path={pageIcons.play} />
              {t.start}
            </ButtonLink>
          </div>
        )}
      </header>
      <section aria-labelledby="parts">
        <h2 id="parts">
          <VisuallyHidden>{t.list}</VisuallyHidden>
        </h2>
        <ol className={css.parts}>
          {episodes.map((episode, index) => (
            <li key={episode.id} className={css.part} data-below>
              <p>{t.part(index + 1)}</p>
              <EpisodeCard episode={episode} headingLevel={3} loading={index >= FIRST_ROW ? 'lazy' : index === 0 ? 'first' : 'eager'} />
            </li>
          ))}
        </ol>
      </section>
    </div>
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
