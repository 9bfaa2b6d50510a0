import type { FoundChannel } from '@site/shared/contracts/admin-episodes.ts';
import type { EpisodeMedia } from '@site/shared/contracts/episodes.ts';
import { JobProblem } from '../../base/job-problem.ts';

/** The stored facts of an upload that is an episode. */
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

/** A published entry of the source: an episode or something else. */
export type Upload = { id: string; title: string };

/** Maximum number of uploads on a page, and in one call that reads them. */
export const VIDEOS_PER_CALL = 50;

/**
 * The source of all episodes. The site, its search and its podcast feed use only these answers, so another source is just another
 * implementation.
 */
export type EpisodeSource = {
  /**
   * Finds a channel by an id, a handle or a URL, as a person types it. Null when no channel matches. Each source decides what counts as an
   * id.
   */
  findChannel: (written: string) => Promise<FoundChannel | null>;
  /** Returns the public page of a channel. */
  addressOf: (channelId: string) => string;
  /** Yields the public uploads of a channel page by page, newest first. Fetches a page only when it is needed. */
  listUploads: (channelId: string) => AsyncIterable<{ uploads: Upload[]; isLast: boolean }>;
  /** Reads the uploads of one page. Returns the episodes, the uploads that are not episodes, and the ids that are not public. */
  readUploads: (ids: readonly string[]) => Promise<{ episodes: EpisodeFacts[]; clips: Upload[]; missing: string[] }>;
  /**
   * Returns the bytes of an episode's picture. Throws for a URL that does not belong to the source, and for a file that is not a picture.
   */
  readPicture: (url: string) => Promise<Uint8Array<ArrayBuffer>>;
  /** Returns how many units of the source's quota this process has used. */
  unitsUsed: () => number;
};

/** The daily quota is used up. All calls fail until it resets. */
export class QuotaExceeded extends JobProblem {
  constructor() {
    super('quota_exceeded', 'quota exceeded');
  }
}
