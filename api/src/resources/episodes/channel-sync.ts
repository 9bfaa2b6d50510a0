import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelReading } from '@site/shared/contracts/admin-support.ts';
import { JobProblem } from '../../base/job-problem.ts';
import type { Data } from '../../gateways/supabase/data.ts';
import { type EpisodeSource, QuotaExceeded } from '../../gateways/videos/episode-source.ts';
import { type Job, runJob } from '../../platform/jobs.ts';
import type { Log } from '../../platform/logger.ts';
import { beginChannelSync, countQuota, endChannelSync, listUploadsToRead, saveUploads } from './channel.repository.ts';

type SyncDeps = { source: EpisodeSource; data: Data; log: Log; channelId: string };

/** Keeps the episodes like the channel, at once and every 30 minutes, in one instance; tells `onRead` after each reading. */
export const channelSyncJob = (deps: SyncDeps, onRead: () => void = () => undefined): Job => ({
  name: 'videos',
  intervalSeconds: 30 * 60,
  leaseSeconds: 60,
  run: async ({ keep }) => {
    try {
      await syncChannel(deps, keep);
    } finally {
      // What was read until a failure stays, too.
      onRead();
    }
  },
});

/** Longest wait for a reading that an admin asked for, in milliseconds; it goes on after that. */
const PATIENCE_MS = 15_000;

/** Reads the channel now, unless an instance is reading it. */
export async function readChannelNow(deps: SyncDeps, onRead?: () => void): Promise<ChannelReading> {
  const reading = runJob(channelSyncJob(deps, onRead), 0, { ...deps, signal: new AbortController().signal });
  const late = new AbortController();
  const ended = await Promise.race([reading, sleep(PATIENCE_MS, null, { signal: late.signal, ref: false })]).finally(() => late.abort());
  if (!ended) return { outcome: 'running', reason: null };
  return { outcome: ended.reason === null ? 'read' : 'failed', reason: ended.reason };
}

/**
 * One reading: the newest uploads, and on until a page is known whole; once a day every upload. When it saw every upload, what is
 * missing is not shown any more. Whatever a run that was killed left undone is done by the next one. `keep` is awaited before each change. Throws when
 * the channel could not be read to the end; what was read until then stays.
 */
export async function syncChannel(deps: SyncDeps, keep: () => Promise<void>): Promise<void> {
  const { source, data, log, channelId } = deps;
  const { blocked_until, is_whole_due } = await beginChannelSync(data, channelId);
  if (blocked_until) throw new JobProblem('quota_exceeded', `the video provider's quota is used up until ${blocked_until}`);
  const unitsBefore = source.unitsUsed();
  let isExceeded = false;
  try {
    await readUploads(deps, is_whole_due, keep);
  } catch (error) {
    isExceeded = error instanceof QuotaExceeded;
    throw error;
  } finally {
    const units = source.unitsUsed() - unitsBefore;
    await countQuota(data, channelId, units, isExceeded);
    log.info({ units, isWhole: is_whole_due }, 'channel read');
  }
}

async function readUploads({ source, data, log, channelId }: SyncDeps, isWhole: boolean, keep: () => Promise<void>): Promise<void> {
  const seen = new Set<string>();
  let isFirst = true;
  for await (const { uploads, isLast } of source.listUploads()) {
    const { ids, all_known } = await listUploadsToRead(data, uploads);
    for (const { id } of uploads) seen.add(id);
    // The newest are always read: among them are broadcasts that end and titles that are still being found.
    const toRead = isFirst ? [...new Set(uploads.map(({ id }) => id))] : ids;
    await keep();
    if (toRead.length > 0) await readVideos({ source, data, channelId }, toRead, keep);
    if (all_known && !isWhole && !isLast) return;
    isFirst = false;
  }
  await keep();
  const removed = await endChannelSync(data, channelId, [...seen]);
  if (removed === null) throw new JobProblem('channel_empty', 'the channel shows no uploads any more');
  if (removed > 0) log.info({ removed }, 'episodes left the channel');
}

type Deps = Pick<SyncDeps, 'source' | 'data' | 'channelId'>;

async function readVideos({ source, data, channelId }: Deps, ids: readonly string[], keep: () => Promise<void>): Promise<void> {
  const { episodes, clips, missing } = await source.readUploads(ids);
  // Videos leave a channel one by one: an answer without any is a fault of the provider.
  if (missing.length === ids.length) throw new Error('the video provider answered with none of the videos that it listed');
  await keep();
  await saveUploads(data, channelId, { episodes, clips, gone: missing });
}
