import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';

export type Letter = { key: string; to: string; subject: string; text: string; html: string };

export type Mail = {
  /** Hands the letter to the mail server. Throws when it was not accepted. */
  send: (letter: Letter) => Promise<void>;
};

/** One `Message-ID` per key: a letter that had to be handed over twice is known as one by every mailbox. */
export const messageId = (key: string, from: string): string => {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${domain}>`;
};

export function createMail(smtpUrl: string, from: string): Mail {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
    dnsTimeout: 5_000,
  });
  return {
    send: async ({ key, to, subject, text, html }) => {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: messageId(key, from),
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
}
