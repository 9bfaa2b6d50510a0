import * as v from 'valibot';
import { createAttempt } from '../../../platform/attempt.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { ContentDeps } from '../../site/content/content.service.ts';
import { getEmailSite } from '../mail-outbox/email-site.ts';
import { type ClaimedReader, type Frozen, FrozenSchema, HeadsSchema, PostsSchema } from './campaign-rows.ts';
import { writeForEachLanguage } from './campaign-words.ts';

/** The content of an issue that is due, or null when the issue is no longer due. */
const DueSchema = v.nullable(v.object({ heads: HeadsSchema, post_revision: v.number(), posts: PostsSchema }));
/** A step of the series whose email must be rendered again before it is sent. */
const StaleStepSchema = v.nullable(v.object({ id: v.string(), post_revision: v.number(), posts: PostsSchema }));

type FreezeDeps = ContentDeps & Pick<Deps, 'data' | 'log' | 'liveSettings'>;

/** Runs a piece of work for one issue and records its failure. A failing issue does not hold up others. */
export const attemptCampaign = (deps: Pick<Deps, 'data' | 'log'>, id: string, work: () => Promise<unknown>): Promise<number> =>
  createAttempt('campaigns', [id], { ...deps, signal: new AbortController().signal }).attempt(id, id, work);

/** Stores the final text of an issue that is due. Returns false when the text could not be stored. */
export async function freezeCampaign(deps: FreezeDeps, id: string): Promise<boolean> {
  const { sql } = deps.data;
  let isBegun = false;
  await attemptCampaign(deps, id, async () => {
    const due = v.parse(DueSchema, await sql.getDueCampaign({ id }));
    if (!due) isBegun = true;
    else {
      const frozen = await writeForEachLanguage(deps, await getEmailSite(deps), due.posts, due.heads);
      isBegun = Boolean(await sql.beginCampaign({ id, postRevision: due.post_revision, frozen }));
    }
  });
  return isBegun;
}

/**
 * Adds readers who are due for a step of the welcome series, and renders one outdated step again. Returns whether another step may be
 * outdated.
 */
export async function advanceSeries(deps: FreezeDeps): Promise<boolean> {
  const { sql } = deps.data;
  const stale = v.parse(StaleStepSchema, await sql.advanceSeries());
  if (!stale) return false;
  let isWritten = false;
  await attemptCampaign(deps, stale.id, async () => {
    const frozen = await writeForEachLanguage(deps, await getEmailSite(deps), stale.posts);
    isWritten = Boolean(await sql.writeStep({ id: stale.id, postRevision: stale.post_revision, frozen }));
  });
  return isWritten;
}

/** Returns the final text of an issue, or null if sending has not begun. */
export const getFrozenCampaign = async ({ data }: Pick<Deps, 'data'>, id: string): Promise<Frozen | null> =>
  v.parse(v.nullable(FrozenSchema), await data.sql.getFrozenCampaign({ id }));

/** Caches the final texts of the issues being sent. */
export function createFrozenCampaigns(deps: Pick<Deps, 'data'>) {
  const frozen = new Map<string, Frozen>();
  return {
    /** Reloads the texts, because a step of the series may have changed. */
    async readAgain(claimed: readonly ClaimedReader[]): Promise<void> {
      for (const id of new Set(claimed.map(({ campaign_id }) => campaign_id))) {
        const words = await getFrozenCampaign(deps, id);
        if (words) frozen.set(id, words);
      }
    },
    async getWords({ campaign_id, locale }: ClaimedReader) {
      const known = frozen.get(campaign_id) ?? (await getFrozenCampaign(deps, campaign_id));
      if (!known) throw new Error(`the issue ${campaign_id} has no text`);
      frozen.set(campaign_id, known);
      return known[locale];
    },
    forget: () => frozen.clear(),
  };
}

export type FrozenCampaigns = ReturnType<typeof createFrozenCampaigns>;
