import { randomBytes } from 'node:crypto';
import type { Password } from './passwords.ts';
import { need, Refusal } from './refusal.ts';

export const GOOGLE = 'google.com';

export type GoogleAccount = { providerId: typeof GOOGLE; rawId: string; email?: string; displayName?: string; photoUrl?: string };
export type Factor = { mfaEnrollmentId: string; displayName?: string; enrolledAt: string };

/**
 * An account with Firebase's field names. Times are in milliseconds, except `validSince`, which is in seconds. Tokens issued before
 * `validSince` are invalid.
 */
export type Account = Partial<Password> & {
  localId: string;
  email?: string;
  emailVerified: boolean;
  displayName?: string;
  photoUrl?: string;
  createdAt: string;
  lastLoginAt?: string;
  validSince: string;
  disabled?: boolean;
  google?: GoogleAccount;
  mfaInfo?: Factor[];
};

export type Accounts = ReturnType<typeof createAccounts>;

export const canonical = (email: string): string => {
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new Refusal('INVALID_EMAIL');
  return email.toLowerCase();
};

export const nowInSeconds = (): string => String(Math.floor(Date.now() / 1_000));

export function createAccounts() {
  const all = new Map<string, Account>();
  const find = (isIt: (account: Account) => boolean) => [...all.values()].find(isIt);
  const byEmail = (email: string) => find((account) => account.email === email);

  return {
    list: (): Account[] => [...all.values()].sort((a, b) => (a.localId < b.localId ? -1 : 1)),
    byId: (localId: string) => all.get(localId),
    byEmail,
    byGoogle: (rawId: string) => find(({ google }) => google?.rawId === rawId),
    put: (account: Account) => void all.set(account.localId, account),
    /** Adds an account. Fields that `about` omits get their defaults. */
    add: ({ localId = randomBytes(21).toString('base64url'), email, ...about }: Partial<Account>): Account => {
      if (all.has(localId)) throw new Refusal('DUPLICATE_LOCAL_ID');
      if (email && byEmail(canonical(email))) throw new Refusal('EMAIL_EXISTS');
      const account: Account = {
        localId,
        emailVerified: false,
        createdAt: String(Date.now()),
        validSince: nowInSeconds(),
        ...(email ? { email: canonical(email) } : {}),
        ...about,
      };
      all.set(localId, account);
      return account;
    },
    /** Changes the address of an account, unless another account has that address. */
    move: (account: Account, email: string, emailVerified: boolean) => {
      const owner = byEmail(email);
      need(!owner || owner === account, 'EMAIL_EXISTS');
      Object.assign(account, { email, emailVerified, validSince: nowInSeconds() });
    },
    remove: ({ localId }: Account) => all.delete(localId),
  };
}

const REDACTED = Buffer.from('REDACTED').toString('base64');

/** Returns the providers of an account in Firebase's format. */
export const waysInto = ({ google, passwordHash, email, displayName, photoUrl }: Account) => [
  ...(google ? [{ ...google, federatedId: `https://accounts.google.com/${google.rawId}` }] : []),
  ...(passwordHash && email ? [{ providerId: 'password', rawId: email, federatedId: email, email, displayName, photoUrl }] : []),
];

export const factorsOf = ({ mfaInfo = [] }: Account) => mfaInfo.map((factor) => ({ ...factor, totpInfo: {} }));

/** Returns an account without its secrets. */
export function show(account: Account): object {
  const { google: _, salt: __, passwordHash, ...seen } = account;
  const ways = { providerUserInfo: waysInto(account), mfaInfo: factorsOf(account) };
  return { ...seen, ...(passwordHash ? { passwordHash: REDACTED } : {}), ...ways };
}
