import { Readable } from 'node:stream';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { MailRefused, refusalOf } from './refusals.ts';

/**
 * The outcome of an email. `withheld`: `mayHand` returned false, and nothing was delivered. `deferred`: the server asks us to try later, or
 * (`isOfSender`) rejects us and not this email. `broken`: the connection failed. `isHanded` means that it failed after the final dot, so it
 * is unknown whether the email was delivered.
 */
export type HandOver =
  | { kind: 'taken' | 'withheld' }
  | { kind: 'refused'; refused: Exclude<MailRefused['refused'], 'sender'>; error: string }
  | { kind: 'deferred'; isOfSender: boolean; error: string }
  | { kind: 'broken'; isHanded: boolean; error: string };

/** The complete email and its envelope. */
type WholeMail = { from: string; to: string; bytes: Buffer };

/** One connection that sends many emails one after another. */
export type SmtpConnection = {
  /** Sends an email. Calls `mayHand` before the final dot, which is the moment of delivery. */
  hand: (mail: WholeMail, mayHand: () => Promise<boolean>) => Promise<HandOver>;
  /** Returns whether the connection can send another email. */
  isOpen: () => boolean;
  close: () => void;
  /** Ends the session with QUIT. */
  leave: () => void;
};

const PORTION = 16_384;
/**
 * Milliseconds that a mail server may take to accept an email after the final dot, because the server runs its checks in this time (RFC
 * 5321, 4.5.3.2.6).
 */
const TAKING_MS = 600_000;
const SILENCE_MS = 20_000;
const WITHHELD = new Error('withheld');

/** Returns the server's response, or the error's message if the server did not respond. */
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
  // After the final dot, any response except success means that the email was not accepted, even 421.
  if (isAnswer && isHanded) return { kind: 'deferred', isOfSender: false, error: reasonOf(error) };
  if (isAnswer && responseCode !== 421 && (command === 'RCPT TO' || command === 'DATA'))
    return { kind: 'deferred', isOfSender: false, error: reasonOf(error) };
  return { kind: 'broken', isHanded, error: reasonOf(error) };
}

/**
 * Creates a client for a mail server. The URL may set timeouts: `?socketTimeout=`, and `takingTimeout` for the wait after the final dot.
 * `connect` throws the server's answer when it refuses us.
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
    /** Runs one step of the SMTP client and also rejects when the connection ends: the client does not call back for some steps then. */
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
    /** Sets how long the server may be silent. */
    const allow = (ms: number) => {
      if (connection._socket) connection._socket.setTimeout(ms);
    };
    /** Discards a half-sent email on the server, so that the connection can send another one. */
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
        // The connection may break while `mayHand` is running.
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
