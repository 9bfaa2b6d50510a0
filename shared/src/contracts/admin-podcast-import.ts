import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { AUDIO_PROBLEMS } from './audio-rules.ts';
import type { Calls } from './calls.ts';
import { FEED_LIMITS, ITEM_PROBLEMS } from './podcast-import-rules.ts';
import { createTokenSchema } from './text.ts';

/** Errors: `address`, or a `FeedProblem`. */
export const FeedAddressSchema = v.pipe(
  createTokenSchema(FEED_LIMITS.address),
  v.trim(),
  v.regex(/^https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/i, 'address'),
);

/** The effect that an import of a feed would have. */
export const FeedPreviewSchema = v.object({
  title: v.string(),
  /** Episodes that can be imported, and those of them that are on this site. */
  episodes: v.number(),
  known: v.number(),
  /** Known episodes whose audio is at the feed's host, and can be copied. */
  elsewhere: v.number(),
  /** The number of episodes that get the address of their file as GUID. */
  withoutGuid: v.number(),
  /**
   * New episodes that seem to be the audio of a video of the channel, because day and length are the same: how many, and the first ones.
   */
  videos: v.object({ items: v.number(), titles: v.array(v.string()) }),
  /** The length and the estimated size of all these episodes, and the number of episodes whose length the feed does not state. */
  seconds: v.number(),
  bytes: v.number(),
  unmeasured: v.number(),
  /** Items that are not imported: how many for each reason, and the first ones. */
  left: v.array(v.object({ reason: v.picklist(ITEM_PROBLEMS), items: v.number(), titles: v.array(v.string()) })),
  /** The address of the feed's next page, which must be imported by itself. */
  next: v.nullable(v.string()),
});
export type FeedPreview = v.InferOutput<typeof FeedPreviewSchema>;

/** The last import, and the progress of all audio files that are copied or measured. */
export const PodcastImportSchema = v.object({
  last: v.nullable(v.object({ address: v.string(), title: v.string(), at: InstantSchema })),
  files: v.number(),
  done: v.number(),
  /** Files whose copy was given up, and the newest ones with the reason. */
  failed: v.number(),
  /** Whether the files are copied to this site. Without files, or if some of them are only measured, false. */
  isCopied: v.boolean(),
  failures: v.array(v.object({ id: v.string(), title: v.string(), problem: v.picklist(AUDIO_PROBLEMS) })),
});
export type PodcastImport = v.InferOutput<typeof PodcastImportSchema>;

/** `isComplete`: false if the time of the call was over before the end of the feed. The same call then imports the rest. */
export const StartedImportSchema = v.object({ ...PodcastImportSchema.entries, added: v.number(), isComplete: v.boolean() });

const limit = { windowSeconds: 600, person: 60, address: 200 };

export const adminPodcastImportCalls = {
  'GET /api/admin/podcast-import': { who: 'content', answer: PodcastImportSchema },
  'POST /api/admin/podcast-import/preview': {
    who: 'content',
    limit,
    body: v.object({ address: FeedAddressSchema }),
    answer: FeedPreviewSchema,
  },
  /**
   * Imports the new episodes of a feed. `isCopied`: their audio is copied to this site; otherwise it stays at the previous host.
   * `hasVideos`: videos of the channel with the same day and length get the audio, instead of new episodes.
   */
  'POST /api/admin/podcast-import': {
    who: 'content',
    limit,
    body: v.object({ address: FeedAddressSchema, isCopied: v.boolean(), hasVideos: v.boolean() }),
    answer: StartedImportSchema,
  },
  'POST /api/admin/podcast-import/retry': { who: 'content', answer: PodcastImportSchema },
} as const satisfies Calls;
