import { readWhole, writeWhole } from '../state-files.ts';

export type StoredMail = { uid: number; flags: string[] /** The email's source, with CRLF. */; raw: string; receivedAt: string };
type Folder = { uidValidity: number; uidNext: number; mails: StoredMail[] };

/** The author's mailbox: folders with emails. */
export type Mailbox = {
  names: () => string[];
  folder: (name: string) => Readonly<Folder> | undefined;
  /** Returns false when the folder exists already. */
  create: (name: string) => boolean;
  deliver: (raw: string) => StoredMail;
  /** Returns the UIDs that the emails get in the other folder. */
  copy: (from: string, uids: readonly number[], to: string) => number[];
  remove: (name: string, uids: readonly number[]) => void;
  flag: (name: string, uids: readonly number[], change: (flags: string[]) => string[]) => void;
  clear: () => void;
};

const withLineEnds = (raw: string) => raw.replace(/\r?\n/g, '\r\n');

/** Opens the mailbox in `file`. Each change is on disk before the call returns. */
export function openMailbox(file: string): Mailbox {
  const empty = (): Record<string, Folder> => ({ INBOX: { uidValidity: Date.now() % 1_000_000_000, uidNext: 1, mails: [] } });
  let folders: Record<string, Folder> = (readWhole(file) as Record<string, Folder> | null) ?? empty();

  const save = () => writeWhole(file, JSON.stringify(folders));
  const need = (name: string): Folder => {
    const folder = folders[name];
    if (!folder) throw new Error(`there is no folder ${name}`);
    return folder;
  };
  const put = (name: string, mail: Omit<StoredMail, 'uid'>): StoredMail => {
    const folder = need(name);
    const stored = { ...mail, uid: folder.uidNext };
    folder.uidNext += 1;
    folder.mails.push(stored);
    return stored;
  };
  const chosen = (name: string, uids: readonly number[]) => need(name).mails.filter(({ uid }) => uids.includes(uid));

  return {
    names: () => Object.keys(folders),
    folder: (name) => folders[name],
    create: (name) => {
      if (folders[name]) return false;
      folders[name] = { uidValidity: Date.now() % 1_000_000_000, uidNext: 1, mails: [] };
      save();
      return true;
    },
    deliver: (raw) => {
      const mail = put('INBOX', { flags: [], raw: withLineEnds(raw), receivedAt: new Date().toISOString() });
      save();
      return mail;
    },
    copy: (from, uids, to) => {
      const copied = chosen(from, uids).map(({ flags, raw, receivedAt }) => put(to, { flags: [...flags], raw, receivedAt }).uid);
      save();
      return copied;
    },
    remove: (name, uids) => {
      const folder = need(name);
      folder.mails = folder.mails.filter(({ uid }) => !uids.includes(uid));
      save();
    },
    flag: (name, uids, change) => {
      for (const mail of chosen(name, uids)) mail.flags = change(mail.flags);
      save();
    },
    clear: () => {
      folders = empty();
      save();
    },
  };
}
