import { createServer, type Server, type Socket } from 'node:net';
import type { Mailbox, StoredMail } from './mailbox.ts';

/** The client used a feature that this server lacks. */
class Unknown extends Error {}
/** The client asked for something impossible. */
class Refused extends Error {}

const CAPABILITIES = 'IMAP4rev1 UIDPLUS MOVE';

/** Splits a command into its words: atoms, quoted strings, and lists with their parentheses. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\([^()]*\))|([^\s"]*\[[^\]]*\]\S*)|([^\s"]+)/g)].map(
    ([, quoted, list, section, atom]) => quoted?.replace(/\\(.)/g, '$1') ?? list ?? section ?? atom ?? '',
  );

const quote = (name: string) => `"${name.replace(/["\\]/g, '\\$&')}"`;

/** Returns the UIDs of the emails in a set of numbers. `*` is the UID of the last email. */
function within(set: string, mails: readonly StoredMail[]): number[] {
  const last = mails.at(-1)?.uid ?? 0;
  const numberOf = (word: string) => {
    if (word === '*') return last;
    if (!/^\d+$/.test(word)) throw new Unknown(`set ${set}`);
    return Number(word);
  };
  const ranges = set.split(',').map((range) => range.split(':').map(numberOf));
  const isIn = (uid: number) => ranges.some(([from = 0, to = from]) => (from <= uid && uid <= to) || (to <= uid && uid <= from));
  return mails.map(({ uid }) => uid).filter(isIn);
}

function search(words: readonly string[], mails: readonly StoredMail[]): number[] {
  const [key = '', value = '', ...more] = words;
  if (more.length > 0) throw new Unknown(`SEARCH ${words.join(' ')}`);
  if (key.toUpperCase() === 'UID') return within(value, mails);
  if (key.toUpperCase() !== 'SINCE') throw new Unknown(`SEARCH ${key}`);
  const since = Date.parse(`${value} UTC`);
  return mails.filter(({ receivedAt }) => Date.parse(receivedAt) >= since).map(({ uid }) => uid);
}

/** Returns the header lines with these names, including their continuation lines. */
function headersIn(raw: string, names: readonly string[]): string {
  const [head = ''] = raw.split('\r\n\r\n');
  const fields = head.split(/\r\n(?![ \t])/);
  return `${fields.filter((field) => names.includes(field.slice(0, field.indexOf(':')).toUpperCase())).join('\r\n')}\r\n\r\n`;
}

/** Returns one item of a FETCH response. */
function fetched(item: string, { uid, flags, raw }: StoredMail): string {
  const literal = (name: string, text: string) => `${name} {${Buffer.byteLength(text)}}\r\n${text}`;
  const [, fields] = /^BODY\.PEEK\[HEADER\.FIELDS \(([^)]*)\)\]$/i.exec(item) ?? [];
  if (fields !== undefined) return literal(`BODY[HEADER.FIELDS (${fields})]`, headersIn(raw, fields.toUpperCase().split(' ')));
  const [, from, length] = /^BODY\.PEEK\[\]<(\d+)\.(\d+)>$/i.exec(item) ?? [];
  if (from !== undefined) {
    const part = Buffer.from(raw)
      .subarray(Number(from), Number(from) + Number(length))
      .toString();
    return literal(`BODY[]<${from}>`, part);
  }
  if (item.toUpperCase() === 'UID') return `UID ${uid}`;
  if (item.toUpperCase() === 'FLAGS') return `FLAGS (${flags.join(' ')})`;
  throw new Unknown(`FETCH ${item}`);
}

/** Handles one connection. Each command returns its response without the tag. */
function session(mailbox: Mailbox, password: string, write: (line: string) => void) {
  let isSignedIn = false;
  let selected: string | null = null;
  const mails = () => {
    if (selected === null) throw new Refused('no folder is selected');
    return mailbox.folder(selected)?.mails ?? [];
  };
  const from = () => selected ?? '';
  const need = (name: string) => {
    const folder = mailbox.folder(name);
    if (!folder) throw new Refused(`[NONEXISTENT] there is no folder ${name}`);
    return folder;
  };
  const expunge = (uids: readonly number[]) => {
    const before = mails();
    // The emails are removed in reverse order, because each EXPUNGE renumbers the emails that follow.
    for (const [index, { uid }] of [...before.entries()].reverse()) if (uids.includes(uid)) write(`* ${index + 1} EXPUNGE`);
    mailbox.remove(from(), uids);
  };
  const copied = (uids: readonly number[], to: string) => {
    const there = need(to);
    const set = mailbox.copy(from(), uids, to);
    return uids.length > 0 ? `[COPYUID ${there.uidValidity} ${uids.join(',')} ${set.join(',')}] ` : '';
  };

  const byUid: Record<string, (set: string, rest: readonly string[], line: string) => string> = {
    FETCH: (set, rest) => {
      const items =
        rest
          .join(' ')
          .replace(/^\(|\)$/g, '')
          .match(/BODY\.PEEK\[[^\]]*\](?:<[\d.]+>)?|\S+/gi) ?? [];
      for (const uid of within(set, mails())) {
        const index = mails().findIndex((mail) => mail.uid === uid);
        const mail = mails()[index];
        if (mail) write(`* ${index + 1} FETCH (${items.map((item) => fetched(item, mail)).join(' ')})`);
      }
      return 'fetched';
    },
    STORE: (set, [how = '', list = '']) => {
      const flags = list.replace(/[()]/g, '').split(' ').filter(Boolean);
      const sign = /^([+-])FLAGS(?:\.SILENT)?$/i.exec(how)?.[1];
      if (sign === undefined) throw new Unknown(`STORE ${how}`);
      mailbox.flag(from(), within(set, mails()), (before) => [
        ...before.filter((flag) => !flags.includes(flag)),
        ...(sign === '+' ? flags : []),
      ]);
      return 'stored';
    },
    COPY: (set, [to = '']) => `${copied(within(set, mails()), to)}copied`,
    MOVE: (set, [to = '']) => {
      const uids = within(set, mails());
      const code = copied(uids, to);
      if (code) write(`* OK ${code}moved`);
      expunge(uids);
      return 'moved';
    },
    EXPUNGE: (set) => {
      const uids = within(set, mails());
      expunge(mails().flatMap(({ uid, flags }) => (uids.includes(uid) && flags.includes('\\Deleted') ? [uid] : [])));
      return 'expunged';
    },
  };

  const commands: Record<string, (words: readonly string[], line: string) => string> = {
    CAPABILITY: () => {
      write(`* CAPABILITY ${CAPABILITIES}`);
      return 'known';
    },
    NOOP: () => 'nothing done',
    LOGIN: ([, given]) => {
      if (given !== password) throw new Refused('[AUTHENTICATIONFAILED] Invalid credentials');
      isSignedIn = true;
      return 'signed in';
    },
    LIST: ([, pattern = '']) => {
      if (pattern === '') write('* LIST (\\Noselect) "/" ""');
      const names = mailbox.names().filter((name) => pattern === '*' || name === pattern);
      for (const name of pattern === '' ? [] : names) write(`* LIST (\\HasNoChildren) "/" ${quote(name)}`);
      return 'listed';
    },
    LSUB: () => 'none is subscribed to',
    SUBSCRIBE: ([name = '']) => {
      need(name);
      return 'subscribed';
    },
    CREATE: ([name = '']) => {
      if (!mailbox.create(name)) throw new Refused('[ALREADYEXISTS] there is such a folder');
      return 'created';
    },
    SELECT: ([name = '']) => {
      const { mails: all, uidNext, uidValidity } = need(name);
      selected = name;
      write('* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)');
      write(`* ${all.length} EXISTS`);
      write('* 0 RECENT');
      write(`* OK [UIDVALIDITY ${uidValidity}] numbers are valid`);
      write(`* OK [UIDNEXT ${uidNext}] next number`);
      return '[READ-WRITE] selected';
    },
    UID: ([command = '', first = '', ...rest], line) => {
      const name = command.toUpperCase();
      if (name === 'SEARCH') {
        write(`* SEARCH ${search([first, ...rest], mails()).join(' ')}`.trimEnd());
        return 'searched';
      }
      const run = byUid[name];
      if (!run) throw new Unknown(`UID ${command}`);
      return run(first, rest, line);
    },
  };

  return (name: string, words: readonly string[], line: string): string => {
    const run = commands[name];
    if (!run) throw new Unknown(name);
    if (!isSignedIn && !['CAPABILITY', 'NOOP', 'LOGIN'].includes(name)) throw new Refused('sign in first');
    return run(words, line);
  };
}

function serve(socket: Socket, mailbox: Mailbox, password: string): void {
  const write = (line: string) => socket.write(`${line}\r\n`);
  const run = session(mailbox, password, write);
  const answer = (line: string) => {
    const [tag = '*', command = '', ...words] = wordsOf(line);
    const name = command.toUpperCase();
    if (name === 'LOGOUT') {
      write('* BYE see you');
      write(`${tag} OK done`);
      socket.end();
      return;
    }
    try {
      write(`${tag} OK ${run(name, words, line)}`);
    } catch (error) {
      if (error instanceof Unknown) write(`${tag} BAD ${error.message} is not known here`);
      else if (error instanceof Refused) write(`${tag} NO ${error.message}`);
      else throw error;
    }
  };
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line) answer(line);
  });
  write('* OK the mailbox of this machine');
}

/**
 * Creates the IMAP server of the author's mailbox. It implements the parts of RFC 3501, 4315 and 6851 that the API uses. Anything else,
 * such as literals, gets BAD.
 */
export const createImapServer = (mailbox: Mailbox, password: string): Server => createServer((socket) => serve(socket, mailbox, password));
