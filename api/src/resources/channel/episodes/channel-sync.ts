import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelReading } from '@site/shared/contracts/admin-support.ts';
import * as v from 'valibot';
import { JobProblem } from '../../../base/job-problem.ts';
import type { Data } from '../../../gateways/supabase/data.ts';
import { type EpisodeSource, QuotaExceeded, VIDEOS_PER_CALL } from '../../../gateways/videos/episode-source.ts';
import { type Job, runJob } from '../../../platform/jobs.ts';
import type { Log } from '../../../platform/logger.ts';

type SyncDeps = { source: EpisodeSource; data: Data; log: Log };
type JobDeps = SyncDeps & {
  /** Returns the channel whose uploads are the episodes, or null if the site has no channel. */
  getChannelId: () => Promise<string | null>;
};

export const CHANNEL_SYNC = 'videos';

const BeginningSchema = v.object({ blocked_until: v.nullable(v.string()), is_whole_due: v.boolean() });
const ToReadSchema = v.object({ ids: v.array(v.string()), all_known: v.boolean() });
const IdsSchema = v.array(v.string());

/**
 * Syncs the episodes with the channel, at once and every 30 minutes, in one instance. Calls `onRead` after each sync. If `isWhole` is set,
 * a sync reads all uploads even when a complete sync is not due.
 */
export const channelSyncJob = (deps: JobDeps, onRead: () => void = () => undefined, isWhole = false): Job => ({
  name: CHANNEL_SYNC,
  intervalSeconds: 30 * 60,
  leaseSeconds: 60,
  run: async ({ keep }) => {
    try {
      for (let isRead = false; !isRead; ) isRead = await syncChannel(deps, await deps.getChannelId(), keep, isWhole);
    } finally {
      // `onRead` is called even after a failed sync, because the episodes that were read before the failure are stored.
      onRead();
    }
  },
});

/** Milliseconds that an admin's request waits for the sync. The sync continues after the request ends. */
const PATIENCE_MS = 15_000;

/**
 * Syncs the whole channel now, unless another instance is syncing the channel. All uploads are read, because an admin who requests a sync
 * expects changes of old videos to appear.
 */
export async function readChannelNow(deps: JobDeps, onRead?: () => void): Promise<ChannelReading> {
  const reading = runJob(channelSyncJob(deps, onRead, true), 0, { ...deps, signal: new AbortController().signal });
  const late = new AbortController();
  const ended = await Promise.race([reading, sleep(PATIENCE_MS, null, { signal: late.signal, ref: false })]).finally(() => late.abort());
  if (!ended) return { outcome: 'running', reason: null };
  return { outcome: ended.reason === null ? 'read' : 'failed', reason: ended.reason };
}

/**
 * Syncs the channel once. Reads the newest uploads, and further pages until all uploads of a page are known. Once a day and on request it
 * reads all uploads. After reading all uploads, the sync hides episodes whose uploads are missing. The next sync completes an interrupted
 * one. If the site has no channel, only the remaining episodes of former channels are read. `keep` is awaited before each change. Returns
 * false when the owner chose another channel meanwhile. Throws when the channel could not be read completely, and keeps the episodes that
 * were read before the failure.
 */
export async function syncChannel(
  deps: SyncDeps,
  channelId: string | null,
  keep: () => Promise<void>,
  isWholeAsked = false,
): Promise<boolean> {
  if (channelId === null) return await readEarlier(deps, null, keep);
  const { source, data, log } = deps;
  const { blocked_until, is_whole_due } = v.parse(BeginningSchema, await data.sql.beginChannelSync({ channelId }));
  const isWhole = isWholeAsked || is_whole_due;
  if (blocked_until) throw new JobProblem('quota_exceeded', `the video provider's quota is used up until ${blocked_until}`);
  const unitsBefore = source.unitsUsed();
  let isExceeded = false;
  try {
    return (await readUploads(deps, channelId, isWhole, keep)) && (await readEarlier(deps, channelId, keep));
  } catch (error) {
    isExceeded = error instanceof QuotaExceeded;
    throw error;
  } finally {
    const units = source.unitsUsed() - unitsBefore;
    await data.sql.countQuota({ channelId, units, exceeded: isExceeded });
    log.info({ units, isWhole }, 'channel synced');
  }
}

async function readUploads(deps: SyncDeps, channelId: string, isWhole: boolean, keep: () => Promise<void>): Promise<boolean> {
  const { source, data, log } = deps;
  const seen = new Set<string>();
  let isFirst = true;
  for await (const { uploads, isLast } of source.listUploads(channelId)) {
    const { ids, all_known } = v.parse(ToReadSchema, await data.sql.listUploadsToRead({ uploads }));
    for (const { id } of uploads) seen.add(id);
    // The newest uploads are always read, because some are broadcasts that have just ended or have titles that still change. The provider's
    // list of uploads does not show whether a description changed.
    const toRead = isFirst || isWhole ? [...new Set(uploads.map(({ id }) => id))] : ids;
    await keep();
    if (toRead.length > 0 && !(await readVideos(deps, channelId, toRead, keep))) return false;
    if (all_known && !isWhole && !isLast) return true;
    isFirst = false;
  }
  // When a video is removed while the pages are read, the next video moves to the page that was just read, and no page shows it. Known
  // uploads that no page showed are therefore read by id.
  if (seen.size > 0) {
    const unseen = v.parse(IdsSchema, await data.sql.listUnseenUploads({ channelId, seen: [...seen] }));
    if (!(await readByIds(deps, channelId, unseen, keep, (id) => seen.add(id)))) return false;
  }
  await keep();
  const removed = await data.sql.endChannelSync({ channelId, seen: [...seen] });
  if (removed === null) throw new JobProblem('channel_empty', 'the channel shows no uploads any more');
  if (removed > 0) log.info({ removed }, 'episodes removed that left the channel');
  return true;
}

async function readVideos({ source, data }: SyncDeps, channelId: string, ids: string[], keep: () => Promise<void>): Promise<boolean> {
  const { episodes, clips, missing } = await source.readUploads(ids);
  // Videos disappear one at a time. A response without any of them is an error of the provider.
  if (missing.length === ids.length) throw new Error('the video provider answered with none of the videos that it listed');
  await keep();
  return Boolean(await data.sql.saveUploads({ channelId, episodes, clips, gone: missing }));
}

/**
 * Reads the remaining episodes of former channels again before their data is a month old. Removes episodes whose videos no longer exist.
 */
async function readEarlier(deps: SyncDeps, channelId: string | null, keep: () => Promise<void>): Promise<boolean> {
  return await readByIds(deps, channelId, v.parse(IdsSchema, await deps.data.sql.listEarlierUploadsToRead({ channelId })), keep);
}

/** Reads uploads by id, even if all of these uploads are gone. Calls `onThere` for each upload that exists. */
async function readByIds(
  { source, data }: SyncDeps,
  channelId: string | null,
  ids: readonly string[],
  keep: () => Promise<void>,
  onThere: (id: string) => void = () => undefined,
): Promise<boolean> {
  for (let from = 0; from < ids.length; from += VIDEOS_PER_CALL) {
    await keep();
    const { episodes, clips, missing } = await source.readUploads(ids.slice(from, from + VIDEOS_PER_CALL));
    await keep();
    if (!(await data.sql.saveUploads({ channelId, episodes, clips, gone: missing }))) return false;
    for (const { id } of [...episodes, ...clips]) onThere(id);
  }
  return true;
}
