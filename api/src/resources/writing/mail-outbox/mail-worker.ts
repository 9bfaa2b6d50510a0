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
import { writeLetter } from './letters.ts';
import { getMailedFiles } from './mailed-files.ts';

/** How many mails are handed over side by side. */
const BATCH = 10;
/** What a worker that died had claimed waits as long. */
const LEASE_S = 40;
/** More often than the lease ends of a mail that a server takes minutes for. */
const KEEP_EVERY_MS = 15_000;
/** What was taken is written down as soon as the database can be had: tried again after so long, each time twice as long. */
const FINISH_AGAIN_MS = { first: 1_000, longest: 30_000 };
/** For how long the other mails wait for those that are handed over. */
const PATIENCE_MS = 2_000;
/** The question for jobs tells of mail that is due: this is for the worst case only. */
const ASK_EVERY_MS = 60_000;
const FIRST_RETRY_S = 5;
const LONGEST_RETRY_S = 240;
/** Five days of tries, as long as mail servers try (RFC 5321, 4.5.4.1): what is refused for its sender until then is refused for itself. */
const SENDER_TRIES = 1_800;

const OutgoingSchema = v.pick(tables.outbox, ['id', 'key', 'kind', 'recipient', 'locale', 'payload', 'attempts']);
type Outgoing = v.InferOutput<typeof OutgoingSchema>;

/** Hands out at most `limit` due mails; no other process gets them for `leaseSeconds`. */
export const claimMail = async ({ sql }: Data, limit: number, leaseSeconds: number): Promise<Outgoing[]> =>
  v.parse(v.array(OutgoingSchema), await sql.claimMail({ limit, leaseSeconds }));

/** A mail that this release cannot write: the next one may, also during a deploy. */
class Unwritable extends Error {}

const write: typeof writeLetter = (...about) => {
  try {
    return writeLetter(...about);
  } catch (cause) {
    throw new Unwritable(`not written: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
};

/** Seconds until the next try after `attempts` that failed. */
export const retryAfter = (attempts: number): number => Math.min(LONGEST_RETRY_S, FIRST_RETRY_S * 2 ** Math.max(0, attempts - 1));

/**
 * Sends what the outbox holds. Several workers share the outbox: each mail is claimed by one, and finished when the mail
 * server took it or refused it for good, for which a server has minutes. Only a worker that dies between these two, or another one that
 * claims it while the first cannot reach the database, lets a mail go out again, with the same Message-ID.
 */
export function startMailWorker({ data, mail, log, env }: Pick<Deps, 'data' | 'mail' | 'log' | 'env'>): Loop {
  const stopping = new AbortController();
  /** When the first mail that was not taken is tried again. */
  let againInMs = ASK_EVERY_MS;
  const underWay = new Set<Promise<void>>();
  /** What the mail server took and the database does not know yet. */
  const taken = new Set<string>();
  let isTurning = false;

  /** Writes down that the mail server took a mail, again and again while the database cannot be had. */
  async function finish({ id, key, kind }: Outgoing): Promise<void> {
    taken.add(id);
    for (let ms = FINISH_AGAIN_MS.first; ; ms = Math.min(FINISH_AGAIN_MS.longest, 2 * ms)) {
      try {
        await data.sql.finishMail({ id, mark: mailMark(env.LINKS_SECRET, key) });
        taken.delete(id);
        return;
      } catch (err) {
        if (stopping.signal.aborted) throw err;
        log.warn({ mailId: id, kind, err }, 'mail not finished');
        await sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  async function send(outgoing: Outgoing): Promise<void> {
    // Its lease was over before the database could be had: the loop that finishes it goes on.
    if (taken.has(outgoing.id)) return;
    const facts = { mailId: outgoing.id, kind: outgoing.kind, attempts: outgoing.attempts };
    const { id, attempts } = outgoing;
    // False when it is this worker's no more, or nobody's.
    const keep = async () => Boolean(await data.sql.keepMail({ id, attempts, leaseSeconds: LEASE_S }));
    const keeping = setInterval(() => void keep().catch((err: unknown) => log.warn({ ...facts, err }, 'mail not kept')), KEEP_EVERY_MS);
    try {
      const [files, siteFacts] = await Promise.all([getMailedFiles({ data }, outgoing), getSiteFacts({ data, env, log })]);
      if (!(await mail.send(write({ ...outgoing, files }, { ...env, ...siteFacts }), keep))) {
        log.info(facts, 'mail left to another worker, or taken back');
        return;
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
      const refused = error instanceof MailRefused ? error.refused : null;
      const isForTheSender = refused === 'sender' || error instanceof Unwritable;
      if (isForTheSender ? outgoing.attempts >= SENDER_TRIES : refused !== null) {
        log.warn({ ...facts, refused }, 'mail given up');
        await data.sql.giveUpMail({ id, error: reason, isRecipient: refused === 'recipient' });
        return;
      }
      const seconds = retryAfter(outgoing.attempts);
      log.warn({ ...facts, seconds, reason: error instanceof Error ? error.name : undefined }, 'mail not taken');
      againInMs = Math.min(againInMs, seconds * 1_000);
      await data.sql.postponeMail({ id, seconds, error: reason });
      return;
    } finally {
      clearInterval(keeping);
    }
    await finish(outgoing);
    log.info(facts, 'mail sent');
  }

  function begin(outgoing: Outgoing): void {
    const sending: Promise<void> = getTelemetry()
      .job('mail', () => send(outgoing))
      .catch((err: unknown) => log.warn({ err }, 'mail not finished'))
      .finally(() => {
        underWay.delete(sending);
        // Its place is free.
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
        // One that a server takes minutes for holds up no other.
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
    (err) => log.warn({ err }, 'outbox not read'),
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
