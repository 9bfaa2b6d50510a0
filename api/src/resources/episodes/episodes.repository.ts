import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import type { Position } from '../../platform/cursor.ts';

const EpisodeRowSchema = v.object({
  id: v.string(),
  title: v.string(),
  description: v.string(),
  published_at: v.string(),
  duration_seconds: v.number(),
  image_url: v.string(),
  spotify_url: v.nullable(v.string()),
});
export type EpisodeRow = v.InferOutput<typeof EpisodeRowSchema>;

const PageSchema = v.object({
  episodes: v.array(EpisodeRowSchema),
  more: v.boolean(),
  total: v.number(),
  synced_at: v.nullable(v.string()),
});

export const pageOfEpisodes = (data: Data, after: Position | null, size: number): Promise<v.InferOutput<typeof PageSchema>> =>
  data.call('episodes_page', { p_after_at: after?.at ?? null, p_after_id: after?.id ?? null, p_size: size }, PageSchema);

/** Makes the table show exactly these; an empty list changes nothing. */
export const replaceEpisodes = (data: Data, episodes: EpisodeRow[]): Promise<unknown> =>
  data.call('replace_episodes', { p_episodes: episodes }, v.unknown());
