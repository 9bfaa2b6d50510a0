import { getTelemetry } from '@site/shared/process/telemetry.ts';
import { MailRefused } from '../../gateways/mail/mail.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Loop, startLoop } from '../../platform/jobs.ts';
import { getSiteFacts } from '../content/content.service.ts';
import { writeLetter } from './letters.ts';
import { claimMail, finishMail, giveUpMail, type Outgoing, postponeMail } from './mail-outbox.repository.ts';
import { getMailedFiles } from './mailed-files.ts';

const BATCH = 10;
/** Longer than one handing-over can take; what a worker that died had claimed waits as long. */
const LEASE_S = 40;
/** The question for jobs tells of mail that is due: this is for the worst case only. */
const ASK_EVERY_MS = 60_000;
const FIRST_RETRY_S = 5;
const LONGEST_RETRY_S = 240;

/** Seconds until the next try after `attempts` that failed. */
export const retryAfter = (attempts: number): number => Math.min(LONGEST_RETRY_S, FIRST_RETRY_S * 2 ** Math.max(0, attempts - 1));

/**
 * Sends what the outbox holds. Several workers share the outbox: each mail is claimed by one, and finished when the mail
 * server took it or refused it for good. Only a worker that dies between these two lets a mail go out again, with the same Message-ID.
 */
export function startMailWorker({ data, mail, log, env }: Pick<Deps, 'data' | 'mail' | 'log' | 'env'>): Loop {
  const stopping = new AbortController();
  /** When the first mail that was not taken is tried again. */
  let againInMs = ASK_EVERY_MS;

  async function send(outgoing: Outgoing): Promise<void> {
    const facts = { mailId: outgoing.id, kind: outgoing.kind, attempts: outgoing.attempts };
    try {
      const [files, facts] = await Promise.all([getMailedFiles({ data }, outgoing), getSiteFacts({ data, env, log })]);
      await mail.send(writeLetter({ ...outgoing, files }, { ...env, ...facts }));
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
      if (error instanceof MailRefused) {
        log.warn({ ...facts, refused: error.refused }, 'mail given up');
        await giveUpMail(data, outgoing.id, reason, error.refused === 'recipient');
        return;
      }
      const seconds = retryAfter(outgoing.attempts);
      log.warn({ ...facts, seconds, reason: error instanceof Error ? error.name : undefined }, 'mail not taken');
      againInMs = Math.min(againInMs, seconds * 1_000);
      await postponeMail(data, outgoing.id, seconds, reason);
      return;
    }
    await finishMail(data, outgoing.id);
    log.info(facts, 'mail sent');
  }

  async function turn(): Promise<void> {
    againInMs = ASK_EVERY_MS;
    while (!stopping.signal.aborted) {
      const claimed = await claimMail(data, BATCH, LEASE_S);
      const results = await Promise.allSettled(claimed.map((outgoing) => getTelemetry().job('mail', () => send(outgoing))));
      for (const result of results) if (result.status === 'rejected') log.warn({ err: result.reason }, 'mail not finished');
      if (claimed.length < BATCH) return;
    }
  }

  return startLoop(
    turn,
    () => againInMs,
    (err) => log.warn({ err }, 'outbox not read'),
    stopping,
  );
}
