import * as v from 'valibot';

const TIMEOUT_MS = 10_000;
/** The provider's own limit for both calls. */
const PAGE_SIZE = 50;
/** A channel of 10,000 videos; more is a reading that does not end. */
const MAX_PAGES = 200;

const ChannelsSchema = v.object({
  items: v.pipe(v.array(v.object({ contentDetails: v.object({ relatedPlaylists: v.object({ uploads: v.string() }) }) })), v.minLength(1)),
});
const PlaylistSchema = v.object({
  nextPageToken: v.optional(v.string()),
  items: v.array(v.object({ contentDetails: v.optional(v.object({ videoId: v.optional(v.string()) })) })),
});
const ThumbnailSchema = v.optional(v.object({ url: v.string() }));
const VideoSchema = v.object({
  id: v.string(),
  snippet: v.object({
    title: v.string(),
    description: v.optional(v.string(), ''),
    publishedAt: v.string(),
    thumbnails: v.optional(v.object({ high: ThumbnailSchema, medium: ThumbnailSchema }), {}),
  }),
  contentDetails: v.object({ duration: v.string() }),
});
const VideosSchema = v.object({ items: v.array(VideoSchema) });

/** A video as the provider describes it (developers.google.com/youtube/v3/docs/videos). */
export type Video = v.InferOutput<typeof VideoSchema>;

export type Videos = {
  /** Every upload of the channel: one unit of quota per 50 videos and call. `onPage` is awaited after each page. */
  uploads: (onPage: () => Promise<void>) => Promise<Video[]>;
};

export function createVideos(options: { apiUrl?: string | undefined; apiKey: string; channelId: string }): Videos {
  const base = options.apiUrl ?? 'https://www.googleapis.com/youtube/v3';

  async function get<Schema extends v.GenericSchema>(
    call: string,
    query: Record<string, string>,
    schema: Schema,
  ): Promise<v.InferOutput<Schema>> {
    const answer = await fetch(`${base}/${call}?${new URLSearchParams({ ...query, key: options.apiKey })}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // The address carries the key, so it is in no message.
    if (!answer.ok) throw new Error(`the video provider answered ${answer.status} to ${call}`);
    return v.parse(schema, await answer.json());
  }

  return {
    uploads: async (onPage) => {
      const channels = await get('channels', { part: 'contentDetails', id: options.channelId }, ChannelsSchema);
      const playlistId = channels.items[0]?.contentDetails.relatedPlaylists.uploads ?? '';
      const videos: Video[] = [];
      let pageToken: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const list = await get(
          'playlistItems',
          { part: 'contentDetails', playlistId, maxResults: String(PAGE_SIZE), ...(pageToken ? { pageToken } : {}) },
          PlaylistSchema,
        );
        const ids = list.items.flatMap((item) => item.contentDetails?.videoId ?? []);
        if (ids.length > 0) {
          videos.push(
            ...(await get('videos', { part: 'snippet,contentDetails', id: ids.join(','), maxResults: String(PAGE_SIZE) }, VideosSchema))
              .items,
          );
        }
        await onPage();
        pageToken = list.nextPageToken;
        if (!pageToken) return videos;
      }
      throw new Error(`the channel has more than ${MAX_PAGES * PAGE_SIZE} videos`);
    },
  };
}
