import type { AdminPost, ListedAdminPost, PostDraft } from '@site/shared/contracts/admin-posts.ts';
import { toInstant, toInstantOrNull } from '@site/shared/dates/dates.ts';
import type { AdminPostRow, DraftRow, ListedPostRow } from './admin-posts.repository.ts';

/** A post as a row of the owner's list. */
export const toListedAdminPost = ({ id, title, kind, slug, state, visibility, ...row }: ListedPostRow): ListedAdminPost => ({
  id,
  title,
  kind,
  slug,
  state,
  visibility,
  publishAt: toInstantOrNull(row.publish_at),
  firstPublishedAt: toInstantOrNull(row.first_published_at),
  editedAt: toInstant(row.edited_at),
  isNew: row.is_new,
  news: row.news,
});

const toDraft = ({ title, lead, body, revision, ...row }: DraftRow): PostDraft => ({
  title,
  lead,
  body,
  revision,
  savedBy: row.saved_by,
  savedAt: toInstant(row.saved_at),
  isNew: row.is_new,
});

/** A post as its owner works on it. */
export const toAdminPost = (row: AdminPostRow, timeZone: string): AdminPost => ({
  ...toListedAdminPost(row),
  tags: row.tags,
  locales: row.locales,
  drafts: { 'pt-BR': toDraft(row.drafts['pt-BR']), en: toDraft(row.drafts.en) },
  revision: row.revision,
  timeZone,
});
