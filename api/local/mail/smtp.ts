import { buffer } from 'node:stream/consumers';
import { withAsciiDomain } from '@site/shared/contracts/form-rules.ts';
import { FileError } from '@site/shared/process/files.ts';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { AcceptedEmails } from './accepted-emails.ts';
import type { Inbox, Message } from './inbox.ts';
import type { Refusals } from './refusals.ts';
import type { Slowness } from './slowness.ts';

const MAX_BYTES = 20_000_000;

function linksIn(html: string): string[] {
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  );
  return [...new Set(links)];
}

/** Parses an email as received. */
async function parseMessage(raw: Buffer, recipients: string[]): Promise<Omit<Message, 'id' | 'receivedAt'>> {
  const mail = await PostalMime.parse(raw);
  const html = mail.html ?? '';
  return {
    from: mail.from?.address ?? '',
    fromName: mail.from?.name ?? '',
    to: recipients.map((address) => address.toLowerCase()),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html,
    links: linksIn(html),
    headers: mail.headers.map(({ key, value }) => ({ key, value })),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      filename: filename ?? '',
      type: mimeType,
      bytes: typeof content === 'string' ? content.length : content.byteLength,
    })),
  };
}

export type MailState = { inbox: Inbox; refusals: Refusals; taken: AcceptedEmails; slowness: Slowness };

/** Creates an SMTP server that accepts every email from anybody, except for `refusals`. The server delivers emails only to `inbox`. */
export function createSmtpServer({ inbox, refusals, taken, slowness }: MailState): SMTPServer {
  const refusalOf = (address: string, at: Parameters<Refusals['take']>[1]): Error | undefined => {
    const refusal = refusals.take(address, at);
    return refusal && Object.assign(new Error(refusal.says ?? `<${address}> is refused on this machine`), { responseCode: refusal.code });
  };
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    onAuth: (_auth, _session, callback) => callback(null, { user: 'anybody' }),
    onConnect: (_session, callback) => {
      if (slowness.takes(server.connections.size)) callback();
      else callback(Object.assign(new Error('Too many connections'), { responseCode: 421 }));
    },
    onRcptTo: ({ address }, _session, callback) => {
      const refusal = refusalOf(withAsciiDomain(address), 'recipient');
      void slowness.before('recipientMs').then(() => callback(refusal));
    },
    onData: (stream, session, callback) => {
      buffer(stream)
        .then((raw) =>
          parseMessage(
            raw,
            // The library decodes `xn--…`, so the domain is encoded again.
            session.envelope.rcptTo.map(({ address }) => withAsciiDomain(address)),
          ),
        )
        .then(async (message) => {
          for (const address of message.to) {
            const refusal = refusalOf(address, 'mail');
            if (refusal) throw refusal;
          }
          const { id } = inbox.add(message);
          const messageId = message.headers.find(({ key }) => key === 'message-id')?.value ?? '';
          for (const address of message.to) taken.note(address, messageId);
          await slowness.before('mailMs');
          callback(null, `queued as ${id}`);
        })
        .catch((error: Error) => {
          // 452 makes the sender retry (RFC 5321, 4.2.3).
          if (error instanceof FileError) process.stderr.write(`${error.message}\n`);
          callback(error instanceof FileError ? Object.assign(error, { responseCode: 452 }) : error);
        });
    },
  });
  return server;
}
