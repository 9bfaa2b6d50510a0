import { DAY_MS } from '@site/shared/dates/dates.ts';
import type { ImapFlow } from 'imapflow';

/** The headers that show whether a mail server wrote the email, and which email it is. */
export type MailHead = { uid: number; contentType: string; from: string; messageId: string };

/** The author's open mailbox. Reading an email does not mark it as read. */
export type OpenMailbox = {
  /** When this value changes, all emails have new UIDs. */
  uidValidity: string;
  /** Returns the UIDs of emails after the given UID, ascending. With null, returns the UIDs of emails of the last `days` days. */
  listMails: (after: number | null, days: number) => Promise<number[]>;
  getHeads: (uids: readonly number[]) => Promise<MailHead[]>;
  /** Returns the first part of an email's source, or null when the email no longer exists. */
  getMail: (uid: number) => Promise<Uint8Array | null>;
  /** Moves an email into the folder, which is created if needed. If that fails, marks the email as read. */
  moveToFolder: (uid: number) => Promise<void>;
};

export type Mailbox = {
  /** The user, host and folder, without the password. */
  name: string;
  /** Opens the mailbox, runs `use`, and closes the mailbox. Throws the server's answer, or a timeout. */
  open: <Result>(use: (mailbox: OpenMailbox) => Promise<Result>, signal?: AbortSignal) => Promise<Result>;
};

const CONNECT_LIMIT_MS = 10_000;
const USUAL_SILENCE_MS = 20_000;
/** Enough for a bounce report: it begins with the report and ends with the returned email, of which only the headers matter. */
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
 * Creates the client of a mailbox from a `url` such as `imaps://user:password@host/INBOX?folder=Semente/Devoluções`. The path is the folder
 * to read, and `folder` receives the emails that were read. `silenceMs` is how long the server may be silent.
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
    // The pending call already rejects with the error. Without a listener, the error would end the process.
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
        // A range that ends with `*` always includes the last email, even one with a lower UID.
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
      moveToFolder: async (uid) => {
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
