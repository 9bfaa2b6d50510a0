import * as v from 'valibot';
import type { Calls } from './calls.ts';

/** `audioEpisodes`: visible episodes with audio. Directories accept a feed that has at least one. */
export const PodcastStateSchema = v.object({ audioEpisodes: v.number() });

/** The state of the podcast for the owner, who edits its facts as a content block. */
export const adminPodcastCalls = {
  'GET /api/admin/podcast': { who: 'site', answer: PodcastStateSchema },
} as const satisfies Calls;
