import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import type { Actor } from '../../platform/actor.ts';
import { type PageStart, pageArgs } from '../../platform/page.ts';
import { EpisodePageRowSchema, EpisodeRowSchema } from './episodes.repository.ts';

const AdminEpisodeRowSchema = v.object({
  ...EpisodeRowSchema.entries,
  ...v.pick(tables.episodes, ['is_hidden', 'removed_at', 'has_own_slug', 'revision']).entries,
  ebooks: v.array(v.string()),
});
export type AdminEpisodeRow = v.InferOutput<typeof AdminEpisodeRowSchema>;

const PageSchema = v.object({ episodes: v.array(AdminEpisodeRowSchema), more: v.boolean() });
const OutcomeSchema = v.variant('outcome', [
  v.object({ outcome: v.literal('done'), episode: AdminEpisodeRowSchema }),
  v.object({ outcome: v.picklist(['not_found', 'changed_meanwhile', 'slug_taken', 'slug_reserved', 'ebook_gone', 'upload_gone']) }),
]);
export type Outcome = v.InferOutput<typeof OutcomeSchema>;

const ChannelRowSchema = v.object({
  read_at: v.nullable(v.string()),
  synced_at: v.nullable(v.string()),
  last_error: v.nullable(v.string()),
  is_reading: v.boolean(),
  ...v.pick(tables.channel_sync, ['added', 'changed', 'removed']).entries,
  shown: v.number(),
  hidden: v.number(),
});

/** How the last reading of a channel went, and how many episodes there are; of no channel, only the latter. */
export const getChannel = (data: Data, channelId: string | null): Promise<v.InferOutput<typeof ChannelRowSchema>> =>
  data.call('get_channel', { p_channel_id: channelId }, ChannelRowSchema);

export const listAdminEpisodes = (
  data: Data,
  { words, filter, start, size }: { words: string; filter: string | undefined; start: PageStart; size: number },
): Promise<v.InferOutput<typeof PageSchema>> =>
  data.call('list_admin_episodes', { p_words: words, p_filter: filter ?? null, ...pageArgs(start, size) }, PageSchema);

export const getAdminEpisode = (data: Data, id: string): Promise<AdminEpisodeRow | null> =>
  data.call('get_admin_episode', { p_id: id }, v.nullable(AdminEpisodeRowSchema));

/** The episode and the revision of it that the admin saw. */
export type EpisodeRef = { id: string; revision: number };

export const editEpisode = (
  data: Data,
  actor: Actor,
  { id, revision }: EpisodeRef,
  edits: { is_hidden: boolean; slug: string | null; categories: string[]; notes: Partial<Record<Locale, string>>; ebooks: string[] },
): Promise<Outcome> => data.call('edit_episode', { p_actor: actor, p_id: id, p_revision: revision, p_edits: edits }, OutcomeSchema);

/** The first of an address, address-2 and so on that the episode can have. */
export const offerSlug = (data: Data, id: string, slug: string): Promise<string> =>
  data.call('offer_slug', { p_id: id, p_slug: slug }, v.string());

/** The page of an episode that is on the channel, hidden or not, with these books. */
export const previewEpisode = (data: Data, id: string, ebooks: readonly string[]): Promise<v.InferOutput<typeof EpisodePageRowSchema>> =>
  data.call('preview_episode', { p_id: id, p_ebooks: ebooks }, EpisodePageRowSchema);

/** Writes down a picture before it comes, so that it is removed when nothing comes of it. Its key, or null without such an episode. */
export const expectPicture = (data: Data, uploadId: string, id: string): Promise<string | null> =>
  data.call('expect_picture', { p_upload_id: uploadId, p_id: id }, v.nullable(v.string()));

/** Null instead of a picture brings the channel's back. */
export const setEpisodePicture = (
  data: Data,
  actor: Actor,
  { id, revision }: EpisodeRef,
  picture: { uploadId: string; color: string } | null,
): Promise<Outcome> =>
  data.call(
    'set_episode_picture',
    { p_actor: actor, p_id: id, p_revision: revision, p_upload_id: picture?.uploadId ?? null, p_color: picture?.color ?? null },
    OutcomeSchema,
  );
