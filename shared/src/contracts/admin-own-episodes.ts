import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { AdminEpisodeSchema } from './admin-episodes.ts';
import { LARGEST_AUDIO } from './audio-rules.ts';
import type { Calls } from './calls.ts';
import { EPISODE_LIMITS } from './episode-rules.ts';
import { createLineSchema, createTokenSchema } from './text.ts';

const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(999_999_999));
const upload = v.pipe(v.string(), v.uuid('invalid'));

export const NewEpisodeSchema = v.object({ title: createLineSchema(EPISODE_LIMITS.title) });

/** Publishes an episode at a time. With `at: null` it is published now. */
export const EpisodePublicationSchema = v.object({ revision, at: v.nullable(v.pipe(InstantSchema, v.regex(/^20\d\d-/, 'invalid'))) });
const SeenEpisodeSchema = v.object({ revision });

/** `upload`: the id of an interrupted upload that the browser wants to continue. */
export const AudioUploadRequestSchema = v.object({
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(1, 'empty'), v.maxValue(LARGEST_AUDIO, 'too_large')),
  upload: v.optional(upload),
});
/**
 * The file is sent to `to` by the TUS protocol, in parts, until the upload is used. `to` is null if the whole file has arrived. An upload
 * that expired gets another `id`.
 */
export const AudioUploadSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  to: v.nullable(v.object({ endpoint: v.string(), signature: v.string(), bucket: v.string(), key: v.string() })),
});
export type AudioUpload = v.InferOutput<typeof AudioUploadSchema>;

/** The address of an audio file at another host. Pages with `https:` may not play a file with `http:`. */
export const AudioAddressSchema = v.pipe(
  createTokenSchema(EPISODE_LIMITS.audioAddress),
  v.trim(),
  v.regex(/^https:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/i, 'address'),
);
/** The new audio of an episode: an upload or an address. Null removes the audio. */
export const EpisodeAudioChangeSchema = v.object({
  revision,
  audio: v.nullable(v.union([v.object({ upload }), v.object({ address: AudioAddressSchema })])),
});

const params = { id: v.string() };

export const adminOwnEpisodeCalls = {
  'POST /api/admin/episodes': { who: 'content', body: NewEpisodeSchema, answer: AdminEpisodeSchema },
  'DELETE /api/admin/episodes/:id': { who: 'content', params, body: SeenEpisodeSchema, answer: v.null() },
  'POST /api/admin/episodes/:id/publication': { who: 'content', params, body: EpisodePublicationSchema, answer: AdminEpisodeSchema },
  'DELETE /api/admin/episodes/:id/schedule': { who: 'content', params, body: SeenEpisodeSchema, answer: AdminEpisodeSchema },
  'POST /api/admin/episodes/:id/audio-uploads': {
    who: { least: 'content', recent: true },
    params,
    body: AudioUploadRequestSchema,
    answer: AudioUploadSchema,
  },
  'PUT /api/admin/episodes/:id/audio': {
    who: 'content',
    limit: { windowSeconds: 600, person: 60, address: 200 },
    params,
    body: EpisodeAudioChangeSchema,
    answer: AdminEpisodeSchema,
  },
} as const satisfies Calls;
