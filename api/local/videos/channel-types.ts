/** One video of the demo channel. `id` has the provider's form (11 characters of A-Z a-z 0-9 _ -). */
export type ChannelVideo = {
  id: string;
  title: string;
  description: string;
  /** ISO instant in UTC, such as '2026-09-14T09:00:00Z'. */
  publishedAt: string;
  /** ISO 8601 duration, such as 'PT48M12S'. */
  duration: string;
  /** Public unless told; the provider lists others in the playlist but never describes them. */
  privacy?: 'public' | 'unlisted' | 'private';
  /** A premiere or broadcast that is still to come, or on the air; a video like the others unless told. */
  live?: 'upcoming' | 'live';
  /** Other sites may not play it. */
  isEmbeddingOff?: boolean;
  isAgeRestricted?: boolean;
  /** Which pictures there are; all of them unless told. */
  pictures?: readonly string[];
};

/** A channel that the videos stand-in serves. `channelId` starts with 'UC', as the provider's do. */
export type Channel = {
  channelId: string;
  /** As `@name`. */
  handle: string;
  title: string;
  videos: ChannelVideo[];
};
