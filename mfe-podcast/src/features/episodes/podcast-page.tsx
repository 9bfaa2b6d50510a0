import type { EpisodeList } from '@site/shared/contracts/episodes.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import { keepAnswer, PODCAST_EPISODES_KEY, readKeptAnswer } from '@site/shared/device/kept-answer.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { type Deferred, deferData, useDeferred, useDrawn } from '@site/shared/patterns/deferred.ts';
import {
  ErrorState,
  Link,
  type LoaderFunctionArgs,
  paths,
  siteContext,
  useFormats,
  useLoaderData,
  useNavigation,
  useRevalidator,
  useTexts,
} from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { stateTexts } from '@site/shared/texts/state-texts.ts';
import { type ReactNode, useEffect } from 'react';
import { episodeListJsonLd } from '../../episode/episode-json-ld.ts';
import { ExternalLink } from '../../episode/external-link.tsx';
import { ListeningPlaces } from '../../episode/listening-places.tsx';
import { Notice } from '../../episode/notice.tsx';
import { type Episodes, type EpisodesQuery, episodesQuery, loadEpisodes } from './episode-list.ts';
import { EpisodeShelf } from './episode-shelf.tsx';
import css from './podcast-page.module.css';
import { PodcastSkeleton } from './podcast-skeleton.tsx';
import { texts } from './texts.ts';

/** The episode list that this device stored, for visitors who navigate from another page. The page shows it until the API answers. */
type KeptEpisodes = { readonly episodes: Episodes; readonly at: Instant };
type PodcastData = Deferred<Episodes> & { readonly kept: KeptEpisodes | null };

const drawn = { count: 0 };

const isWholeList = ({ q, category }: Pick<Episodes, 'q' | 'category'>): boolean => !q && !category;

export async function loader({ request, context }: LoaderFunctionArgs): Promise<PodcastData> {
  const { api } = context.get(siteContext);
  const query = episodesQuery(request.url);
  const isDrawn = drawn.count > 0;
  const kept = !isDrawn && typeof window !== 'undefined' && isWholeList(query) ? readKeptAnswer<Episodes>(PODCAST_EPISODES_KEY) : null;
  // The stored list has as many episodes as the page showed, so that the browser can restore the scroll position.
  const given = await deferData(loadEpisodes(api, query, request.signal), isDrawn, kept ? undefined : paths.podcast.href());
  return { ...given, kept: kept && given.data instanceof Promise ? { episodes: cutTo(query, kept.answer), at: kept.at } : null };
}

/** Returns the first episodes of a list. */
const cutTo = (query: EpisodesQuery, { list, isOld }: Episodes): Episodes => ({
  ...query,
  list: { ...list, episodes: list.episodes.slice(0, query.count) },
  isOld,
});

// A page whose loader failed has no data.
export const handle = pageHandle<PodcastData | undefined>(({ data: given, brand, preferences, siteUrl }) => {
  const { titleBy, description } = texts[preferences.locale];
  const list = given && !(given.data instanceof Promise) ? (given.data as Episodes).list : null;
  const isSample = list?.isSample ?? false;
  return {
    title: titleBy(brand.author),
    description,
    canonical: paths.podcast.href(),
    isPrivate: isSample,
    jsonLd: list && !isSample ? [episodeListJsonLd(list.episodes, siteUrl)] : [],
  };
});

export function Component() {
  const t = useTexts(texts);
  const { moment } = useFormats();
  useDrawn(drawn);
  const given = useLoaderData<PodcastData>();
  const arrived = useDeferred(given);
  const isInPlace = useNavigation().location?.pathname === paths.podcast.href();

  // Store the fresh episode list on the device. An older list never replaces a newer one.
  useEffect(() => {
    if (arrived && isWholeList(arrived)) keepAnswer(PODCAST_EPISODES_KEY, arrived);
  }, [arrived]);

  const shown = arrived ?? given.kept?.episodes;
  if (!shown) return arrived === null ? <PodcastError /> : <PodcastFrame>{<PodcastSkeleton />}</PodcastFrame>;
  const { list, isOld } = shown;
  return (
    <PodcastFrame list={list}>
      {arrived === null && given.kept && <Notice>{t.kept(moment(given.kept.at))}</Notice>}
      {list.isSample && <Notice>{t.samples}</Notice>}
      {isOld && list.syncedAt && <Notice>{t.syncedAt(moment(list.syncedAt))}</Notice>}
      {list.series && list.series.length > 0 && <SeriesLinks series={list.series} />}
      <EpisodeShelf episodes={shown} isBusy={isInPlace || arrived === undefined} />
    </PodcastFrame>
  );
}

function SeriesLinks({ series }: { series: NonNullable<EpisodeList['series']> }) {
  const t = useTexts(texts);
  return (
    <nav className={css.series} aria-labelledby="series">
      <h2 id="series">{t.series}</h2>
      <ul>
        {series.map(({ slug, title }) => (
          <li key={slug}>
            <Link to={paths.series.href(slug)} lang={AUTHOR_LOCALE}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function PodcastError() {
  const t = useTexts(texts);
  const words = useTexts(stateTexts);
  useDrawn(drawn);
  const { revalidate, state } = useRevalidator();
  return (
    <PodcastFrame>
      <ErrorState
        title={words.error}
        message={t.loadFailed}
        retryText={words.retry}
        isRetrying={state === 'loading'}
        onRetry={() => void revalidate()}
      />
    </PodcastFrame>
  );
}

function PodcastFrame({ list, children }: { list?: EpisodeList; children: ReactNode }) {
  const t = useTexts(texts);
  return (
    <div className={css.page}>
      <header className={css.hero}>
        <h1>{t.title}</h1>
        <p className={css.lead}>{t.lead}</p>
        <div className={css.links}>
          <ListeningPlaces places={list?.places ?? []} />
          {!list?.isSample && !list?.places.some(({ kind }) => kind === 'rss') && (
            <ExternalLink href="/podcast.xml" icon={pageIcons.rss} look="button">
              {t.feed}
            </ExternalLink>
          )}
        </div>
      </header>
      {children}
    </div>
  );
}

export { PodcastError as ErrorBoundary };
