import { adminPodcastImportCalls, type FeedPreview, PodcastImportSchema } from '@site/shared/contracts/admin-podcast-import.ts';
import type { ItemProblem } from '@site/shared/contracts/podcast-import-rules.ts';
import * as v from 'valibot';
import type { Data } from '../../../gateways/supabase/data.ts';
import type { Deps } from '../../../platform/deps.ts';
import { isLocal } from '../../../platform/env.ts';
import { handle } from '../../../platform/handle.ts';
import { isPublicOrLocalIp } from '../../../platform/open-address.ts';
import { IMPORTED_AUDIO } from './imported-audio-job.ts';
import type { Feed } from './parse-feed.ts';
import { type AddressCheck, readFeed } from './read-feed.ts';

/** A portion of 5,000 descriptions of 10,000 characters would exceed the time limit of a query. */
const EPISODES_AT_ONCE = 100;
/** The dashboard waits 30 seconds for the answer, and reading the feed may take half of that. */
const IMPORT_MS = 10_000;
const TITLES_SHOWN = 20;

/** A site whose services are all on this machine may read feeds of this machine. */
export const addressCheckOf = ({ env }: Pick<Deps, 'env'>): AddressCheck => (isLocal(env) ? { isAllowed: isPublicOrLocalIp } : {});

const ForeseenSchema = v.object({ known: v.number(), elsewhere: v.number(), videos: v.array(v.string()) });

const firstTitles = (items: readonly { title: string }[]): string[] => items.slice(0, TITLES_SHOWN).map(({ title }) => title);
const sum = (numbers: readonly (number | null)[]): number => numbers.reduce<number>((total, one) => total + (one ?? 0), 0);

async function previewOf({ sql }: Pick<Data, 'sql'>, { title, episodes, left, withoutGuid, next }: Feed): Promise<FeedPreview> {
  const asked = episodes.map(({ guid, publishedAt, seconds, url }) => ({ guid, publishedAt, seconds, url }));
  const { known, elsewhere, videos } = v.parse(ForeseenSchema, await sql.foreseePodcastImport({ episodes: asked }));
  const withVideo = new Set(videos);
  const reasons = Map.groupBy(left, ({ reason }): ItemProblem => reason);
  return {
    title,
    episodes: episodes.length,
    known,
    elsewhere,
    withoutGuid,
    videos: { items: videos.length, titles: firstTitles(episodes.filter(({ guid }) => withVideo.has(guid))) },
    seconds: sum(episodes.map(({ seconds }) => seconds)),
    bytes: sum(episodes.map(({ bytes }) => bytes)),
    unmeasured: episodes.filter(({ seconds }) => seconds === null).length,
    left: [...reasons].map(([reason, items]) => ({
      reason,
      items: items.length,
      titles: firstTitles(items),
    })),
    next,
  };
}

/** The team's routes for moving a podcast to this site. */
export const podcastImportHandlers = handle(adminPodcastImportCalls, {
  'GET /api/admin/podcast-import': ({ sql }) => sql.getPodcastImport(),
  'POST /api/admin/podcast-import/preview': async ({ deps, body: { address } }) =>
    await previewOf(deps.data, await readFeed(address, deps.clock(), addressCheckOf(deps))),
  'POST /api/admin/podcast-import': async ({ deps, sql, actor, body: { address, isCopied, hasVideos } }) => {
    const { title, episodes } = await readFeed(address, deps.clock(), addressCheckOf(deps));
    await sql.beginPodcastImport({ actor, address, title, isCopied });
    const end = deps.clock() + IMPORT_MS;
    let added = 0;
    let at = 0;
    for (; at < episodes.length && deps.clock() < end; at += EPISODES_AT_ONCE)
      added += v.parse(v.number(), await sql.importEpisodes({ episodes: episodes.slice(at, at + EPISODES_AT_ONCE), isCopied, hasVideos }));
    if (added > 0) deps.answers.outdate();
    deps.wakeJob(IMPORTED_AUDIO);
    return { ...v.parse(PodcastImportSchema, await sql.getPodcastImport()), added, isComplete: at >= episodes.length };
  },
  'POST /api/admin/podcast-import/retry': async ({ deps, sql }) => {
    await sql.retryImportedAudio();
    deps.wakeJob(IMPORTED_AUDIO);
    return await sql.getPodcastImport();
  },
});
