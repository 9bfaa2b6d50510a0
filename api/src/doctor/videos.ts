import { JobProblem } from '../base/job-problem.ts';
import type { Upload } from '../gateways/videos/episode-source.ts';
import { createYouTube } from '../gateways/videos/youtube.ts';
import { type Check, Fault, Inapplicable } from './check.ts';
import type { Installation } from './installation.ts';

/** The channel whose uploads are the episodes. */
export const videosChecks = (site: Installation): Check[] => {
  const channel = () => {
    const { YOUTUBE_API_URL: apiUrl, YOUTUBE_CHANNEL_ID, YOUTUBE_API_KEY } = site.env;
    if (!YOUTUBE_CHANNEL_ID && !YOUTUBE_API_KEY) throw new Inapplicable('not_set', 'YOUTUBE_CHANNEL_ID');
    const given = site.need('YOUTUBE_CHANNEL_ID', 'YOUTUBE_API_KEY');
    return createYouTube({ apiUrl, apiKey: given.YOUTUBE_API_KEY, channelId: given.YOUTUBE_CHANNEL_ID, pausesMs: [] });
  };
  let newest: Upload | undefined;

  return [
    {
      id: 'videos.channel',
      test: async () => {
        try {
          for await (const { uploads } of channel().listUploads()) {
            newest = uploads[0];
            break;
          }
        } catch (error) {
          throw error instanceof JobProblem ? new Fault(error.reason) : error;
        }
        return site.env.YOUTUBE_CHANNEL_ID;
      },
    },
    {
      id: 'videos.episode',
      after: 'videos.channel',
      test: async () => {
        if (!newest) throw new Fault('∅');
        const { episodes, clips } = await channel().readUploads([newest.id]);
        if (episodes.length + clips.length === 0) throw new Fault(newest.id);
        return newest.title;
      },
    },
  ];
};
