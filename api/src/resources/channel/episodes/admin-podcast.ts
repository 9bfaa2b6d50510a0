import { adminPodcastCalls } from '@site/shared/contracts/admin-podcast.ts';
import * as v from 'valibot';
import { handle } from '../../../platform/handle.ts';

export const adminPodcastHandlers = handle(adminPodcastCalls, {
  'GET /api/admin/podcast': async ({ sql }) => ({ audioEpisodes: v.parse(v.number(), await sql.countAudioEpisodes()) }),
});
