import { EPISODE_FILTERS, type ListedEpisode } from '@site/shared/contracts/admin-episodes.ts';
import { adminPaths } from '@site/shared/paths.ts';
import { SearchForm } from '@site/shared/patterns/search-form.tsx';
import { type Column, Table } from '@site/shared/patterns/table.tsx';
import { Link, paths, Select, useFormats, useTexts } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { useRef } from 'react';
import { useListAddress } from '../../admin/list-address.ts';
import { ListFilters } from '../../admin/list-filters.tsx';
import { useListPage } from '../../admin/list-query.ts';
import { ListSheet } from '../../admin/list-sheet.tsx';
import { PageHeading } from '../../admin/page-heading.tsx';
import { api } from '../../signed-in/api.ts';
import { ChannelPanel } from './channel-panel.tsx';
import { EpisodePicture } from './episode-picture.tsx';
import { EpisodeStateBadge } from './episode-state-badge.tsx';
import { LISTS } from './episodes-queries.ts';
import css from './episodes-tab.module.css';
import { texts } from './texts.ts';

/** The channel, and every episode of it, 20 a page. */
export function Component() {
  const t = useTexts(texts);
  const list = useListAddress();
  const q = list.value('q');
  const state = EPISODE_FILTERS.find((known) => known === list.value('state'));
  const episodes = useListPage(LISTS, { q, state }, list.page, (query, signal) => api('GET /api/admin/episodes', { query, signal }));
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <PageHeading title={t.title} hint={t.hint} ref={heading} />
      <div className={css.tab}>
        <ChannelPanel />
        <div>
          <ListFilters>
            <SearchForm
              query={q}
              hrefOf={(words) => list.hrefOf({ q: words })}
              action={paths.dashboard.pattern}
              hidden={{ tab: 'episodes', ...(state ? { state } : {}) }}
              label={t.search}
              placeholder={t.searchHint}
              submitText={t.searchNow}
            />
            <Select
              label={t.filter}
              isLabelHidden
              value={state ?? ''}
              onChange={(event) => list.filter({ state: event.target.value })}
              options={[{ value: '', label: t.all }, ...EPISODE_FILTERS.map((value) => ({ value, label: t.filters[value] }))]}
            />
          </ListFilters>
          <ListSheet
            list={list}
            query={episodes}
            filters={['q', 'state']}
            rowsOf={(page) => page.episodes}
            texts={t}
            icon="microphone"
            heading={heading}
          >
            {(page) => <EpisodesTable episodes={page.episodes} />}
          </ListSheet>
        </div>
      </div>
    </>
  );
}

function EpisodesTable({ episodes }: { episodes: readonly ListedEpisode[] }) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const columns: Column<ListedEpisode>[] = [
    {
      id: 'episode',
      header: t.episode,
      cell: ({ id, title, picture }) => (
        <span className={css.episode}>
          <span className={css.picture}>
            <EpisodePicture picture={picture} sizes="6rem" />
          </span>
          <Link to={adminPaths.episode.href(id)} lang={AUTHOR_LOCALE}>
            {title}
          </Link>
        </span>
      ),
    },
    { id: 'published', header: t.published, cell: ({ publishedAt }) => <time dateTime={publishedAt}>{day(publishedAt)}</time> },
    {
      id: 'length',
      header: t.length,
      isNumber: true,
      cell: ({ durationSeconds }) => t.minutes(Math.max(1, Math.round(durationSeconds / 60))),
    },
    { id: 'state', header: t.filter, cell: ({ state }) => <EpisodeStateBadge state={state} /> },
  ];
  return (
    <div className={css.table}>
      <Table caption={t.caption} columns={columns} rows={episodes} rowKey={({ id }) => id} />
    </div>
  );
}
