import type { AdminEpisode, ListedEpisode } from '@site/shared/contracts/admin-episodes.ts';
import type { Env } from '../../platform/env.ts';
import type { AdminEpisodeRow } from './admin-episodes.repository.ts';
import { toEpisode } from './episodes.view.ts';

type ViewEnv = Pick<Env, 'SPOTIFY_SHOW_URL'>;

/** An episode as a row of the owner's list. */
export function toListedEpisode(row: AdminEpisodeRow, env: ViewEnv): ListedEpisode {
  const { id, slug, title, publishedAt, durationSeconds, picture } = toEpisode(row, env);
  const state = row.removed_at !== null ? 'removed' : row.is_hidden ? 'hidden' : 'shown';
  return { id, slug, title, publishedAt, durationSeconds, picture, state };
}

/** An episode as its owner works on it. */
export const toAdminEpisode = (row: AdminEpisodeRow, themes: string[], env: ViewEnv): AdminEpisode => ({
  ...toListedEpisode(row, env),
  description: row.description,
  media: toEpisode(row, env).media,
  isHidden: row.is_hidden,
  ownSlug: row.has_own_slug ? row.slug : '',
  categories: row.categories,
  notes: { 'pt-BR': row.notes['pt-BR'] ?? '', en: row.notes.en ?? '' },
  ebooks: row.ebooks,
  hasOwnPicture: row.own_picture_version !== null,
  revision: row.revision,
  themes,
});
