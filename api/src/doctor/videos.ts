import { JobProblem } from '../base/job-problem.ts';
import type { Upload } from '../gateways/videos/episode-source.ts';
import { createYouTube } from '../gateways/videos/youtube.ts';
import { type Check, Fault, Inapplicable } from './check.ts';
import type { Installation } from './installation.ts';

/** Returns the channel that the owner published, or the configured one when the database is unavailable. */
async function channelIdOf(site: Installation): Promise<string | undefined> {
  const facts = await site.facts();
  return facts ? facts.channelId : site.env.YOUTUBE_CHANNEL_ID;
}

/** Checks the YouTube channel whose uploads are the episodes. */
export const videosChecks = (site: Installation): Check[] => {
  const source = () => {
    const { YOUTUBE_API_KEY: apiKey } = site.need('YOUTUBE_API_KEY');
    return createYouTube({ apiUrl: site.env.YOUTUBE_API_URL, apiKey, pausesMs: [] });
  };
  let newest: Upload | undefined;

  return [
    {
      id: 'videos.channel',
      test: async () => {
        const channelId = await channelIdOf(site);
        if (!channelId) throw new Inapplicable('not_set', 'Configurações › Canal do YouTube');
        try {
          for await (const { uploads } of source().listUploads(channelId)) {
            newest = uploads[0];
            break;
          }
        } catch (error) {
          throw error instanceof JobProblem ? new Fault(error.reason) : error;
        }
        return channelId;
      },
    },
    {
      id: 'videos.episode',
      after: 'videos.channel',
      test: async () => {
        if (!newest) throw new Fault('∅');
        const { episodes, clips } = await source().readUploads([newest.id]);
        if (episodes.length + clips.length === 0) throw new Fault(newest.id);
        return newest.title;
      },
    },
  ];
};
