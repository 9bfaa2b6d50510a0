import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { SearchForm } from '@site/shared/patterns/search-form.tsx';
import { Button, EmptyState, Form, icons, Link, paths, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { stateTexts } from '@site/shared/texts/state-texts.ts';
import { useEffect, useRef } from 'react';
import { EpisodeGrid } from '../../episode/episode-grid.tsx';
import { COUNT_PARAM, EPISODES_STEP, type Episodes, hasMore, MOST_FROM_SERVER } from './episode-list.ts';
import css from './episode-shelf.module.css';
import { texts } from './texts.ts';

/** The number of pictures that load before the scripts run: the first row on the widest screen. */
const FIRST_ROW = 3;

/** Shows the podcast's search, the filter chips and the matching episodes. */
export function EpisodeShelf({ episodes, isBusy }: { episodes: Episodes; isBusy: boolean }) {
  const t = useTexts(texts);
  const { q, category, list } = episodes;
  const isSearch = Boolean(q || category);
  const isEmpty = list.total === 0 && !isSearch;
  return (
    <section className={css.shelf} id="episodes" aria-labelledby="episodes-heading">
      <header className={css.head}>
        <h2 id="episodes-heading" tabIndex={-1}>
          {t.episodes}
        </h2>
        {!isEmpty && (
          <SearchForm
            query={q}
            hrefOf={(words) => paths.podcast.href({ q: words, category })}
            action={`${paths.podcast.href()}#episodes`}
            {...(category ? { hidden: { category } } : {})}
            label={t.search}
            placeholder={t.searchPlaceholder}
            submitText={t.searchSubmit}
          />
        )}
      </header>
      {!isEmpty && <Chips names={list.categories} q={q} category={category} />}
      <p className={css.count} role="status">
        {q ? t.found(list, q) : <VisuallyHidden>{t.total(list.total)}</VisuallyHidden>}
      </p>
      {list.episodes.length > 0 ? (
        <ShownEpisodes key={`${q} ${category}`} episodes={episodes} isBusy={isBusy} />
      ) : (
        <EmptyState
          icon={isSearch ? icons.search : pageIcons.play}
          title={isSearch ? t.nothingFound : t.emptyTitle}
          message={isSearch ? t.nothingFoundHint : t.emptyMessage}
        >
          {isSearch && (
            <Link to={paths.podcast.href()} preventScrollReset>
              {t.showAll}
            </Link>
          )}
        </EmptyState>
      )}
    </section>
  );
}

/** Shows filter links, one of which is marked as current. */
function Chips({ names, q, category }: { names: readonly string[]; q: string; category: string }) {
  const t = useTexts(texts);
  return (
    <nav aria-label={t.themes}>
      <ul className={css.chips}>
        {['', ...names].map((name) => (
          <li key={name}>
            <Link
              className={css.chip}
              to={paths.podcast.href({ q, category: name })}
              preventScrollReset
              aria-current={name === category || undefined}
              lang={name ? AUTHOR_LOCALE : undefined}
            >
              {name || t.all}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ShownEpisodes({ episodes: { q, category, list }, isBusy }: { episodes: Episodes; isBusy: boolean }) {
  const t = useTexts(texts);
  const { loading } = useTexts(stateTexts);
  const firstNew = useRef<HTMLHeadingElement>(null);
  const shown = list.episodes.length;
  const before = useRef(shown);
  const isAsked = useRef(false);

  // After a press on "more" the focus moves to the first new episode. After a press on "fewer" it moves to the first episode.
  useEffect(() => {
    if (isAsked.current && shown > before.current) firstNew.current?.focus({ preventScroll: true });
    if (isAsked.current && shown < before.current) document.getElementById('episodes-heading')?.focus();
    if (shown !== before.current) isAsked.current = false;
    before.current = shown;
  }, [shown]);

  const firstNewIndex = shown - (shown % EPISODES_STEP || EPISODES_STEP);
  return (
    <>
      <EpisodeGrid
        episodes={list.episodes}
        headingLevel={3}
        eager={FIRST_ROW}
        marked={{ index: firstNewIndex, titleRef: firstNew }}
        isBusy={isBusy}
      />
      <Form
        className={css.more}
        action={paths.podcast.href()}
        preventScrollReset
        replace
        onSubmit={() => {
          isAsked.current = true;
        }}
      >
        <p role="status" className={css.shown}>
          {t.shown(shown, list)}
        </p>
        {Object.entries({ q, category }).map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />)}
        {hasMore(list) && (
          <Button
            type="submit"
            name={COUNT_PARAM}
            value={shown + EPISODES_STEP}
            isPending={isBusy}
            pendingText={loading}
            data-by-script={shown >= MOST_FROM_SERVER || undefined}
          >
            {t.loadMore}
          </Button>
        )}
        {shown > EPISODES_STEP && (
          <Button type="submit" name={COUNT_PARAM} value={EPISODES_STEP} variant="secondary">
            {t.showLess}
          </Button>
        )}
      </Form>
    </>
  );
}
