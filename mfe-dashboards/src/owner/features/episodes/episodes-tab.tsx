import { EPISODE_FILTERS, type ListedEpisode } from '@site/shared/contracts/admin-episodes.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { type Column, Table } from '@site/shared/patterns/table.tsx';
import { Link, useFormats, useTexts } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { api } from '../../../signed-in/api.ts';
import { useListAddress } from '../../common/list-address.ts';
import { useListPage } from '../../common/list-query.ts';
import { SearchedList, searchedFilters } from '../../common/searched-list.tsx';
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
  const episodes = useListPage(LISTS, searchedFilters(list, EPISODE_FILTERS), list.page, (query, signal) =>
    api('GET /api/admin/episodes', { query, signal }),
  );
  return (
    <SearchedList
      icon={pageIcons.microphone}
      texts={{ ...t, states: t.filters }}
      list={list}
      states={EPISODE_FILTERS}
      query={episodes}
      rowsOf={(page) => page.episodes}
      above={
        <div className={css.channel}>
          <ChannelPanel />
        </div>
      }
    >
      {(page) => <EpisodesTable episodes={page.episodes} />}
    </SearchedList>
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
    { id: 'state', header: t.state, cell: ({ state }) => <EpisodeStateBadge state={state} /> },
  ];
  return (
    <div className={css.table}>
      <Table caption={t.caption} columns={columns} rows={episodes} rowKey={({ id }) => id} />
    </div>
  );
}
