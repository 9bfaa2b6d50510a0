import { setTimeout as sleep } from 'node:timers/promises';
import { getTelemetry } from '@site/shared/process/telemetry.ts';
import type { HandOver, LetterConnection } from '../../gateways/mail/letter-mail.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Loop, startLoop } from '../../platform/jobs.ts';
import type { LetterSite } from '../mail-outbox/letter-kind.ts';
import { createUnsubscribeLink } from '../mail-outbox/newsletter-letters.ts';
import { addressLetter } from './letter-body.ts';
import { letterMessageId } from './letter-message-id.ts';
import type { ClaimedReader, Frozen } from './letter-sending.repository.ts';
import * as repository from './letter-sending.repository.ts';
import { getLetterSite } from './letter-site.ts';
import { bulkHeaders, joinedOn, writeForEachLanguage, writerOf } from './letter-words.ts';
import * as series from './series.repository.ts';

const CONNECTIONS = 5;
const BATCH = 50;
/** Longer than a batch may wait for its pace and its mail server; what a worker that died had claimed waits as long. */
const LEASE_S = 60;
/** How many subscribers are looked at in one transaction: a second's work. */
const PORTION = 5_000;
/** More often than the lease of a reader ends to whom a letter is being handed over. */
const KEEP_EVERY_MS = 60_000;
const ASK_EVERY_MS = { idle: 10_000, sending: 5_000 };

type WorkerDeps = Pick<Deps, 'data' | 'letterMail' | 'log' | 'env' | 'liveSettings'>;

/**
 * Sends letters to subscribers. Several workers share the readers: each is claimed by one, and marked just before the final dot of the mail
 * that they get. A worker that dies before leaves them to the others; those that it was handing over at that moment, at most one for each
 * of its connections, are unknown.
 */
export function startLetterWorker(deps: WorkerDeps): Loop {
  const { data, letterMail, log, env } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  let againInMs = ASK_EVERY_MS.idle;
  const connections: (LetterConnection | null)[] = Array.from({ length: CONNECTIONS }, () => null);
  const openings: Promise<LetterConnection>[] = [];
  const frozen = new Map<string, Frozen>();

  /** Writes down what a letter says. False when it could not be. */
  async function freeze(id: string): Promise<boolean> {
    try {
      const due = await repository.getDueLetter(data, id);
      if (!due) return true;
      const words = await writeForEachLanguage(deps, await getLetterSite(deps), due.posts, due.heads);
      return await repository.beginLetter(data, id, due.post_revision, words);
    } catch (err) {
      log.error({ letterId: id, err }, 'letter not begun');
      return false;
    }
  }

  /** Adds the readers of the series whose day has come, and writes a letter of it anew where that is needed. True: there may be another. */
  async function advanceSeries(): Promise<boolean> {
    const stale = await series.advanceSeries(data);
    if (!stale) return false;
    try {
      return await series.writeStep(
        data,
        stale.id,
        stale.post_revision,
        await writeForEachLanguage(deps, await getLetterSite(deps), stale.posts),
      );
    } catch (err) {
      log.error({ letterId: stale.id, err }, 'letter of the series not written');
      return false;
    }
  }

  async function getWords({ letter_id, locale }: ClaimedReader) {
    const known = frozen.get(letter_id) ?? (await repository.getFrozenLetter(data, letter_id));
    if (!known) throw new Error(`the letter ${letter_id} says nothing`);
    frozen.set(letter_id, known);
    return known[locale];
  }

  /** What became of one reader's letter on this connection. `left`: they left before their turn. */
  async function hand(
    connection: LetterConnection,
    reader: ClaimedReader,
    site: LetterSite,
  ): Promise<{ outcome: HandOver; hasLeft: boolean }> {
    const way = createUnsubscribeLink(reader, reader, site);
    const words = addressLetter(await getWords(reader), {
      leaveUrl: way.url,
      joined: joinedOn(reader.confirmed_at, reader.locale, site.SITE_TIME_ZONE),
    });
    let hasLeft = false;
    let keeping: NodeJS.Timeout | undefined;
    // Some servers look at a mail for minutes before they say that they have it.
    const keep = () =>
      repository.keepLetter(data, reader).catch((err: unknown) => log.warn({ letterId: reader.letter_id, err }, 'reader not kept'));
    const outcome = await getTelemetry().call('mail', 'letter', () =>
      connection.hand(
        {
          ...writerOf(site),
          ...{ to: reader.email, subject: words.subject, html: words.html, text: words.text },
          messageId: letterMessageId(env.LINKS_SECRET, reader.letter_id, reader.subscriber_id, letterMail.domain, reader.generation),
          headers: { ...bulkHeaders(reader.letter_id, site), ...way.headers },
        },
        async () => {
          const answer = await repository.mayHandLetter(data, reader);
          hasLeft = answer === 'left';
          if (answer === 'handing') keeping = setInterval(keep, KEEP_EVERY_MS);
          return answer === 'handing';
        },
      ),
    );
    clearInterval(keeping);
    return { outcome, hasLeft };
  }

  /** A new connection for this lane; null where the mail server takes no more than those that are open. Throws when none is. */
  async function connect(lane: number): Promise<LetterConnection | null> {
    const opening = letterMail.connect();
    openings[lane] = opening;
    try {
      connections[lane] = await opening;
      return connections[lane];
    } catch (error) {
      const all = await Promise.allSettled(Object.values(openings));
      if (all.some((one) => one.status === 'fulfilled' && one.value.isOpen())) return null;
      throw error;
    }
  }

  /**
   * Writes to one reader over the connection of this lane. `held`: the letter does not go on now; `elsewhere`: other lanes have
   * connections, and this one gets none.
   */
  async function send(lane: number, reader: ClaimedReader, site: LetterSite): Promise<'done' | 'held' | 'elsewhere'> {
    let connection = connections[lane] ?? null;
    const isUsed = connection?.isOpen() === true;
    if (!connection?.isOpen()) {
      try {
        connection = await connect(lane);
      } catch (error) {
        await repository.interruptLetter(data, reader, error instanceof Error ? error.message.slice(0, 300) : 'unknown', false);
        return 'held';
      }
      if (!connection) return 'elsewhere';
    }
    const { outcome, hasLeft } = await hand(connection, reader, site);
    switch (outcome.kind) {
      case 'taken':
        await repository.finishLetter(data, reader);
        return 'done';
      case 'withheld':
        return hasLeft ? 'done' : 'held';
      case 'refused':
        return (await repository.refuseLetter(data, reader, outcome.error, outcome.refused === 'recipient')) ? 'done' : 'held';
      case 'deferred':
        await repository.deferLetter(data, reader, outcome.error);
        return 'done';
      case 'broken':
        // Servers end connections that lived long enough.
        if (isUsed && !outcome.isHanded) return await send(lane, reader, site);
        await repository.interruptLetter(data, reader, outcome.error, true);
        return 'held';
    }
  }

  async function sendAll(claimed: readonly ClaimedReader[]): Promise<void> {
    const claimedAt = performance.now();
    const site = await getLetterSite(deps);
    const left = [...claimed];
    const held = new Set<string>();
    // A letter of the series may say something else than a while ago.
    for (const id of new Set(claimed.map(({ letter_id }) => letter_id))) {
      const words = await repository.getFrozenLetter(data, id);
      if (words) frozen.set(id, words);
    }
    const counts = { sent: 0, notSent: 0 };
    const work = async (lane: number) => {
      for (let reader = left.shift(); reader !== undefined; reader = left.shift()) {
        const waitMs = claimedAt + reader.in_ms - performance.now();
        if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
        if (held.has(reader.letter_id)) continue;
        const facts = { letterId: reader.letter_id, subscriberId: reader.subscriber_id };
        try {
          const outcome = await send(lane, reader, site);
          if (outcome === 'elsewhere') {
            left.unshift(reader);
            return;
          }
          if (outcome === 'done') counts.sent += 1;
          else held.add(reader.letter_id);
        } catch (err) {
          counts.notSent += 1;
          log.warn({ ...facts, err }, 'letter not sent');
        }
      }
    };
    // Again for those that a lane gave back when the others were through.
    for (let before = Number.POSITIVE_INFINITY; left.length > 0 && left.length < before && !signal.aborted; ) {
      before = left.length;
      await Promise.all(connections.map((_, lane) => work(lane)));
    }
    log.info({ ...counts, held: held.size }, 'letters sent');
  }

  function closeConnections(): void {
    connections.forEach((connection, lane) => {
      connection?.close();
      connections[lane] = null;
    });
    frozen.clear();
  }

  async function turn(): Promise<void> {
    againInMs = ASK_EVERY_MS.idle;
    while (!signal.aborted) {
      if (await advanceSeries()) continue;
      const work = await repository.advanceLetters(data);
      if (work.due !== null) {
        if (await freeze(work.due)) continue;
        againInMs = ASK_EVERY_MS.sending;
      }
      if (work.preparing !== null) {
        await repository.prepareLetter(data, work.preparing, PORTION);
        continue;
      }
      if (work.next_in !== null) againInMs = Math.min(againInMs, Math.ceil(work.next_in * 1_000));
      if (!work.is_sending) return closeConnections();
      const claimed = await repository.claimLetterRecipients(data, BATCH, LEASE_S, env.LETTERS_PER_SECOND);
      if (claimed.length === 0) {
        againInMs = Math.min(againInMs, ASK_EVERY_MS.sending);
        return closeConnections();
      }
      await getTelemetry().job('letters', () => sendAll(claimed));
    }
  }

  const loop = startLoop(
    turn,
    () => againInMs,
    (err) => log.warn({ err }, 'letters not looked for'),
    stopping,
  );
  return {
    ...loop,
    stop: async () => {
      await loop.stop();
      closeConnections();
    },
  };
}
