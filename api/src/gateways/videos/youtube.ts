import { setTimeout as sleep } from 'node:timers/promises';
import { getTelemetry } from '@site/shared/process/telemetry.ts';
import * as v from 'valibot';
import { JobProblem } from '../../base/job-problem.ts';
import { type EpisodeSource, QuotaExceeded, type Upload, VIDEOS_PER_CALL } from './episode-source.ts';
import { channelAddress, parseChannelAddress, YouTubeChannelIdSchema } from './youtube-address.ts';
import { title, toEpisodeFacts, VideoSchema } from './youtube-episode.ts';

const TIMEOUT_MS = 10_000;
/** YouTube lists at most 20,000 uploads. More pages mean a listing that never ends. */
const MAX_PAGES = 400;
/** Pauses before a call is retried that failed through no fault of ours. */
const PAUSES_MS = [500, 2_000, 8_000] as const;
/** The largest picture that YouTube makes is a tenth of this size. */
const MAX_PICTURE_BYTES = 4 * 1024 * 1024;
const PICTURE_HOST = /^i\d*\.ytimg\.com$/;

/** YouTube omits `items` when no channel has the id. */
const listed = <Entries extends v.ObjectEntries>(entries: Entries) => v.object({ items: v.optional(v.array(v.object(entries)), []) });
const ChannelsSchema = listed({ contentDetails: v.object({ relatedPlaylists: v.object({ uploads: v.string() }) }) });
const FoundChannelsSchema = listed({
  id: YouTubeChannelIdSchema,
  snippet: v.object({ title, customUrl: v.optional(v.string()) }),
  /** YouTube sends the number as a string. */
  statistics: v.optional(v.object({ videoCount: v.optional(v.pipe(v.string(), v.digits(), v.transform(Number)), '0') }), {}),
});
const status = v.optional(v.object({ privacyStatus: v.optional(v.string()) }));
const isPublic = (of: v.InferOutput<typeof status>): boolean => (of?.privacyStatus ?? 'public') === 'public';
const PlaylistSchema = v.object({
  nextPageToken: v.optional(v.string()),
  items: v.array(
    v.object({
      snippet: v.optional(v.object({ title: v.optional(title, '') }), {}),
      contentDetails: v.optional(v.object({ videoId: v.optional(v.string()) })),
      status,
    }),
  ),
});
/** An entry that does not match the video schema counts by its id alone, so that one odd entry does not stop the sync. */
const OddSchema = v.fallback(v.object({ id: v.string() }), { id: '' });
const VideosSchema = v.object({ items: v.array(v.union([VideoSchema, OddSchema])) });
const ReasonsSchema = v.optional(v.array(v.object({ reason: v.optional(v.string(), '') })), []);
const RefusalSchema = v.object({ error: v.object({ errors: ReasonsSchema, details: ReasonsSchema }) });

const NO_PLAYLIST = 'playlistNotFound';

type YouTubeOptions = { apiUrl?: string | undefined; apiKey: string; pausesMs?: readonly number[] };

/** Creates a client of the YouTube Data API. Calls throw `QuotaExceeded`, or an error whose message contains neither the key nor a URL. */
export function createYouTube({ apiUrl, apiKey, pausesMs = PAUSES_MS }: YouTubeOptions): EpisodeSource {
  const base = apiUrl ?? 'https://www.googleapis.com/youtube/v3';
  let units = 0;

  /** Makes one attempt. `again` means that another attempt may succeed. */
  async function ask(call: string, query: Record<string, string>): Promise<{ json: unknown } | { again: string } | { missing: string }> {
    units += 1;
    let answer: Response;
    try {
      answer = await getTelemetry().call('videos', call, () =>
        fetch(`${base}/${call}?${new URLSearchParams({ ...query, key: apiKey })}`, {
          signal: AbortSignal.timeout(TIMEOUT_MS),
          redirect: 'error',
        }),
      );
      if (answer.ok) return { json: await answer.json() };
    } catch (error) {
      return { again: error instanceof Error ? error.name : 'failed' };
    }
    const refusal = v.safeParse(RefusalSchema, await answer.json().catch(() => null));
    const { errors, details } = refusal.success ? refusal.output.error : { errors: [], details: [] };
    const reasons = [...errors, ...details].map(({ reason }) => reason).filter(Boolean);
    if (reasons.includes('quotaExceeded') || reasons.includes('dailyLimitExceeded')) throw new QuotaExceeded();
    const summary = [answer.status, ...reasons].join(' ');
    const isPassing = answer.status >= 500 || answer.status === 429 || reasons.includes('rateLimitExceeded');
    if (isPassing) return { again: summary };
    if (reasons.includes(NO_PLAYLIST)) return { missing: summary };
    const message = `the video provider answered ${summary} to ${call}`;
    throw answer.status === 403 || reasons.includes('API_KEY_INVALID') ? new JobProblem('key_refused', message) : new Error(message);
  }

  async function get<Schema extends v.GenericSchema>(
    call: string,
    query: Record<string, string>,
    schema: Schema,
  ): Promise<v.InferOutput<Schema>> {
    let outcome = await ask(call, query);
    for (const pause of pausesMs) {
      if (!('again' in outcome)) break;
      await sleep(pause * (1 + Math.random() / 4));
      outcome = await ask(call, query);
    }
    if ('again' in outcome) throw new JobProblem('provider_silent', `the video provider did not answer ${call}: ${outcome.again}`);
    return v.parse(schema, 'missing' in outcome ? { items: [] } : outcome.json);
  }

  /** Returns the playlist of all uploads of the channel. Costs one unit of quota, like each call below. */
  const uploadsPlaylist = async (channelId: string): Promise<string> => {
    const channels = await get('channels', { part: 'contentDetails', id: channelId }, ChannelsSchema);
    const [channel] = channels.items;
    if (!channel) throw new JobProblem('channel_not_found', 'the video provider knows no such channel');
    return channel.contentDetails.relatedPlaylists.uploads;
  };

  /** Returns up to 50 uploads and the token of the next page. A channel without uploads has no playlist of uploads. */
  const uploadsPage = async (playlistId: string, pageToken: string | undefined) => {
    const { items, nextPageToken } = await get(
      'playlistItems',
      {
        part: 'snippet,contentDetails,status',
        playlistId,
        maxResults: String(VIDEOS_PER_CALL),
        ...(pageToken === undefined ? {} : { pageToken }),
      },
      PlaylistSchema,
    );
    const uploads = items.flatMap((item): Upload[] => {
      const { snippet, contentDetails } = item;
      return contentDetails?.videoId && isPublic(item.status) ? [{ id: contentDetails.videoId, title: snippet.title }] : [];
    });
    return { uploads, nextPageToken };
  };

  return {
    findChannel: async (written) => {
      const address = parseChannelAddress(written);
      if (!address) return null;
      const { items } = await get('channels', { part: 'snippet,statistics', ...address }, FoundChannelsSchema);
      const [found] = items;
      if (!found) return null;
      const { id, snippet, statistics } = found;
      const handle = snippet.customUrl?.startsWith('@') ? snippet.customUrl : null;
      return { id, title: snippet.title, handle, videos: Number(statistics.videoCount ?? 0) };
    },
    addressOf: channelAddress,
    listUploads: async function* (channelId) {
      const playlistId = await uploadsPlaylist(channelId);
      const tokens = new Set<string>();
      let pageToken: string | undefined;
      do {
        const { uploads, nextPageToken } = await uploadsPage(playlistId, pageToken);
        yield { uploads, isLast: nextPageToken === undefined };
        if (nextPageToken !== undefined && tokens.has(nextPageToken)) throw new Error('the pages of uploads go round in circles');
        if (tokens.size >= MAX_PAGES) throw new Error(`the channel has more than ${MAX_PAGES * VIDEOS_PER_CALL} uploads`);
        if (nextPageToken !== undefined) tokens.add(nextPageToken);
        pageToken = nextPageToken;
      } while (pageToken !== undefined);
    },
    readUploads: async (ids) => {
      const answer = await get('videos', { part: 'snippet,contentDetails,status', id: ids.join(',') }, VideosSchema);
      const items = answer.items.filter((item) => !('snippet' in item) || isPublic(item.status));
      const named = new Set(items.map(({ id }) => id));
      const missing = named.has('') ? [] : ids.filter((id) => !named.has(id));
      const read = items.filter((item) => 'snippet' in item).map((video) => ({ video, episode: toEpisodeFacts(video) }));
      return {
        episodes: read.flatMap(({ episode }) => episode ?? []),
        clips: read.flatMap(({ video, episode }) => (episode ? [] : [{ id: video.id, title: video.snippet.title }])),
        missing,
      };
    },
    readPicture: async (url) => {
      if (!isPictureAddress(url, apiUrl)) throw new Error('the picture is not at the provider');
      const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
      const type = answer.headers.get('content-type') ?? '';
      if (!answer.ok || !/^image\/(jpeg|png|webp)\b/.test(type)) {
        await answer.body?.cancel();
        throw new Error(`the picture's address answered ${answer.status} ${type}`);
      }
      return await bytesOf(answer, MAX_PICTURE_BYTES);
    },
    unitsUsed: () => units,
  };
}

/** Returns whether a picture's URL is on YouTube's own hosts with https. The local stand-in's host is allowed when calls go to it. */
function isPictureAddress(address: string, apiUrl: string | undefined): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (apiUrl !== undefined && url.origin === new URL(apiUrl).origin) return true;
  return url.protocol === 'https:' && url.port === '' && PICTURE_HOST.test(url.hostname);
}

async function bytesOf({ body }: Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > limit) throw new Error('the picture is too large');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
