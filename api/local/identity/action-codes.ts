import { randomBytes } from 'node:crypto';
import { need, Refusal } from './refusal.ts';

const HOUR_MS = 3_600_000;

/** Firebase's codes: the `mode` for the action page, and the lifetime. */
const KINDS = {
  VERIFY_EMAIL: { mode: 'verifyEmail', lifetimeMs: 72 * HOUR_MS },
  VERIFY_AND_CHANGE_EMAIL: { mode: 'verifyAndChangeEmail', lifetimeMs: 72 * HOUR_MS },
  RECOVER_EMAIL: { mode: 'recoverEmail', lifetimeMs: 144 * HOUR_MS },
  PASSWORD_RESET: { mode: 'resetPassword', lifetimeMs: HOUR_MS },
} as const;

/** A one-time code that is sent by email. */
export type Action = {
  requestType: keyof typeof KINDS;
  oobCode: string;
  /** The URL of the site's own action page, like a project with a custom action URL. */
  oobLink: string;
  localId: string;
  email: string;
  newEmail?: string;
  /** The time at which the code was made, in milliseconds since the epoch. */
  madeAt: number;
};

export type Asked = { apiKey?: string | undefined; language: 'pt' | 'en' };

export type ActionCodes = ReturnType<typeof createActionCodes>;

export function createActionCodes(siteUrl: string) {
  const codes = new Map<string, Action>();
  const find = (code: string | undefined, ...kinds: Action['requestType'][]): Action => {
    const action = need(codes.get(need(code, 'MISSING_OOB_CODE')), 'INVALID_OOB_CODE');
    need(kinds.length === 0 || kinds.includes(action.requestType), 'INVALID_OOB_CODE');
    if (Date.now() - action.madeAt > KINDS[action.requestType].lifetimeMs) throw new Refusal('EXPIRED_OOB_CODE');
    return action;
  };

  return {
    list: () => [...codes.values()],
    put: (action: Action) => void codes.set(action.oobCode, action),
    make: (
      about: Pick<Action, 'requestType' | 'localId' | 'email' | 'newEmail'>,
      { apiKey, language }: Asked,
      continueUrl?: string,
    ): Action => {
      const oobCode = randomBytes(40).toString('base64url');
      const link = new URL('/confirm-email', siteUrl);
      const facts = { mode: KINDS[about.requestType].mode, oobCode, apiKey, continueUrl, lang: language === 'en' ? 'en' : 'pt-BR' };
      for (const [name, value] of Object.entries(facts)) if (value) link.searchParams.set(name, value);
      const action = { ...about, oobCode, oobLink: link.href, madeAt: Date.now() };
      codes.set(oobCode, action);
      return action;
    },
    /** Returns a code of one of `kinds`, or of any kind, without using it up. */
    find,
    use: (code: string | undefined, ...kinds: Action['requestType'][]): Action => {
      const action = find(code, ...kinds);
      codes.delete(action.oobCode);
      return action;
    },
    /** Makes the codes of an address expire, for tests. */
    expire: (email: string) => {
      for (const action of codes.values()) if (action.email === email) action.madeAt = 0;
    },
  };
}
