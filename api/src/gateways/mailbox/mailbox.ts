import { DAY_MS } from '@site/shared/dates/dates.ts';
import type { ImapFlow } from 'imapflow';

/** As much of a mail as is needed to know whether a mail server wrote it, and which mail it is. */
export type MailHead = { uid: number; contentType: string; from: string; messageId: string };

/** The author's mailbox, while it is open. Reading a mail does not mark it as read. */
export type OpenMailbox = {
  /** Mails have other numbers when this changes. */
  uidValidity: string;
  /** The numbers of the mails that came after this one; null: of those of the last `days`. Ascending. */
  listMails: (after: number | null, days: number) => Promise<number[]>;
  getHeads: (uids: readonly number[]) => Promise<MailHead[]>;
  /** The first part of a mail as it came; null when it is not there any more. */
  getMail: (uid: number) => Promise<Uint8Array | null>;
  /** Takes a mail out of the way: into the folder, which is made when it is missing, else it is marked as read. */
  putAway: (uid: number) => Promise<void>;
};

export type Mailbox = {
  /** Whose it is and which folder, without the password. */
  name: string;
  /** Opens it for `use`, and closes it. Throws what the server said, or that it is silent. */
  open: <Result>(use: (mailbox: OpenMailbox) => Promise<Result>, signal?: AbortSignal) => Promise<Result>;
};

const CONNECT_LIMIT_MS = 10_000;
const USUAL_SILENCE_MS = 20_000;
/** The reports themselves come first, what is returned last; of that only the headers count. */
const MAIL_BYTES = 262_144;
const USUAL_FOLDER = 'Semente/Devoluções';

function toMessage(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const { responseText, authenticationFailed } = error as Error & { responseText?: string; authenticationFailed?: boolean };
  const said = responseText || error.message;
  return new Error(authenticationFailed ? `sign-in refused: ${said}` : said, { cause: error });
}

const fieldOf = (headers: Buffer | undefined, name: string): string =>
  new RegExp(`^${name}:(.*)$`, 'im').exec((headers?.toString() ?? '').replace(/\r?\n[ \t]+/g, ' '))?.[1]?.trim() ?? '';

/**
 * `url`: `imaps://user:password@host/INBOX?folder=Semente/Devoluções`; which folder is read, and where what was read goes. `silenceMs`: how
 * long the server may say nothing.
 */
export function createMailbox(url: string, silenceMs = USUAL_SILENCE_MS): Mailbox {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url);
  const isEncrypted = protocol === 'imaps:';
  const path = decodeURIComponent(pathname.slice(1)) || 'INBOX';
  const folder = (searchParams.get('folder') || USUAL_FOLDER).split('/');
  const user = decodeURIComponent(username);

  async function connect(): Promise<ImapFlow> {
    const { ImapFlow } = await import('imapflow');
    const client = new ImapFlow({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (isEncrypted ? 993 : 143),
      secure: isEncrypted,
      auth: { user, pass: decodeURIComponent(password) },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: Math.min(CONNECT_LIMIT_MS, silenceMs),
      greetingTimeout: Math.min(CONNECT_LIMIT_MS, silenceMs),
      socketTimeout: silenceMs,
    });
    // What breaks is told to the caller that waits for an answer.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  function describe(client: ImapFlow, uidValidity: string): OpenMailbox {
    let hasFolder = false;
    const moveAway = async (uid: number): Promise<boolean> => {
      if (!hasFolder) await client.mailboxCreate(folder).catch(() => undefined);
      hasFolder = true;
      return Boolean(await client.messageMove(String(uid), folder, { uid: true }));
    };
    return {
      uidValidity,
      listMails: async (after, days) => {
        const query = after === null ? { since: new Date(Date.now() - days * DAY_MS) } : { uid: `${after + 1}:*` };
        const found = await client.search(query, { uid: true });
        if (!found) throw new Error('the mailbox cannot be searched');
        // `*` is the last mail, also when its number is lower.
        return found.filter((uid) => uid > (after ?? 0)).sort((a, b) => a - b);
      },
      getHeads: async (uids) => {
        const mails = await client.fetchAll(uids.join(','), { uid: true, headers: ['content-type', 'from', 'message-id'] }, { uid: true });
        return mails.map(({ uid, headers }) => ({
          uid,
          contentType: fieldOf(headers, 'content-type'),
          from: fieldOf(headers, 'from'),
          messageId: fieldOf(headers, 'message-id'),
        }));
      },
      getMail: async (uid) => {
        const mail = await client.fetchOne(String(uid), { uid: true, source: { maxLength: MAIL_BYTES } }, { uid: true });
        return mail ? (mail.source ?? null) : null;
      },
      putAway: async (uid) => {
        if (!(await moveAway(uid))) await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
      },
    };
  }

  return {
    name: `${user}@${hostname}/${path}`,
    open: async (use, signal) => {
      let client: ImapFlow | null = null;
      const end = () => client?.close();
      try {
        client = await connect();
        signal?.addEventListener('abort', end);
        const { uidValidity } = await client.mailboxOpen(path);
        const result = await use(describe(client, String(uidValidity)));
        await client.logout();
        return result;
      } catch (error) {
        throw toMessage(error);
      } finally {
        signal?.removeEventListener('abort', end);
        client?.close();
      }
    },
  };
}
