import { type Context, Hono } from 'hono';
import type { Channel, ChannelVideo } from './channel-types.ts';
import { playerPage } from './player-page.ts';
import { type FailureName, failures, type ProviderError, parameterError } from './provider-errors.ts';
import { channelResource, listResponse, playlistItemResource, THUMBNAILS, uploadsOf, videoResource } from './resources.ts';
import { drawThumbnail } from './thumbnails.ts';

const MAX_RESULTS = 50;

const fail = (c: Context, error: ProviderError) => c.json({ error }, error.code);

function partsOf(c: Context): Set<string> | ProviderError {
  const part = c.req.query('part');
  if (!part) return parameterError('missingRequiredParameter', 'part', 'Required parameter: part');
  return new Set(part.split(',').map((name) => name.trim()));
}

const isError = (value: Set<string> | ProviderError): value is ProviderError => !(value instanceof Set);

function maxResultsOf(c: Context): number | undefined {
  const value = Number(c.req.query('maxResults') ?? 5);
  return Number.isInteger(value) && value >= 0 && value <= MAX_RESULTS ? value : undefined;
}

const tokenFor = (offset: number) => Buffer.from(`offset:${offset}`).toString('base64url');

function offsetOf(token: string | undefined): number | undefined {
  if (token === undefined) return 0;
  const [, offset] = /^offset:(\d+)$/.exec(Buffer.from(token, 'base64url').toString()) ?? [];
  return offset === undefined ? undefined : Number(offset);
}

/**
 * Creates `channels.list`, `playlistItems.list` and `videos.list` of the YouTube Data API v3 for some channels, newest upload first, as
 * well as the pictures and the embedded player. Tests can change the first channel and cause failures:
 *
 * - `PUT /_local/videos` with a list replaces the uploads, `DELETE` restores the demo channel.
 * - `PATCH /_local/videos/<id>` changes one video, `DELETE` removes it.
 * - `POST /_local/failure` with `{ reason, times? }` makes the next calls fail, `DELETE` ends that.
 * - `PUT /_local/loop` makes the last page of the playlist point to the first one, `DELETE` ends that.
 * - `GET /_local/calls` counts the calls by name since the start or the last `DELETE`.
 */
export function createVideosApp({
  channels,
  origin,
  apiKey,
}: {
  channels: readonly [Channel, ...Channel[]];
  origin: string;
  apiKey: string;
}): Hono {
  const [channel, ...others] = channels;
  const newestFirst = (videos: readonly ChannelVideo[]) => videos.toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt));
  let uploads = newestFirst(channel.videos);
  const fixed = others.map((other) => ({ channel: other, uploads: newestFirst(other.videos) }));
  const all = () => [{ channel, uploads }, ...fixed];
  let failing: { reason: FailureName; times: number } | undefined;
  let isLooping = false;
  let calls: Record<string, number> = {};

  const api = new Hono()
    .use(async (c, next) => {
      const name = c.req.path.split('/').at(-1) ?? '';
      calls[name] = (calls[name] ?? 0) + 1;
      const key = c.req.query('key') ?? c.req.header('x-goog-api-key');
      if (key === undefined) return fail(c, failures.keyMissing);
      if (key !== apiKey) return fail(c, failures.keyInvalid);
      if (failing) {
        const { reason, times } = failing;
        failing = times > 1 ? { reason, times: times - 1 } : undefined;
        return fail(c, failures[reason]);
      }
      return next();
    })
    .get('/channels', (c) => {
      const parts = partsOf(c);
      if (isError(parts)) return fail(c, parts);
      const ids = c.req.query('id')?.split(',');
      const handle = c.req.query('forHandle')?.replace(/^@?/, '@').toLowerCase();
      const username = c.req.query('forUsername');
      if (!ids && handle === undefined && username === undefined)
        return fail(c, parameterError('missingRequiredParameter', '', 'No filter selected. Expected one of: id, forHandle, forUsername'));
      // None of these channels has a user name, like all channels made since 2014.
      const found = all().filter(({ channel }) => ids?.includes(channel.channelId) || channel.handle.toLowerCase() === handle);
      const items = found.map(({ channel, uploads }) => channelResource(channel, uploads, parts));
      return c.json(listResponse('channel', { totalResults: items.length, resultsPerPage: 5 }, items.length > 0 ? { items } : {}));
    })
    .get('/playlistItems', (c) => {
      const parts = partsOf(c);
      if (isError(parts)) return fail(c, parts);
      const playlistId = c.req.query('playlistId');
      if (!playlistId)
        return fail(c, parameterError('missingRequiredParameter', '', 'No filter selected. Expected one of: id, playlistId'));
      // YouTube creates the playlist with the first upload.
      const asked = all().find(({ channel }) => playlistId === uploadsOf(channel));
      if (!asked || asked.uploads.length === 0) return fail(c, failures.playlistNotFound);
      const resultsPerPage = maxResultsOf(c);
      if (resultsPerPage === undefined)
        return fail(c, parameterError('invalidParameter', 'maxResults', 'Values must be within the range: [0, 50]'));
      const offset = offsetOf(c.req.query('pageToken'));
      if (offset === undefined) {
        return fail(c, parameterError('invalidPageToken', 'pageToken', 'The request specifies an invalid page token.'));
      }
      const next = offset + resultsPerPage;
      const items = asked.uploads
        .slice(offset, next)
        .map((video, index) => playlistItemResource(asked.channel, video, { position: offset + index, origin, parts }));
      return c.json(
        listResponse(
          'playlistItem',
          { totalResults: asked.uploads.length, resultsPerPage },
          {
            ...(resultsPerPage > 0 && next < asked.uploads.length ? { nextPageToken: tokenFor(next) } : {}),
            ...(isLooping && next >= asked.uploads.length ? { nextPageToken: tokenFor(0) } : {}),
            ...(offset > 0 ? { prevPageToken: tokenFor(Math.max(0, offset - resultsPerPage)) } : {}),
            items,
          },
        ),
      );
    })
    .get('/videos', (c) => {
      const parts = partsOf(c);
      if (isError(parts)) return fail(c, parts);
      const ids = c.req.query('id')?.split(',');
      if (!ids) return fail(c, parameterError('missingRequiredParameter', '', 'No filter selected. Expected one of: chart, id, myRating'));
      if (ids.length > MAX_RESULTS) return fail(c, parameterError('invalidParameter', 'id', 'The request specifies too many ids.'));
      if (c.req.query('maxResults') !== undefined)
        return fail(c, parameterError('invalidParameter', 'maxResults', 'The parameter is not supported together with id.'));
      const items = ids.flatMap((id) =>
        all().flatMap(({ channel, uploads }) => {
          const video = uploads.find((known) => known.id === id && known.privacy !== 'private');
          return video ? [videoResource(channel, video, origin, parts)] : [];
        }),
      );
      return c.json(listResponse('video', { totalResults: items.length, resultsPerPage: items.length }, { items }));
    });

  return new Hono()
    .get('/healthz', (c) => c.text('ok'))
    .post('/_local/failure', async (c) => {
      const { reason, times = 1 } = (await c.req.json()) as { reason: string; times?: number };
      if (!Object.hasOwn(failures, reason)) return c.json({ error: `reason is one of ${Object.keys(failures).join(', ')}` }, 400);
      failing = { reason: reason as FailureName, times };
      return c.json({ failing });
    })
    .delete('/_local/failure', (c) => {
      failing = undefined;
      return c.json({ failing: null });
    })
    .put('/_local/videos', async (c) => {
      uploads = newestFirst((await c.req.json()) as ChannelVideo[]);
      return c.json({ videos: uploads.length });
    })
    .delete('/_local/videos', (c) => {
      uploads = newestFirst(channel.videos);
      return c.json({ videos: uploads.length });
    })
    .patch('/_local/videos/:id', async (c) => {
      const change = (await c.req.json()) as Partial<ChannelVideo>;
      uploads = newestFirst(uploads.map((video) => (video.id === c.req.param('id') ? { ...video, ...change } : video)));
      return c.json({ videos: uploads.length });
    })
    .delete('/_local/videos/:id', (c) => {
      uploads = uploads.filter(({ id }) => id !== c.req.param('id'));
      return c.json({ videos: uploads.length });
    })
    .put('/_local/loop', (c) => {
      isLooping = true;
      return c.json({ isLooping });
    })
    .delete('/_local/loop', (c) => {
      isLooping = false;
      return c.json({ isLooping });
    })
    .get('/_local/calls', (c) => c.json(calls))
    .delete('/_local/calls', (c) => {
      calls = {};
      return c.json(calls);
    })
    .get('/vi/:id/:file{[a-z]+\\.jpg}', async (c) => {
      const id = c.req.param('id');
      const file = c.req.param('file').replace('.jpg', '');
      const video = uploads.find((upload) => upload.id === id);
      const size = THUMBNAILS.find((candidate) => candidate.file === file);
      const isThere = video && size && (video.pictures?.includes(size.name) ?? true);
      const picture = isThere ? await drawThumbnail(id, file) : undefined;
      if (!picture) return c.notFound();
      return c.body(picture, 200, { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=7200' });
    })
    .get('/embed/:id', (c) => {
      const video = uploads.find(({ id }) => id === c.req.param('id'));
      return video ? c.html(playerPage(video, `/vi/${video.id}/maxresdefault.jpg`)) : c.notFound();
    })
    .route('/youtube/v3', api);
}
