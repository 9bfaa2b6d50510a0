import { createHmac } from 'node:crypto';
import { getTelemetry } from '@site/shared/process/telemetry.ts';
import MailComposer from 'nodemailer/lib/mail-composer';
import { MailRefused } from './refusals.ts';
import { createSmtp } from './smtp.ts';

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
  /**
   * Hands the letter to the mail server, which may look at it for minutes. `mayHand` is asked when everything was said but the final dot, by
   * which it is delivered; false when that said no. Throws when it was not accepted: `MailRefused` when the server refused it, or us.
   */
  send: (letter: Letter, mayHand?: () => Promise<boolean>) => Promise<boolean>;
  /** Signs in at the mail server. Throws what it said when it does not let us in. */
  signIn: () => Promise<void>;
};

/**
 * What may stand in one line of a mail: no line breaks, no marks that turn the text around them, and no beginning of an encoded
 * word (RFC 2047), which readers would decode to what it hides.
 */
export const headerLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();

/** What the Message-ID of a mail is made of: the same for a key, and known by nobody who did not get the mail. */
export const mailMark = (secret: string, key: string): string => createHmac('sha256', secret).update(key).digest('hex').slice(0, 40);

/** One `Message-ID` per key: a letter that had to be handed over twice is known as one by every mailbox. */
export const messageId = (secret: string, key: string, from: string): string => {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return `<${mailMark(secret, key)}@${domain}>`;
};

/** The mark that `messageId` wrote; null for another Message-ID. */
export const readMark = (id: string): string | null => /<([0-9a-f]{40})@[\w.-]+>/.exec(id)?.[1] ?? null;

/** The address in `ola@site.example` or `Site <ola@site.example>`. */
export const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

/** `from` is an address, or a name with one: `Site <ola@site.example>`; `secret` makes the Message-IDs. */
export function createMail(smtpUrl: string, from: string, secret: string): Mail {
  const address = addressIn(from);
  const smtp = createSmtp(smtpUrl);

  function compose({ key, to, senderName, subject, text, html, replyTo, headers, after = [] }: Letter): Promise<Buffer> {
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

  async function send(letter: Letter, mayHand = async () => true): Promise<boolean> {
    const bytes = await compose(letter);
    const connection = await smtp.connect();
    try {
      const outcome = await connection.hand({ from: address, to: letter.to, bytes }, mayHand);
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
    send: (letter, mayHand) => getTelemetry().call('mail', 'send', () => send(letter, mayHand)),
  };
}
