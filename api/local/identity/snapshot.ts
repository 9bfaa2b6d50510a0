import { readWhole, writeWhole } from '../state-files.ts';
import type { Account, Accounts } from './accounts.ts';
import type { Action, ActionCodes } from './action-codes.ts';
import type { TotpSecret } from './second-factors.ts';

type Saved = { accounts: Account[]; codes: Action[]; secrets: [string, TotpSecret][] };
type Options = { file: string; accounts: Accounts; codes: ActionCodes; secrets: Map<string, TotpSecret>; report: (text: string) => void };

const DELAY_MS = 150;

/**
 * Stores accounts, the codes of sent emails and the secrets of authenticator apps in one file. It is written completely or not at all (mode
 * 0600, because it opens every account). A killed process loses at most the last 150 ms.
 */
export function createSnapshot({ file, accounts, codes, secrets, report }: Options) {
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();

  const write = async () => {
    const saved: Saved = { accounts: accounts.list(), codes: codes.list(), secrets: [...secrets] };
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
    /** Saves after a short delay, so that a burst of changes is written once. */
    schedule: () => {
      timer ??= setTimeout(() => {
        save().catch((error: Error) => report(`accounts were not saved: ${error.message}`));
      }, DELAY_MS);
    },
    restore: () => {
      const saved = readWhole(file) as Saved | null;
      if (!saved) return;
      for (const account of saved.accounts) accounts.put(account);
      for (const code of saved.codes) codes.put(code);
      for (const [id, secret] of saved.secrets) secrets.set(id, secret);
    },
  };
}
