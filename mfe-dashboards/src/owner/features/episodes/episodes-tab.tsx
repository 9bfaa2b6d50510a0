import { EPISODE_FILTERS, type ListedEpisode } from '@site/shared/contracts/admin-episodes.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { ButtonLink, Link, paths, useFormats, useTexts } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { api } from '../../../signed-in/api.ts';
import { useMay } from '../../../signed-in/permissions.ts';
import { useChannel } from '../../common/channel-query.ts';
import { useListAddress } from '../../common/list-address.ts';
import { useListPage } from '../../common/list-query.ts';
import { type Column, ListTable, RowName } from '../../common/list-table.tsx';
import { optionsOf, SearchedList } from '../../common/searched-list.tsx';
import { ChannelPanel } from './channel-panel.tsx';
import { EpisodePicture } from './episode-picture.tsx';
import { EpisodeStateBadge } from './episode-state-badge.tsx';
import { LISTS } from './episodes-queries.ts';
import css from './episodes-tab.module.css';
import { movingInTexts } from './moving-in-texts.ts';
import { NewEpisode } from './new-episode.tsx';
import { texts } from './texts.ts';

const isDraft = (state: ListedEpisode['state']) => state === 'draft' || state === 'scheduled';

/** Shows the video channel, and all episodes, 20 per page. */
export function Component() {
  const t = useTexts(texts);
  const movingIn = useTexts(movingInTexts);
  const { day } = useFormats();
  const list = useListAddress();
  const filters = { q: list.value('q') || undefined, state: list.oneOf('state', EPISODE_FILTERS), sort: list.oneOf('sort', ['oldest']) };
  const episodes = useListPage(LISTS, filters, list.page, (query, signal) => api('GET /api/admin/episodes', { query, signal }));
  const channel = useChannel().data;
  const may = useMay();
  const isEmpty = episodes.data?.episodes.length === 0;
  /** The site has never had a video channel, so the page does not mention one. */
  const isChannelless = channel !== undefined && channel.channel === null && channel.lastReading === null;
  const filtersShown = EPISODE_FILTERS.filter((filter) => !isChannelless || filter !== 'removed');
  const columns: Column<ListedEpisode>[] = [
    {
      id: 'episode',
      header: t.episode,
      cell: ({ id, title, picture }) => (
        <RowName
          picture={
            <span className={css.picture}>
              <EpisodePicture picture={picture} sizes="6rem" />
            </span>
          }
        >
          <Link to={adminPaths.episode.href(id)} lang={AUTHOR_LOCALE}>
            {title}
          </Link>
        </RowName>
      ),
    },
    {
      id: 'published',
      header: t.published,
      cell: ({ publishedAt, state }) => (isDraft(state) ? t.nothing : <time dateTime={publishedAt}>{day(publishedAt)}</time>),
    },
    {
      id: 'length',
      header: t.length,
      isNumber: true,
      cell: ({ durationSeconds }) => (durationSeconds === 0 ? t.nothing : t.minutes(Math.max(1, Math.round(durationSeconds / 60)))),
    },
    { id: 'state', header: t.state, cell: ({ state }) => <EpisodeStateBadge state={state} /> },
  ];
  return (
    <SearchedList
      icon={pageIcons.microphone}
      texts={isChannelless ? { ...t, hint: t.ownHint, emptyMessage: t.emptyWithoutChannel } : t}
      list={list}
      choices={[{ name: 'state', label: t.state, all: t.all, options: optionsOf(filtersShown, t.filters) }]}
      sorts={[{ value: 'oldest', label: t.oldest }]}
      query={episodes}
      rowsOf={(page) => page.episodes}
      primary={
        <>
          <NewEpisode />
          <ButtonLink to={adminPaths.podcastImport.href()} variant="secondary">
            {movingIn.open}
          </ButtonLink>
          {isChannelless && isEmpty && may('site') && (
            <ButtonLink to={`${paths.dashboard.href('settings')}&block=channel`} variant="secondary">
              {t.connectChannel}
            </ButtonLink>
          )}
        </>
      }
      above={
        !isChannelless && (
          <div className={css.channel}>
            <ChannelPanel />
          </div>
        )
      }
    >
      {(page) => <ListTable caption={t.title} columns={columns} rows={page.episodes} rowKey={({ id }) => id} />}
    </SearchedList>
  );
}
