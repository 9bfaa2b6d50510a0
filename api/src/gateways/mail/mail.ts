import { createHash } from 'node:crypto';
import { getTelemetry } from '@site/shared/process/telemetry.ts';
import { createTransport } from 'nodemailer';

export type Letter = {
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The sender, as mailboxes show it; without one the name that is configured. */
  senderName?: string;
  /** Where the answers go, when not to the sender. */
  replyTo?: { name: string; address: string };
  headers?: Readonly<Record<string, string>>;
  /** The keys of the letters before it in the same conversation, oldest first. */
  after?: readonly string[];
};

export type Mail = {
  /** Hands the letter to the mail server. Throws when it was not accepted: `MailRefused` when it never will be. */
  send: (letter: Letter) => Promise<void>;
  /** Signs in at the mail server. Throws what it said when it does not let us in. */
  signIn: () => Promise<void>;
};

/** The mail server refused a letter for good (5xx): its `recipient`, who has no mailbox there, or the `letter`, for any other reason. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  readonly refused: 'recipient' | 'letter';

  constructor(refused: 'recipient' | 'letter', cause: Error) {
    super(cause.message, { cause });
    this.refused = refused;
  }
}

/** Refusals of us and not of what we send: relaying, sign-in and encryption (RFC 4954, 6; RFC 3207, 4). */
const OUR_FAULT: ReadonlySet<number> = new Set([523, 524, 530, 534, 535, 538]);

/** RFC 3463: addresses of recipients that do not exist. 5.1.7 and 5.1.8 are about the sender's. */
export const NO_MAILBOX = /^5\.1\.(?!7$|8$)\d+$/;
/** What says so where a server names no such status. Others are for its rules: relaying, lists of senders, a mailbox that is closed. */
const NO_MAILBOX_CODES: ReadonlySet<number> = new Set([550, 551, 553]);

function isNoMailbox(code: number, answer: unknown): boolean {
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(answer ?? ''))?.[1];
  return status === undefined ? NO_MAILBOX_CODES.has(code) : NO_MAILBOX.test(status);
}

/** The refusal that an error of the mail client stands for, or the error itself when a later try may succeed. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return error;
  const code = Number(error.responseCode);
  if (code < 500 || OUR_FAULT.has(code)) return error;
  if (error.command === 'RCPT TO') {
    return new MailRefused(isNoMailbox(code, 'response' in error ? error.response : '') ? 'recipient' : 'letter', error);
  }
  return error.command === 'DATA' ? new MailRefused('letter', error) : error;
}

/**
 * What may stand in one line of a mail: no line breaks, no marks that turn the text around them, and no beginning of an encoded
 * word (RFC 2047), which readers would decode to what it hides.
 */
export const headerLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();

/** One `Message-ID` per key: a letter that had to be handed over twice is known as one by every mailbox. */
export const messageId = (key: string, from: string): string => {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${domain}>`;
};

/** What `messageId` made of the key, which the database makes too (`mail_mark`); null for another Message-ID. */
export const readMark = (id: string): string | null => /<([0-9a-f]{40})@[\w.-]+>/.exec(id)?.[1] ?? null;

/** The address in `ola@site.example` or `Site <ola@site.example>`. */
export const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

/** `from` is an address, or a name with one: `Site <ola@site.example>`. */
export function createMail(smtpUrl: string, from: string): Mail {
  const address = addressIn(from);
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
    dnsTimeout: 5_000,
  });
  return {
    signIn: async () => {
      await transport.verify();
    },
    send: async ({ key, to, senderName, subject, text, html, replyTo, headers, after = [] }) => {
      try {
        const references = after.map((earlier) => messageId(earlier, from));
        const message = {
          from: senderName ? { name: headerLine(senderName), address } : from,
          to: { name: '', address: to },
          subject: headerLine(subject),
          text,
          html,
          ...(replyTo ? { replyTo: { name: headerLine(replyTo.name), address: replyTo.address } } : {}),
          messageId: messageId(key, from),
          ...(references.length > 0 ? { inReplyTo: references.at(-1), references } : {}),
          headers: { 'Auto-Submitted': 'auto-generated', ...headers },
        };
        await getTelemetry().call('mail', 'send', () => transport.sendMail(message));
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}
