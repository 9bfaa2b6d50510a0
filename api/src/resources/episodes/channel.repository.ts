import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import type { EpisodeFacts, Upload } from '../../gateways/videos/episode-source.ts';

const BeginningSchema = v.object({ blocked_until: v.nullable(v.string()), is_whole_due: v.boolean() });
const ToReadSchema = v.object({ ids: v.array(v.string()), all_known: v.boolean() });
const PicturesSchema = v.array(v.object({ id: v.string(), source: v.string() }));

/** Whether the provider takes calls, and whether a reading of every upload is due. */
export const beginChannelSync = (data: Data, channelId: string): Promise<v.InferOutput<typeof BeginningSchema>> =>
  data.call('begin_channel_sync', { p_channel_id: channelId }, BeginningSchema);

/** Counts units of the provider's quota; when it is exceeded, nothing is asked until it begins anew. */
export const countQuota = (data: Data, channelId: string, units: number, isExceeded: boolean): Promise<unknown> =>
  data.call('count_quota', { p_channel_id: channelId, p_units: units, p_exceeded: isExceeded }, v.unknown());

/** Which of these uploads are new, renamed, or were read a month ago. */
export const listUploadsToRead = (data: Data, uploads: readonly Upload[]): Promise<v.InferOutput<typeof ToReadSchema>> =>
  data.call('list_uploads_to_read', { p_uploads: uploads }, ToReadSchema);

/** Ids of episodes of other channels that stayed on the site and were read a month ago. */
export const listEarlierUploadsToRead = (data: Data, channelId: string | null): Promise<string[]> =>
  data.call('list_earlier_uploads_to_read', { p_channel_id: channelId }, v.array(v.string()));

/** What was read of a channel: uploads that are episodes, that are none, and that it does not show any more. False when the site has another. */
export const saveUploads = (
  data: Data,
  channelId: string | null,
  read: { episodes: readonly EpisodeFacts[]; clips: readonly Upload[]; gone: readonly string[] },
): Promise<boolean> =>
  data.call('save_uploads', { p_episodes: read.episodes, p_clips: read.clips, p_gone: read.gone, p_channel_id: channelId }, v.boolean());

/** Ids of episodes of the channel that a reading of every upload did not see. */
export const listUnseenUploads = (data: Data, channelId: string, seen: readonly string[]): Promise<string[]> =>
  data.call('list_unseen_uploads', { p_channel_id: channelId, p_seen: seen }, v.array(v.string()));

/** Every upload was seen: the others are not shown any more. Answers how many those are, or null when nothing was seen where episodes are. */
export const endChannelSync = (data: Data, channelId: string, seen: readonly string[]): Promise<number | null> =>
  data.call('end_channel_sync', { p_channel_id: channelId, p_seen: seen }, v.nullable(v.number()));

export const listPicturesDue = (data: Data, limit: number): Promise<v.InferOutput<typeof PicturesSchema>> =>
  data.call('list_pictures_due', { p_limit: limit }, PicturesSchema);

export const savePicture = (data: Data, picture: { id: string; source: string; version: string; color: string }): Promise<unknown> =>
  data.call(
    'save_picture',
    { p_id: picture.id, p_source: picture.source, p_version: picture.version, p_color: picture.color },
    v.unknown(),
  );

export const postponePicture = (data: Data, id: string): Promise<unknown> => data.call('postpone_picture', { p_id: id }, v.unknown());

/** Ids of episodes that are not shown any more and whose pictures are still stored. */
export const listPicturesLeft = (data: Data, limit: number): Promise<string[]> =>
  data.call('list_pictures_left', { p_limit: limit }, v.array(v.string()));

export const forgetPicture = (data: Data, id: string): Promise<unknown> => data.call('forget_picture', { p_id: id }, v.unknown());
