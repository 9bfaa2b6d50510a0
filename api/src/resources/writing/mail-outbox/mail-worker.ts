import { setTimeout as sleep } from 'node:timers/promises';
import { getTelemetry } from '@site/shared/process/telemetry.ts';
import * as v from 'valibot';
import { mailMark } from '../../../gateways/mail/mail.ts';
import { MailRefused } from '../../../gateways/mail/refusals.ts';
import type { Data } from '../../../gateways/supabase/data.ts';
import { tables } from '../../../gateways/supabase/database.generated.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type Loop, startLoop } from '../../../platform/jobs.ts';
import { getSiteFacts } from '../../site/content/content.service.ts';
import { writeEmail } from './emails.ts';
import { prepareMailedFiles } from './mailed-files.ts';

/** Number of emails that are sent in parallel. */
const BATCH = 10;
/** Seconds until the claims of a crashed worker are free. */
const LEASE_S = 40;
/** Milliseconds between two extensions of an email's lease, because a mail server may need minutes to accept an email. */
const KEEP_EVERY_MS = 15_000;
/** Retry delays for recording a sent email while the database is unavailable. Each delay is twice as long as the one before. */
const FINISH_AGAIN_MS = { first: 1_000, longest: 30_000 };
/** Milliseconds that a turn waits for emails under way before the turn claims further emails. */
const PATIENCE_MS = 2_000;
/** A fallback only: the poll of the jobs normally reports mail that is due. */
const ASK_EVERY_MS = 60_000;
const FIRST_RETRY_S = 5;
const LONGEST_RETRY_S = 240;
/** Five days of attempts, as long as mail servers retry (RFC 5321, 4.5.4.1). After that, an email refused for its sender is given up. */
const SENDER_TRIES = 1_800;

const OutgoingSchema = v.pick(tables.outbox, ['id', 'key', 'kind', 'recipient', 'locale', 'payload', 'attempts']);
type Outgoing = v.InferOutput<typeof OutgoingSchema>;

/** Claims at most `limit` due emails. No other process gets them for `leaseSeconds`. */
export const claimMail = async ({ sql }: Data, limit: number, leaseSeconds: number): Promise<Outgoing[]> =>
  v.parse(v.array(OutgoingSchema), await sql.claimMail({ limit, leaseSeconds }));

/** An email that this release cannot write. The next release may be able to, also during a deploy. */
class Unwritable extends Error {}

const write: typeof writeEmail = (...about) => {
  try {
    return writeEmail(...about);
  } catch (cause) {
    throw new Unwritable(`not written: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
};

/** Returns the seconds until the next attempt after `attempts` failed ones. */
export const retryAfter = (attempts: number): number => Math.min(LONGEST_RETRY_S, FIRST_RETRY_S * 2 ** Math.max(0, attempts - 1));

/**
 * Starts a worker that sends the emails of the outbox. Several workers share it. Each email is claimed by one worker and finished when the
 * mail server accepted it or rejected it permanently, which may take minutes. An email is sent twice only if its worker crashes between the
 * two steps, or if another worker claims it while the first cannot reach the database. Both copies have the same Message-ID.
 */
export function startMailWorker({
  data,
  mail,
  log,
  env,
  liveSettings,
}: Pick<Deps, 'data' | 'mail' | 'log' | 'env' | 'liveSettings'>): Loop {
  const stopping = new AbortController();
  /** Milliseconds until the first failed email is retried. */
  let againInMs = ASK_EVERY_MS;
  const underWay = new Set<Promise<void>>();
  /** Ids of emails that the mail server accepted and that are not yet recorded in the database. */
  const taken = new Set<string>();
  let isTurning = false;

  /** Records that the mail server accepted an email. Retries while the database is unavailable. */
  async function finish({ id, key, kind }: Outgoing): Promise<void> {
    taken.add(id);
    for (let ms = FINISH_AGAIN_MS.first; ; ms = Math.min(FINISH_AGAIN_MS.longest, 2 * ms)) {
      try {
        await data.sql.finishMail({ id, mark: mailMark(env.LINKS_SECRET, key) });
        taken.delete(id);
        return;
      } catch (err) {
        if (stopping.signal.aborted) throw err;
        log.warn({ mailId: id, kind, err }, 'could not record the outcome of an email');
        await sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  async function send(outgoing: Outgoing): Promise<void> {
    // The email was sent, but its lease expired before the database was available. `finish` is still retrying.
    if (taken.has(outgoing.id)) return;
    const facts = { mailId: outgoing.id, kind: outgoing.kind, attempts: outgoing.attempts };
    const { id, attempts } = outgoing;
    // Returns false when the email belongs to another worker or was canceled.
    const keep = async () => Boolean(await data.sql.keepMail({ id, attempts, leaseSeconds: LEASE_S }));
    const keeping = setInterval(
      () => void keep().catch((err: unknown) => log.warn({ ...facts, err }, 'could not extend the claim on an email')),
      KEEP_EVERY_MS,
    );
    try {
      const [prepared, siteFacts] = await Promise.all([
        prepareMailedFiles({ data, liveSettings }, outgoing),
        getSiteFacts({ data, env, log }),
      ]);
      if (!(await mail.send(write({ ...outgoing, ...prepared }, { ...env, ...siteFacts }), keep))) {
        log.info(facts, 'email sent by another worker or withdrawn');
        return;
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
      const refused = error instanceof MailRefused ? error.refused : null;
      const isForTheSender = refused === 'sender' || error instanceof Unwritable;
      if (isForTheSender ? outgoing.attempts >= SENDER_TRIES : refused !== null) {
        log.warn({ ...facts, refused }, 'email not sent, no further attempts');
        await data.sql.giveUpMail({ id, error: reason, isRecipient: refused === 'recipient' });
        return;
      }
      const seconds = retryAfter(outgoing.attempts);
      log.warn({ ...facts, seconds, reason: error instanceof Error ? error.name : undefined }, 'mail server did not accept the email');
      againInMs = Math.min(againInMs, seconds * 1_000);
      await data.sql.postponeMail({ id, seconds, error: reason });
      return;
    } finally {
      clearInterval(keeping);
    }
    await finish(outgoing);
    log.info(facts, 'email sent');
  }

  function begin(outgoing: Outgoing): void {
    const sending: Promise<void> = getTelemetry()
      .job('mail', () => send(outgoing))
      .catch((err: unknown) => log.warn({ err }, 'could not record the outcome of an email'))
      .finally(() => {
        underWay.delete(sending);
        // Another email can be sent now.
        if (!isTurning) loop.wake();
      });
    underWay.add(sending);
  }

  async function turn(): Promise<void> {
    againInMs = ASK_EVERY_MS;
    isTurning = true;
    try {
      while (!stopping.signal.aborted) {
        const free = BATCH - underWay.size;
        const claimed = free > 0 ? await claimMail(data, free, LEASE_S) : [];
        for (const outgoing of claimed) begin(outgoing);
        // An email that a server needs minutes to accept does not hold up others.
        await Promise.race([Promise.all(underWay), sleep(PATIENCE_MS, undefined, { ref: false })]);
        if (claimed.length < free || underWay.size === BATCH) return;
      }
    } finally {
      isTurning = false;
    }
  }

  const loop = startLoop(
    turn,
    () => againInMs,
    (err) => log.warn({ err }, 'could not query the outbox'),
    stopping,
  );
  return {
    ...loop,
    stop: async () => {
      await loop.stop();
      await Promise.all(underWay);
    },
  };
}
