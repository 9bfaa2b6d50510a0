import { Readable } from 'node:stream';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { MailRefused, refusalOf } from './refusals.ts';

/**
 * What became of a mail. `withheld`: the last question was answered with no, and nothing was delivered. `deferred`: the server asks to
 * come back later, or (`isOfSender`) refuses us and not this mail. `broken`: the connection is over; `isHanded` when that was after the
 * final dot, so that it is unknown.
 */
export type HandOver =
  | { kind: 'taken' | 'withheld' }
  | { kind: 'refused'; refused: Exclude<MailRefused['refused'], 'sender'>; error: string }
  | { kind: 'deferred'; isOfSender: boolean; error: string }
  | { kind: 'broken'; isHanded: boolean; error: string };

/** The mail as it is sent, and its envelope. */
type WholeMail = { from: string; to: string; bytes: Buffer };

/** One connection, for many mails one after the other. */
export type SmtpConnection = {
  /** Gives a mail to the server, and asks `mayHand` when everything was said but the final dot, by which it is delivered. */
  hand: (mail: WholeMail, mayHand: () => Promise<boolean>) => Promise<HandOver>;
  /** Whether it can take another mail. */
  isOpen: () => boolean;
  close: () => void;
  /** Closes it with a goodbye. */
  leave: () => void;
};

const PORTION = 16_384;
/** How long a server may take to take a mail that it has: checks and lists are asked for meanwhile (RFC 5321, 4.5.3.2.6). */
const TAKING_MS = 600_000;
const SILENCE_MS = 20_000;
const WITHHELD = new Error('withheld');

/** What the server said, or else what happened. */
function reasonOf(error: unknown): string {
  const { response, message } = error as { response?: unknown; message?: unknown };
  return String(response || message || error).slice(0, 300);
}

function outcomeOf(error: unknown, isHanded: boolean): HandOver {
  if (error === WITHHELD) return { kind: 'withheld' };
  const refusal = refusalOf(error);
  if (refusal instanceof MailRefused) {
    return refusal.refused === 'sender'
      ? { kind: 'deferred', isOfSender: true, error: reasonOf(error) }
      : { kind: 'refused', refused: refusal.refused, error: reasonOf(error) };
  }
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown };
  const isAnswer = typeof responseCode === 'number';
  // After the final dot any answer but yes is a no, also a goodbye.
  if (isAnswer && isHanded) return { kind: 'deferred', isOfSender: false, error: reasonOf(error) };
  if (isAnswer && responseCode !== 421 && (command === 'RCPT TO' || command === 'DATA'))
    return { kind: 'deferred', isOfSender: false, error: reasonOf(error) };
  return { kind: 'broken', isHanded, error: reasonOf(error) };
}

/**
 * A mail server, whose address may name other times (`?socketTimeout=`, and `takingTimeout` for a mail that it has). `connect` throws what it
 * said when it does not let us in.
 */
export function createSmtp(url: string): { connect: () => Promise<SmtpConnection> } {
  const options = parseConnectionUrl(url);
  const { socketTimeout = SILENCE_MS, takingTimeout = TAKING_MS } = options as { socketTimeout?: number; takingTimeout?: number };

  async function connect(): Promise<SmtpConnection> {
    const connection = new SMTPConnection({
      connectionTimeout: 5_000,
      greetingTimeout: 5_000,
      socketTimeout,
      dnsTimeout: 5_000,
      ...options,
    });
    let isOpen = true;
    let failure = new Error('connection closed');
    connection.on('error', (error) => {
      failure = error;
    });
    connection.once('end', () => {
      isOpen = false;
    });
    /** What the server is asked; the client forgets some of its questions when the connection ends. */
    const ask = (question: (done: (error?: Error | null) => void) => void) =>
      new Promise<void>((resolve, reject) => {
        const onEnd = () => reject(failure);
        connection.once('end', onEnd);
        question((error) => {
          connection.off('end', onEnd);
          if (error) reject(error);
          else resolve();
        });
      });
    await ask((done) => connection.connect(done));
    const { auth } = options;
    if (auth) await ask((done) => connection.login(auth, done));
    const close = () => {
      isOpen = false;
      connection.close();
    };
    /** For how long the server may say nothing. */
    const allow = (ms: number) => {
      if (connection._socket) connection._socket.setTimeout(ms);
    };
    /** What was begun is forgotten, for the next letter. */
    const reset = () => ask((done) => connection.reset(done));

    async function hand({ from, to, bytes }: WholeMail, mayHand: () => Promise<boolean>): Promise<HandOver> {
      let asked: Promise<boolean> | null = null;
      async function* portions() {
        for (let at = 0; at < bytes.length; at += PORTION) yield bytes.subarray(at, at + PORTION);
        asked = mayHand();
        if (!(await asked)) throw WITHHELD;
        allow(takingTimeout);
      }
      try {
        await ask((done) => connection.send({ from, to: [to] }, Readable.from(portions()), done));
        allow(socketTimeout);
        return { kind: 'taken' };
      } catch (error) {
        // The connection may break while the answer is on its way.
        const isHanded = await (asked ?? Promise.resolve(false)).catch(() => true);
        const outcome = outcomeOf(error, isHanded);
        if (isOpen) allow(socketTimeout);
        if (outcome.kind === 'refused' || outcome.kind === 'deferred') await reset().catch(close);
        else close();
        return outcome;
      }
    }
    return { hand, isOpen: () => isOpen, close, leave: () => (isOpen ? connection.quit() : close()) };
  }

  return { connect };
}
