import { EpisodeMediaSchema } from '@site/shared/contracts/episodes.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import type { Position } from '../../platform/cursor.ts';
import { EbookRowSchema } from '../ebooks/ebook-row.ts';

/** What `episode_json` answers. */
export const EpisodeRowSchema = v.object({
  ...v.pick(tables.episodes, [
    'id',
    'slug',
    'title',
    'description',
    'published_at',
    'duration_seconds',
    'spotify_url',
    'picture_version',
    'picture_color',
    'own_picture_version',
    'own_picture_color',
    'categories',
  ]).entries,
  media: v.nullable(EpisodeMediaSchema),
  notes: v.object({ 'pt-BR': v.optional(v.string()), en: v.optional(v.string()) }),
});
export type EpisodeRow = v.InferOutput<typeof EpisodeRowSchema>;

const ListSchema = v.object({
  episodes: v.array(EpisodeRowSchema),
  more: v.boolean(),
  total: v.number(),
  is_total_capped: v.boolean(),
  synced_at: v.nullable(v.string()),
});

const NeighbourSchema = v.nullable(v.pick(tables.episodes, ['slug', 'title']));
export const EpisodePageRowSchema = v.nullable(
  v.object({ episode: EpisodeRowSchema, ebooks: v.array(EbookRowSchema), previous: NeighbourSchema, next: NeighbourSchema }),
);

export const listEpisodes = (
  data: Data,
  page: { words: string; category: string; after: Position | null; ids: readonly string[] | null; size: number },
): Promise<v.InferOutput<typeof ListSchema>> =>
  data.call(
    'list_episodes',
    {
      p_words: page.words,
      p_category: page.category,
      p_after_at: page.after?.at ?? null,
      p_after_id: page.after?.id ?? null,
      p_ids: page.ids,
      p_size: page.size,
    },
    ListSchema,
  );

/** Whether any episode was ever read. */
export const hasEpisodes = (data: Data): Promise<boolean> => data.call('has_episodes', {}, v.boolean());

/** The episode that has or had this address, with what stands around it. */
export const getEpisode = (data: Data, slug: string): Promise<v.InferOutput<typeof EpisodePageRowSchema>> =>
  data.call('get_episode', { p_slug: slug }, EpisodePageRowSchema);
