import type { Data } from '../../gateways/supabase/data.ts';
import type { Videos } from '../../gateways/videos/videos.ts';
import { startJob, type Worker } from '../../platform/jobs.ts';
import type { Log } from '../../platform/logger.ts';
import { episodesOf } from './channel.ts';
import { replaceEpisodes } from './episodes.repository.ts';

/** Keeps the table of episodes like the channel: at once and every 30 minutes, in one instance (decision 14). */
export const startChannelSync = (videos: Videos, data: Data, log: Log): Worker =>
  startJob(
    {
      name: 'videos',
      intervalSeconds: 30 * 60,
      leaseSeconds: 60,
      run: async ({ keep }) => {
        const episodes = episodesOf(await videos.uploads(keep));
        await replaceEpisodes(data, episodes);
        log.info({ episodes: episodes.length }, 'channel read');
      },
    },
    data,
    log,
  );
