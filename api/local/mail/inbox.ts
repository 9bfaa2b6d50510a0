import { randomUUID } from 'node:crypto';
import { Journal } from '../journal.ts';

export type Message = {
  id: string;
  /** ISO time. */
  receivedAt: string;
  from: string;
  fromName: string;
  /** Addresses of the envelope, in lower case. */
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** URLs that the HTML part links to. */
  links: string[];
  headers: { key: string; value: string }[];
  attachments: { filename: string; type: string; bytes: number }[];
};

export type MessageFilter = { to?: string | undefined; subject?: string | undefined };

export type Inbox = {
  /** Returns matching emails, newest first. The filter's `subject` matches any part of an email's subject, without regard to case. */
  find: (filter?: MessageFilter) => Message[];
  get: (id: string) => Message | undefined;
  add: (message: Omit<Message, 'id' | 'receivedAt'>) => Message;
  clear: () => void;
  /** Resolves with the matching emails as soon as one has arrived, or with an empty list after `timeoutMs` or when `signal` aborts. */
  waitFor: (filter: MessageFilter, timeoutMs: number, signal: AbortSignal) => Promise<Message[]>;
};

const KEPT = 500;

function matches(message: Message, { to, subject }: MessageFilter): boolean {
  if (to && !message.to.includes(to.toLowerCase())) return false;
  return !subject || message.subject.toLowerCase().includes(subject.toLowerCase());
}

/** Opens the emails in `file`, one per line, oldest first. Each change is on disk before the call returns. */
export function openInbox(file: string): Inbox {
  const journal = new Journal(file);
  const kept = journal.read() as Message[];
  let messages: Message[] = kept.slice(-KEPT).reverse();
  let written = kept.length;
  const arrivals = new EventTarget();

  const append = (message: Message) => {
    journal.append(message);
    messages = [message, ...messages].slice(0, KEPT);
    written += 1;
    if (written > 2 * KEPT) rewrite();
  };
  const rewrite = () => {
    journal.rewrite(messages.toReversed());
    written = messages.length;
  };
  const find: Inbox['find'] = (filter = {}) => messages.filter((message) => matches(message, filter));

  return {
    find,
    get: (id) => messages.find((message) => message.id === id),
    add: (received) => {
      const message = { id: randomUUID(), receivedAt: new Date().toISOString(), ...received };
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
