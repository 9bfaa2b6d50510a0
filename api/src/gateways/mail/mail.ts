import { createHmac } from 'node:crypto';
import { getTelemetry } from '@site/shared/process/telemetry.ts';
import MailComposer from 'nodemailer/lib/mail-composer';
import { MailRefused } from './refusals.ts';
import { createSmtp } from './smtp.ts';

export type Email = {
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The sender's name that mailboxes show. Without it, the configured name is used. */
  senderName?: string;
  /** The address for replies, if it is not the sender's. */
  replyTo?: { name: string; address: string };
  headers?: Readonly<Record<string, string>>;
  /** Keys of the previous emails of the same conversation, oldest first. */
  after?: readonly string[];
};

export type Mail = {
  /**
   * Sends the email. The mail server may check it for minutes. Calls `mayHand` before the final dot, which is the moment of delivery.
   * Returns false when `mayHand` returned false. Throws when the email was not accepted: `MailRefused` when the server rejects the email or
   * us.
   */
  send: (email: Email, mayHand?: () => Promise<boolean>) => Promise<boolean>;
  /** Signs in at the mail server. Throws the server's answer when it refuses us. */
  signIn: () => Promise<void>;
};

/**
 * Returns text that is safe in one header line: without line breaks, without marks that change the text direction, and without the
 * beginning of an encoded word (RFC 2047), which mail programs would decode.
 */
export const headerLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();

/** Returns the unique part of an email's Message-ID. It is the same for a key each time, and only recipients of the email can know it. */
export const mailMark = (secret: string, key: string): string => createHmac('sha256', secret).update(key).digest('hex').slice(0, 40);

/** Returns the `Message-ID` for a key. Mailboxes recognize an email that was sent twice as one, because both have the same id. */
export const messageId = (secret: string, key: string, from: string): string => {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return `<${mailMark(secret, key)}@${domain}>`;
};

/** Returns the mark that `messageId` wrote, or null for any other Message-ID. */
export const readMark = (id: string): string | null => /<([0-9a-f]{40})@[\w.-]+>/.exec(id)?.[1] ?? null;

/** Returns the address in `ola@site.example` or `Site <ola@site.example>`. */
export const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

/**
 * Creates the client of the mail server. `from` is an address, or a name with an address: `Site <ola@site.example>`. `secret` is the key of
 * the Message-IDs.
 */
export function createMail(smtpUrl: string, from: string, secret: string): Mail {
  const address = addressIn(from);
  const smtp = createSmtp(smtpUrl);

  function compose({ key, to, senderName, subject, text, html, replyTo, headers, after = [] }: Email): Promise<Buffer> {
    const references = after.map((earlier) => messageId(secret, earlier, from));
    return new MailComposer({
      from: senderName ? { name: headerLine(senderName), address } : from,
      to: { name: '', address: to },
      subject: headerLine(subject),
      text,
      html,
      ...(replyTo ? { replyTo: { name: headerLine(replyTo.name), address: replyTo.address } } : {}),
      messageId: messageId(secret, key, from),
      ...(references.length > 0 ? { inReplyTo: references.at(-1), references } : {}),
      headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    })
      .compile()
      .build();
  }

  async function send(email: Email, mayHand = async () => true): Promise<boolean> {
    const bytes = await compose(email);
    const connection = await smtp.connect();
    try {
      const outcome = await connection.hand({ from: address, to: email.to, bytes }, mayHand);
      if (outcome.kind === 'refused') throw new MailRefused(outcome.refused, new Error(outcome.error));
      if (outcome.kind === 'deferred' && outcome.isOfSender) throw new MailRefused('sender', new Error(outcome.error));
      if (outcome.kind === 'deferred' || outcome.kind === 'broken') throw new Error(outcome.error);
      return outcome.kind === 'taken';
    } finally {
      connection.leave();
    }
  }

  return {
    signIn: async () => (await smtp.connect()).leave(),
    send: (email, mayHand) => getTelemetry().call('mail', 'send', () => send(email, mayHand)),
  };
}
