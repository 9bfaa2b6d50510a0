import { getTelemetry } from '@site/shared/process/telemetry.ts';
import type { CampaignConnection } from '../../../gateways/mail/campaign-mail.ts';
import type { HandOver } from '../../../gateways/mail/smtp.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { EmailSite } from '../mail-outbox/email-kind.ts';
import { createUnsubscribeLink } from '../mail-outbox/newsletter-emails.ts';
import { addressCampaign } from './campaign-body.ts';
import type { Lanes } from './campaign-lanes.ts';
import { campaignMessageId } from './campaign-message-id.ts';
import type { ClaimedReader } from './campaign-rows.ts';
import { bulkHeaders, joinedOn, writerOf } from './campaign-words.ts';
import type { FrozenCampaigns } from './frozen-campaigns.ts';

/** Milliseconds between two extensions of a reader's lease during a slow delivery. The lease itself lasts longer. */
const KEEP_EVERY_MS = 60_000;

export type SendDeps = Pick<Deps, 'data' | 'campaignMail' | 'log' | 'env'> & { readonly lanes: Lanes; readonly frozen: FrozenCampaigns };

const claimOf = ({ campaign_id, subscriber_id, claims }: ClaimedReader) => ({
  campaignId: campaign_id,
  subscriberId: subscriber_id,
  claims,
});

/** Sends one reader's email over this connection and returns the outcome. `hasLeft`: the reader unsubscribed before the email was sent. */
async function hand(
  { data, campaignMail, log, env, frozen }: SendDeps,
  connection: CampaignConnection,
  reader: ClaimedReader,
  site: EmailSite,
): Promise<{ outcome: HandOver; hasLeft: boolean }> {
  const way = createUnsubscribeLink(reader, reader, site);
  const frozenWords = await frozen.getWords(reader);
  let words: ReturnType<typeof addressCampaign>;
  try {
    words = addressCampaign(frozenWords, { leaveUrl: way.url, joined: joinedOn(reader, reader.locale, site.SITE_TIME_ZONE) });
  } catch (err) {
    // An email that cannot be rendered counts as deferred by the mail server. Deferrals are limited, so neither this reader nor the issue
    // is retried for ever.
    log.error({ campaignId: reader.campaign_id, subscriberId: reader.subscriber_id, err }, 'could not write a newsletter email');
    return { outcome: { kind: 'deferred', isOfSender: false, error: String(err).slice(0, 300) }, hasLeft: false };
  }
  let hasLeft = false;
  let keeping: NodeJS.Timeout | undefined;
  // Some mail servers check an email for minutes before they accept it, so the claim on the reader is extended meanwhile.
  const keep = () =>
    data.sql
      .keepCampaign(claimOf(reader))
      .catch((err: unknown) => log.warn({ campaignId: reader.campaign_id, err }, 'could not extend the claim on a reader'));
  const outcome = await getTelemetry().call('mail', 'campaign', () =>
    connection.hand(
      {
        ...writerOf(site),
        ...{ to: reader.email, subject: words.subject, html: words.html, text: words.text },
        messageId: campaignMessageId(env.LINKS_SECRET, reader.campaign_id, reader.subscriber_id, campaignMail.domain, reader.generation),
        headers: { ...bulkHeaders(reader.campaign_id, site), ...way.headers },
      },
      async () => {
        const answer = await data.sql.mayHandCampaign(claimOf(reader));
        hasLeft = answer === 'left';
        if (answer === 'handing') keeping = setInterval(keep, KEEP_EVERY_MS);
        return answer === 'handing';
      },
    ),
  );
  clearInterval(keeping);
  return { outcome, hasLeft };
}

/**
 * Sends an email to one reader over the lane's connection. `held`: the issue cannot be sent now. `elsewhere`: only other lanes have
 * connections.
 */
export async function sendCampaign(
  deps: SendDeps,
  lane: number,
  reader: ClaimedReader,
  site: EmailSite,
): Promise<'done' | 'held' | 'elsewhere'> {
  const { lanes } = deps;
  const { sql } = deps.data;
  const claim = claimOf(reader);
  const used = lanes.getOpen(lane);
  let connection = used;
  if (!connection) {
    try {
      connection = await lanes.connect(lane);
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
      await sql.interruptCampaign({ ...claim, error: reason, wasTried: false });
      return 'held';
    }
    if (!connection) return 'elsewhere';
  }
  const { outcome, hasLeft } = await hand(deps, connection, reader, site);
  switch (outcome.kind) {
    case 'taken':
      await sql.finishCampaign(claim);
      return 'done';
    case 'withheld':
      return hasLeft ? 'done' : 'held';
    case 'refused':
      return (await sql.refuseCampaign({ ...claim, error: outcome.error, isRecipient: outcome.refused === 'recipient' })) ? 'done' : 'held';
    case 'deferred':
      await sql.deferCampaign({ ...claim, error: outcome.error });
      return 'done';
    case 'broken':
      // Mail servers close idle connections after some time.
      if (used && !outcome.isHanded) return await sendCampaign(deps, lane, reader, site);
      await sql.interruptCampaign({ ...claim, error: outcome.error, wasTried: true });
      return 'held';
  }
}
