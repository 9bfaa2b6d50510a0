import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export type Message = {
  id: string;
  /** ISO instant. */
  receivedAt: string;
  from: string;
  fromName: string;
  /** Addresses of the envelope, lower-case. */
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** Addresses that the HTML part links to. */
  links: string[];
  headers: { key: string; value: string }[];
  attachments: { filename: string; type: string; bytes: number }[];
};

export type MessageFilter = { to?: string | undefined; subject?: string | undefined };

export type Inbox = {
  /** Newest first. `subject` matches a part of it in any case. */
  find: (filter?: MessageFilter) => Message[];
  get: (id: string) => Message | undefined;
  add: (message: Omit<Message, 'id' | 'receivedAt'>) => Message;
  clear: () => void;
  /** Resolves with the messages as soon as there is one, or with none after `timeoutMs` or when `signal` aborts. */
  waitFor: (filter: MessageFilter, timeoutMs: number, signal: AbortSignal) => Promise<Message[]>;
};

const KEPT = 500;

function matches(message: Message, { to, subject }: MessageFilter): boolean {
  if (to && !message.to.includes(to.toLowerCase())) return false;
  return !subject || message.subject.toLowerCase().includes(subject.toLowerCase());
}

/** The messages in `file`, one a line, oldest first; each change is on disk before it is answered. */
export function openInbox(file: string): Inbox {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').filter(Boolean) : [];
  let messages: Message[] = lines
    .slice(-KEPT)
    .map((line) => JSON.parse(line))
    .reverse();
  let written = lines.length;
  const arrivals = new EventTarget();

  const append = (message: Message) => {
    appendFileSync(file, `${JSON.stringify(message)}\n`, { mode: 0o600 });
    written += 1;
    if (written > 2 * KEPT) rewrite();
  };
  const rewrite = () => {
    writeFileSync(
      `${file}.part`,
      messages
        .map((message) => `${JSON.stringify(message)}\n`)
        .reverse()
        .join(''),
      { mode: 0o600 },
    );
    renameSync(`${file}.part`, file);
    written = messages.length;
  };
  const find: Inbox['find'] = (filter = {}) => messages.filter((message) => matches(message, filter));

  return {
    find,
    get: (id) => messages.find((message) => message.id === id),
    add: (received) => {
      const message = { id: randomUUID(), receivedAt: new Date().toISOString(), ...received };
      messages = [message, ...messages].slice(0, KEPT);
      append(message);
      arrivals.dispatchEvent(new Event('arrival'));
      return message;
    },
    clear: () => {
      messages = [];
      rewrite();
    },
    waitFor: (filter, timeoutMs, signal) =>
      new Promise((resolve) => {
        const end = new AbortController();
        const finish = () => {
          end.abort();
          resolve(find(filter));
        };
        const finishWhenFound = () => {
          if (find(filter).length > 0) finish();
        };
        const timer = setTimeout(finish, timeoutMs);
        end.signal.addEventListener('abort', () => clearTimeout(timer));
        signal.addEventListener('abort', finish, { signal: end.signal });
        arrivals.addEventListener('arrival', finishWhenFound, { signal: end.signal });
        finishWhenFound();
      }),
  };
}
