import * as v from 'valibot';
import { type Calls, TEXT_BYTES } from './calls.ts';
import { EPISODE_SERIES_LIMITS } from './episode-rules.ts';
import { EpisodeSchema, EpisodeSlugSchema } from './episodes.ts';
import { createLineSchema, createOptionalLinesSchema, createTokenSchema } from './text.ts';

/** A series with its visible episodes in order. If the requested slug is an old one, `slug` is the current one. */
export const EpisodeSeriesSchema = v.object({
  slug: EpisodeSlugSchema,
  title: v.string(),
  description: v.string(),
  episodes: v.array(EpisodeSchema),
});
export type EpisodeSeries = v.InferOutput<typeof EpisodeSeriesSchema>;

/** The owner's words and episodes. The slug is derived from the title. Refusals of `episodeIds`: `episode_gone`, `in_other_series`. */
const terms = {
  title: createLineSchema(EPISODE_SERIES_LIMITS.title),
  description: createOptionalLinesSchema(EPISODE_SERIES_LIMITS.description),
  episodeIds: v.pipe(
    v.array(createTokenSchema(50)),
    v.minLength(1, 'required'),
    v.maxLength(EPISODE_SERIES_LIMITS.episodes, 'too_many'),
    v.check((ids) => new Set(ids).size === ids.length, 'taken'),
  ),
};
export const NewEpisodeSeriesSchema = v.object(terms);
const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(999_999_999));
export const EditedEpisodeSeriesSchema = v.object({ ...terms, revision });

export const AdminEpisodeSeriesSchema = v.object({
  id: v.string(),
  slug: EpisodeSlugSchema,
  title: v.string(),
  description: v.string(),
  /** The episodes in order. `away`: why visitors do not see the episode. */
  episodes: v.array(v.object({ id: v.string(), title: v.string(), away: v.nullable(v.picklist(['draft', 'hidden'])) })),
  revision: v.number(),
});
export type AdminEpisodeSeries = v.InferOutput<typeof AdminEpisodeSeriesSchema>;
/** All series on one page, because a podcast has few of them. */
export const AdminEpisodeSeriesListSchema = v.object({ series: v.array(AdminEpisodeSeriesSchema) });

const params = { id: v.pipe(v.string(), v.uuid()) };

export const episodeSeriesCalls = {
  'GET /api/episode-series/:slug': {
    who: 'public',
    kept: { about: ['episodes', 'texts'], maxEntries: 100 },
    params: { slug: EpisodeSlugSchema },
    answer: EpisodeSeriesSchema,
  },
  'GET /api/admin/episode-series': { who: 'content', answer: AdminEpisodeSeriesListSchema },
  'POST /api/admin/episode-series': {
    who: 'content',
    body: NewEpisodeSeriesSchema,
    bodyBytes: TEXT_BYTES,
    answer: AdminEpisodeSeriesSchema,
  },
  'PUT /api/admin/episode-series/:id': {
    who: 'content',
    params,
    body: EditedEpisodeSeriesSchema,
    bodyBytes: TEXT_BYTES,
    answer: AdminEpisodeSeriesSchema,
  },
  'DELETE /api/admin/episode-series/:id': { who: 'content', params, body: v.object({ revision }), answer: v.null() },
} as const satisfies Calls;
