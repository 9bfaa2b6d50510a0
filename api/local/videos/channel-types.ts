/** One video of the demo channel. `id` has YouTube's format (11 characters of A-Z a-z 0-9 _ -). */
export type ChannelVideo = {
  id: string;
  title: string;
  description: string;
  /** ISO time in UTC, such as '2026-09-14T09:00:00Z'. */
  publishedAt: string;
  /** ISO 8601 duration, such as 'PT48M12S'. */
  duration: string;
  /** Defaults to public. YouTube lists other videos in the playlist but does not describe them. */
  privacy?: 'public' | 'unlisted' | 'private';
  /** A premiere or broadcast that is upcoming or on the air. Defaults to an ordinary video. */
  live?: 'upcoming' | 'live';
  /** Whether embedding on other sites is off. */
  isEmbeddingOff?: boolean;
  isAgeRestricted?: boolean;
  /** Names of the available pictures, all by default. */
  pictures?: readonly string[];
};

/** A channel that the videos stand-in serves. `channelId` starts with 'UC', like YouTube's own. */
export type Channel = {
  channelId: string;
  /** The handle, such as `@name`. */
  handle: string;
  title: string;
  videos: ChannelVideo[];
};
