import type { FoundChannel } from '@site/shared/contracts/admin-episodes.ts';
import type { EpisodeMedia } from '@site/shared/contracts/episodes.ts';
import { JobProblem } from '../../base/job-problem.ts';

/** What is stored of an upload that is an episode. */
export type EpisodeFacts = {
  id: string;
  title: string;
  description: string;
  published_at: string;
  duration_seconds: number;
  picture_source: string | null;
  spotify_url: string | null;
  media: EpisodeMedia;
};

/** What the source lists: an episode, or something else that was published there. */
export type Upload = { id: string; title: string };

/** So many uploads are listed on a page, and read by one call, at most. */
export const VIDEOS_PER_CALL = 50;

/**
 * Where episodes come from. What the site shows, searches and feeds to podcast apps is made of these answers alone, so that another
 * source is another implementation.
 */
export type EpisodeSource = {
  /** The channel of an id, a handle or an address, as a person writes it; null when there is none. What is an id, the source judges. */
  findChannel: (written: string) => Promise<FoundChannel | null>;
  /** Where people see a channel. */
  addressOf: (channelId: string) => string;
  /** What is public in a channel, newest first, page by page; the next page is asked for when it is wanted. */
  listUploads: (channelId: string) => AsyncIterable<{ uploads: Upload[]; isLast: boolean }>;
  /** What one page listed: episodes, uploads that are none, and ids of what is not public there. */
  readUploads: (ids: readonly string[]) => Promise<{ episodes: EpisodeFacts[]; clips: Upload[]; missing: string[] }>;
  /** The bytes of a picture that an episode named. Throws for addresses that are not the source's, and for what is no picture. */
  readPicture: (url: string) => Promise<Uint8Array<ArrayBuffer>>;
  /** Units of the source's quota that this process used so far. */
  unitsUsed: () => number;
};

/** The day's quota is used up: no call is answered until it begins anew. */
export class QuotaExceeded extends JobProblem {
  constructor() {
    super('quota_exceeded', 'quota exceeded');
  }
}
