import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { paths } from '@site/shared/paths.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  Form,
  type LoaderFunctionArgs,
  siteContext,
  useLoaderData,
  useNavigation,
  useRevalidator,
  useTexts,
} from '@site/shared/site/site.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { EpisodeGrid } from '../../episode/episode-grid.tsx';
import { episodeListJsonLd } from '../../episode/episode-json-ld.ts';
import { ExternalLink } from '../../episode/external-link.tsx';
import css from './podcast-page.module.css';
import { texts } from './texts.ts';
import { COUNT_PARAM, EPISODES_STEP, newestEpisodes, visibleCount } from './visible-episodes.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api } = context.get(siteContext);
  return await newestEpisodes(api, visibleCount(new URL(request.url).searchParams), request.signal);
}

type PodcastData = Awaited<ReturnType<typeof loader>>;

// A page whose loader failed has no data.
export const handle = pageHandle<PodcastData | undefined>(({ data, preferences, siteUrl }) => {
  const { title, description } = texts[preferences.locale];
  return { title, description, jsonLd: data ? [episodeListJsonLd(data.episodes, siteUrl)] : [] };
});

/** So many pictures do not wait for scripts: the first row of the widest screen. */
const FIRST_ROW = 3;

export function PodcastPage() {
  const t = useTexts(texts);
  const { episodes, total, links } = useLoaderData<PodcastData>();
  const navigation = useNavigation();
  const heading = useRef<HTMLHeadingElement>(null);
  const firstNew = useRef<HTMLHeadingElement>(null);
  const shown = episodes.length;
  const before = useRef(shown);

  // The keyboard's place in the page: on with the first new episode, or back at the list's beginning.
  useEffect(() => {
    if (shown > before.current) firstNew.current?.focus({ preventScroll: true });
    if (shown < before.current) heading.current?.focus();
    before.current = shown;
  }, [shown]);

  const isChanging = navigation.location?.pathname === paths.podcast.href();
  const firstNewIndex = shown - (shown % EPISODES_STEP || EPISODES_STEP);
  return (
    <PodcastFrame
      links={
        <>
          {links.youtube && (
            <ExternalLink href={links.youtube} icon="play" look="button">
              {t.channel}
            </ExternalLink>
          )}
          {links.spotify && (
            <ExternalLink href={links.spotify} icon="globe" look="button">
              {t.show}
            </ExternalLink>
          )}
        </>
      }
    >
      {shown === 0 ? (
        <EmptyState icon="play" title={t.emptyTitle} message={t.emptyMessage} />
      ) : (
        <section aria-labelledby="episodes">
          <h2 id="episodes" className={css.heading} ref={heading} tabIndex={-1}>
            {t.episodes}
          </h2>
          <EpisodeGrid episodes={episodes} headingLevel={3} eager={FIRST_ROW} marked={{ index: firstNewIndex, titleRef: firstNew }} />
          <Form className={css.more} action={paths.podcast.href()} preventScrollReset replace>
            <p role="status" className={css.shown}>
              {t.shown(shown, total)}
            </p>
            {shown < total && (
              <Button type="submit" name={COUNT_PARAM} value={shown + EPISODES_STEP} isPending={isChanging} pendingText={t.loading}>
                {t.loadMore}
              </Button>
            )}
            {shown > EPISODES_STEP && (
              <Button type="submit" name={COUNT_PARAM} value={EPISODES_STEP} variant="secondary">
                {t.showLess}
              </Button>
            )}
          </Form>
        </section>
      )}
    </PodcastFrame>
  );
}

export function PodcastError() {
  const t = useTexts(texts);
  const { revalidate, state } = useRevalidator();
  return (
    <PodcastFrame>
      <ErrorState
        title={t.error}
        message={t.loadFailed}
        retryText={t.retry}
        isRetrying={state === 'loading'}
        onRetry={() => void revalidate()}
      />
    </PodcastFrame>
  );
}

function PodcastFrame({ links, children }: { links?: ReactNode; children: ReactNode }) {
  const t = useTexts(texts);
  return (
    <div className={css.page}>
      <header className={css.hero}>
        <h1>{t.title}</h1>
        <p className={css.lead}>{t.lead}</p>
        {links && <div className={css.links}>{links}</div>}
      </header>
      {children}
    </div>
  );
}

export { PodcastError as ErrorBoundary, PodcastPage as Component };
