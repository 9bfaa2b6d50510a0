import { readWhole, writeWhole } from '../state-files.ts';
import type { Account, AccountsAdmin } from './accounts-admin.ts';
import type { Action } from './action-mail.ts';
import type { TotpSecret } from './second-factors.ts';

type Saved = { accounts: Account[]; codes: Action[]; secrets?: [string, TotpSecret][] };

const DELAY_MS = 150;

/**
 * Keeps accounts, the codes of sent mails and the secrets of authenticator apps in one file, written whole or not at all (mode 0600: the emulator's password
 * hashes are readable). A killed process loses at most the last 150 ms.
 */
export function createSnapshot({
  file,
  admin,
  codes,
  secrets,
  report,
}: {
  file: string;
  admin: AccountsAdmin;
  codes: () => Map<string, Action>;
  secrets: Map<string, TotpSecret>;
  report: (text: string) => void;
}) {
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();

  const write = async () => {
    const saved: Saved = { accounts: await admin.list(), codes: [...codes().values()], secrets: [...secrets] };
    writeWhole(file, JSON.stringify(saved, null, 1));
  };
  const save = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    last = last.then(write, write);
    return last;
  };

  return {
    save,
    /** Saves soon; changes that come in a burst are written together. */
    schedule: () => {
      timer ??= setTimeout(() => {
        save().catch((error: Error) => report(`accounts were not saved: ${error.message}`));
      }, DELAY_MS);
    },
    restore: async () => {
      const saved = readWhole(file) as Saved | null;
      if (!saved) return;
      await admin.add(saved.accounts);
      for (const code of saved.codes) codes().set(code.oobCode, code);
      for (const [id, secret] of saved.secrets ?? []) secrets.set(id, secret);
    },
  };
}
