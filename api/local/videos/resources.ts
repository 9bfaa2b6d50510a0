import { createHash } from 'node:crypto';
import type { Channel, ChannelVideo } from './channel-types.ts';

/** Sizes of the pictures that YouTube makes of every video: name in responses, file, width, height. */
export const THUMBNAILS = [
  { name: 'default', file: 'default', width: 120, height: 90 },
  { name: 'medium', file: 'mqdefault', width: 320, height: 180 },
  { name: 'high', file: 'hqdefault', width: 480, height: 360 },
  { name: 'standard', file: 'sddefault', width: 640, height: 480 },
  { name: 'maxres', file: 'maxresdefault', width: 1280, height: 720 },
] as const;

type Resource = { kind: string; id: string; [part: string]: unknown };

/** Returns the id of the playlist with all uploads of a channel. */
export function uploadsOf({ channelId }: Channel): string {
  return channelId.replace(/^UC/, 'UU');
}

function etagOf(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('base64url');
}

function withParts({ kind, id }: { kind: string; id: string }, all: Record<string, unknown>, parts: Set<string>): Resource {
  const chosen = Object.fromEntries(Object.entries(all).filter(([part]) => parts.has(part)));
  return { kind, etag: etagOf([id, chosen]), id, ...chosen };
}

const isReadable = ({ privacy }: ChannelVideo): boolean => privacy !== 'private';

function thumbnailsOf({ id, pictures }: ChannelVideo, origin: string) {
  return Object.fromEntries(
    THUMBNAILS.filter(({ name }) => !pictures || pictures.includes(name)).map(({ name, file, width, height }) => [
      name,
      { url: `${origin}/vi/${id}/${file}.jpg`, width, height },
    ]),
  );
}

export function channelResource(channel: Channel, uploads: readonly ChannelVideo[], parts: Set<string>): Resource {
  const shown = uploads.filter(({ privacy = 'public' }) => privacy === 'public');
  return withParts(
    { kind: 'youtube#channel', id: channel.channelId },
    {
      snippet: {
        title: channel.title,
        description: '',
        customUrl: channel.handle,
        localized: { title: channel.title, description: '' },
      },
      statistics: { viewCount: '0', subscriberCount: '0', hiddenSubscriberCount: false, videoCount: String(shown.length) },
      contentDetails: { relatedPlaylists: { likes: '', uploads: uploadsOf(channel) } },
    },
    parts,
  );
}

export function playlistItemResource(
  channel: Channel,
  video: ChannelVideo,
  { position, origin, parts }: { position: number; origin: string; parts: Set<string> },
): Resource {
  const playlistId = uploadsOf(channel);
  const id = Buffer.from(`${playlistId}.${video.id}`).toString('base64url');
  return withParts(
    { kind: 'youtube#playlistItem', id },
    {
      snippet: {
        publishedAt: video.publishedAt,
        channelId: channel.channelId,
        title: isReadable(video) ? video.title : 'Private video',
        description: isReadable(video) ? video.description : 'This video is private.',
        thumbnails: isReadable(video) ? thumbnailsOf(video, origin) : {},
        channelTitle: channel.title,
        playlistId,
        position,
        resourceId: { kind: 'youtube#video', videoId: video.id },
        videoOwnerChannelTitle: channel.title,
        videoOwnerChannelId: channel.channelId,
      },
      contentDetails: { videoId: video.id, ...(isReadable(video) ? { videoPublishedAt: video.publishedAt } : {}) },
      status: { privacyStatus: video.privacy ?? 'public' },
    },
    parts,
  );
}

export function videoResource(channel: Channel, video: ChannelVideo, origin: string, parts: Set<string>): Resource {
  return withParts(
    { kind: 'youtube#video', id: video.id },
    {
      snippet: {
        publishedAt: video.publishedAt,
        channelId: channel.channelId,
        title: video.title,
        description: video.description,
        thumbnails: thumbnailsOf(video, origin),
        channelTitle: channel.title,
        categoryId: '27',
        liveBroadcastContent: video.live ?? 'none',
        localized: { title: video.title, description: video.description },
        defaultAudioLanguage: 'pt-BR',
      },
      contentDetails: {
        duration: video.duration,
        dimension: '2d',
        definition: 'hd',
        caption: 'false',
        licensedContent: false,
        contentRating: video.isAgeRestricted ? { ytRating: 'ytAgeRestricted' } : {},
        projection: 'rectangular',
      },
      status: {
        uploadStatus: 'processed',
        privacyStatus: video.privacy ?? 'public',
        license: 'youtube',
        embeddable: !video.isEmbeddingOff,
        publicStatsViewable: true,
        madeForKids: false,
      },
    },
    parts,
  );
}

/** Returns a list response. YouTube omits `items` when a channel is not found. */
export function listResponse(kind: string, pageInfo: { totalResults: number; resultsPerPage: number }, rest: Record<string, unknown>) {
  return { kind: `youtube#${kind}ListResponse`, etag: etagOf([kind, pageInfo, rest]), ...rest, pageInfo };
}
