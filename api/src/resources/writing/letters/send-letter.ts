import { getTelemetry } from '@site/shared/process/telemetry.ts';
import type { LetterConnection } from '../../../gateways/mail/letter-mail.ts';
import type { HandOver } from '../../../gateways/mail/smtp.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { LetterSite } from '../mail-outbox/letter-kind.ts';
import { createUnsubscribeLink } from '../mail-outbox/newsletter-letters.ts';
import type { FrozenLetters } from './frozen-letters.ts';
import { addressLetter } from './letter-body.ts';
import type { Lanes } from './letter-lanes.ts';
import { letterMessageId } from './letter-message-id.ts';
import type { ClaimedReader } from './letter-rows.ts';
import { bulkHeaders, joinedOn, writerOf } from './letter-words.ts';

/** More often than the lease of a reader expires during a slow delivery. */
const KEEP_EVERY_MS = 60_000;

export type SendDeps = Pick<Deps, 'data' | 'letterMail' | 'log' | 'env'> & { readonly lanes: Lanes; readonly frozen: FrozenLetters };

const claimOf = ({ letter_id, subscriber_id, claims }: ClaimedReader) => ({ letterId: letter_id, subscriberId: subscriber_id, claims });

/** Sends one reader's email over this connection and returns the outcome. `hasLeft`: the reader unsubscribed before their turn. */
async function hand(
  { data, letterMail, log, env, frozen }: SendDeps,
  connection: LetterConnection,
  reader: ClaimedReader,
  site: LetterSite,
): Promise<{ outcome: HandOver; hasLeft: boolean }> {
  const way = createUnsubscribeLink(reader, reader, site);
  const frozenWords = await frozen.getWords(reader);
  let words: ReturnType<typeof addressLetter>;
  try {
    words = addressLetter(frozenWords, { leaveUrl: way.url, joined: joinedOn(reader, reader.locale, site.SITE_TIME_ZONE) });
  } catch (err) {
    // Counts like an attempt that the mail server did not accept, so neither this reader nor the issue is retried forever.
    log.error({ letterId: reader.letter_id, subscriberId: reader.subscriber_id, err }, 'could not write a newsletter email');
    return { outcome: { kind: 'deferred', isOfSender: false, error: String(err).slice(0, 300) }, hasLeft: false };
  }
  let hasLeft = false;
  let keeping: NodeJS.Timeout | undefined;
  // Some servers check an email for minutes before they accept it.
  const keep = () =>
    data.sql
      .keepLetter(claimOf(reader))
      .catch((err: unknown) => log.warn({ letterId: reader.letter_id, err }, 'could not extend the claim on a reader'));
  const outcome = await getTelemetry().call('mail', 'letter', () =>
    connection.hand(
      {
        ...writerOf(site),
        ...{ to: reader.email, subject: words.subject, html: words.html, text: words.text },
        messageId: letterMessageId(env.LINKS_SECRET, reader.letter_id, reader.subscriber_id, letterMail.domain, reader.generation),
        headers: { ...bulkHeaders(reader.letter_id, site), ...way.headers },
      },
      async () => {
        const answer = await data.sql.mayHandLetter(claimOf(reader));
        hasLeft = answer === 'left';
        if (answer === 'handing') keeping = setInterval(keep, KEEP_EVERY_MS);
        return answer === 'handing';
      },
    ),
  );
  clearInterval(keeping);
  return { outcome, hasLeft };
}

/** Sends an email to one reader over the lane's connection. `held`: the issue cannot be sent now. `elsewhere`: only other lanes have connections. */
export async function sendLetter(
  deps: SendDeps,
  lane: number,
  reader: ClaimedReader,
  site: LetterSite,
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
      await sql.interruptLetter({ ...claim, error: reason, wasTried: false });
      return 'held';
    }
    if (!connection) return 'elsewhere';
  }
  const { outcome, hasLeft } = await hand(deps, connection, reader, site);
  switch (outcome.kind) {
    case 'taken':
      await sql.finishLetter(claim);
      return 'done';
    case 'withheld':
      return hasLeft ? 'done' : 'held';
    case 'refused':
      return (await sql.refuseLetter({ ...claim, error: outcome.error, isRecipient: outcome.refused === 'recipient' })) ? 'done' : 'held';
    case 'deferred':
      await sql.deferLetter({ ...claim, error: outcome.error });
      return 'done';
    case 'broken':
      // Servers close connections after some time.
      if (used && !outcome.isHanded) return await sendLetter(deps, lane, reader, site);
      await sql.interruptLetter({ ...claim, error: outcome.error, wasTried: true });
      return 'held';
  }
}
