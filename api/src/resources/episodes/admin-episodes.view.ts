import type { AdminEpisode, ListedEpisode } from '@site/shared/contracts/admin-episodes.ts';
import type { AdminEpisodeRow } from './admin-episodes.repository.ts';
import { toEpisodeFacts } from './episodes.view.ts';

/** An episode as a row of the owner's list. */
export function toListedEpisode(row: AdminEpisodeRow): ListedEpisode {
  const { id, slug, title, publishedAt, durationSeconds, picture } = toEpisodeFacts(row);
  const state = row.removed_at !== null ? 'removed' : row.is_hidden ? 'hidden' : 'shown';
  return { id, slug, title, publishedAt, durationSeconds, picture, state };
}

/** An episode as its owner works on it. */
export const toAdminEpisode = (row: AdminEpisodeRow, themes: string[]): AdminEpisode => ({
  ...toListedEpisode(row),
  description: row.description,
  media: toEpisodeFacts(row).media,
  isHidden: row.is_hidden,
  ownSlug: row.has_own_slug ? row.slug : '',
  categories: row.categories,
  notes: { 'pt-BR': row.notes['pt-BR'] ?? '', en: row.notes.en ?? '' },
  ebooks: row.ebooks,
  hasOwnPicture: row.own_picture_version !== null,
  revision: row.revision,
  themes,
});
