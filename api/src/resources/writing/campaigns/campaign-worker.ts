import { setTimeout as sleep } from 'node:timers/promises';
import { getTelemetry } from '@site/shared/process/telemetry.ts';
import * as v from 'valibot';
import type { Deps } from '../../../platform/deps.ts';
import { type Loop, startLoop } from '../../../platform/jobs.ts';
import { getEmailSite } from '../mail-outbox/email-site.ts';
import { createLanes } from './campaign-lanes.ts';
import { type ClaimedReader, ClaimedSchema } from './campaign-rows.ts';
import { advanceSeries, attemptCampaign, createFrozenCampaigns, freezeCampaign } from './frozen-campaigns.ts';
import { type SendDeps, sendCampaign } from './send-campaign.ts';

const CONNECTIONS = 5;
const BATCH = 50;
/**
 * Seconds until the claims of a crashed worker become free. This is longer than a batch may take at its pace and with a slow mail server.
 */
const LEASE_S = 60;
/** The number of subscribers per transaction, which takes about a second. */
const PORTION = 5_000;
const ASK_EVERY_MS = { idle: 10_000, sending: 5_000 };

/** The pending work, and the seconds until the next poll. */
const WorkSchema = v.object({
  due: v.nullable(v.string()),
  preparing: v.nullable(v.string()),
  is_sending: v.boolean(),
  next_in: v.nullable(v.number()),
});

type WorkerDeps = Pick<Deps, 'data' | 'campaignMail' | 'log' | 'env' | 'liveSettings'>;

/** Sends the emails of a batch at its pace, over all lanes. */
async function sendAll(deps: WorkerDeps & SendDeps, claimed: readonly ClaimedReader[], signal: AbortSignal): Promise<void> {
  const { log, lanes, frozen } = deps;
  const claimedAt = performance.now();
  const site = await getEmailSite(deps);
  const left = [...claimed];
  const held = new Set<string>();
  await frozen.readAgain(claimed);
  const counts = { sent: 0, notSent: 0 };

  async function work(lane: number): Promise<void> {
    for (let reader = left.shift(); reader !== undefined; reader = left.shift()) {
      const waitMs = claimedAt + reader.in_ms - performance.now();
      if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      if (held.has(reader.campaign_id)) continue;
      try {
        const outcome = await sendCampaign(deps, lane, reader, site);
        if (outcome === 'elsewhere') {
          left.unshift(reader);
          return;
        }
        if (outcome === 'done') counts.sent += 1;
        else held.add(reader.campaign_id);
      } catch (err) {
        counts.notSent += 1;
        log.warn({ campaignId: reader.campaign_id, subscriberId: reader.subscriber_id, err }, 'newsletter email not sent');
      }
    }
  }

  // The loop repeats, because a lane may return a reader after the other lanes have finished.
  for (let before = Number.POSITIVE_INFINITY; left.length > 0 && left.length < before && !signal.aborted; ) {
    before = left.length;
    await Promise.all(lanes.lanes.map(work));
  }
  log.info({ ...counts, held: held.size }, 'newsletter emails sent');
}

/**
 * Starts a worker that sends newsletter emails. Several workers share the readers. Each reader is claimed by one worker and marked as
 * handed over just before the final dot of the email. If a worker crashes before this mark, another worker sends the email. If a worker
 * crashes between the mark and the server's answer, the outcome is unknown. This affects at most one email per connection.
 */
export function startCampaignWorker(deps: WorkerDeps): Loop {
  const { campaignMail, log, env } = deps;
  const { sql } = deps.data;
  const stopping = new AbortController();
  const { signal } = stopping;
  let againInMs = ASK_EVERY_MS.idle;
  const lanes = createLanes(campaignMail, CONNECTIONS);
  const frozen = createFrozenCampaigns(deps);

  function rest(): void {
    lanes.close();
    frozen.forget();
  }

  async function turn(): Promise<void> {
    againInMs = ASK_EVERY_MS.idle;
    while (!signal.aborted) {
      if (await advanceSeries(deps)) continue;
      const work = v.parse(WorkSchema, await sql.advanceCampaigns());
      if (work.due !== null) {
        if (await freezeCampaign(deps, work.due)) continue;
        againInMs = ASK_EVERY_MS.sending;
      }
      if (work.preparing !== null) {
        const id = work.preparing;
        await attemptCampaign(deps, id, () => sql.prepareCampaign({ id, size: PORTION }));
        continue;
      }
      if (work.next_in !== null) againInMs = Math.min(againInMs, Math.ceil(work.next_in * 1_000));
      if (!work.is_sending) return rest();
      const batch = { limit: BATCH, leaseSeconds: LEASE_S, perSecond: env.CAMPAIGNS_PER_SECOND };
      const claimed = v.parse(v.array(ClaimedSchema), await sql.claimCampaignRecipients(batch));
      if (claimed.length === 0) {
        againInMs = Math.min(againInMs, ASK_EVERY_MS.sending);
        return rest();
      }
      await getTelemetry().job('campaigns', () => sendAll({ ...deps, lanes, frozen }, claimed, signal));
    }
  }

  const loop = startLoop(
    turn,
    () => againInMs,
    (err) => log.warn({ err }, 'could not query due newsletter emails'),
    stopping,
  );
  return {
    ...loop,
    stop: async () => {
      await loop.stop();
      rest();
    },
  };
}
