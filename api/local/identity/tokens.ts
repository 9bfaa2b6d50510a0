import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { type Account, type Accounts, nowInSeconds } from './accounts.ts';
import { need, Refusal } from './refusal.ts';
import type { SigningKey } from './token-signing.ts';

const LIFETIME_S = 3_600;

/** A sign-in: the method, the time in milliseconds, and the second factor. Every token of this sign-in contains these facts. */
export type Session = { provider: string; at: number; factor?: string };
export type Caller = { account: Account; session: Session };

type Tokens = { idToken: string; refreshToken: string; expiresIn: string };
export type TokenBox = ReturnType<typeof createTokens>;

/**
 * Issues ID tokens like Firebase's. Refresh tokens and pending sign-ins are signed with a secret of this stand-in. The stand-in stores no
 * tokens, so tokens still work after a restart.
 */
export function createTokens({ projectId, key, accounts }: { projectId: string; key: SigningKey; accounts: Accounts }) {
  const issuer = `https://securetoken.google.com/${projectId}`;
  const privateKey = createPrivateKey(key.privateKey);
  const publicKey = createPublicKey(privateKey);
  const secret = createHmac('sha256', key.privateKey).update('sessions').digest();
  /** For each account, sign-ins before this time are reported as an hour older. */
  const aged = new Map<string, number>();

  const sealSession = (audience: string, { localId }: Account, session: Session) =>
    new SignJWT({ ...session }).setProtectedHeader({ alg: 'HS256' }).setSubject(localId).setAudience(audience).setIssuedAt().sign(secret);

  const whose = (payload: JWTPayload, unknown: string): Account => {
    const account = need(accounts.byId(String(payload.sub)), unknown);
    need(!account.disabled, 'USER_DISABLED');
    need(Number(payload.iat) >= Number(account.validSince), 'TOKEN_EXPIRED');
    return account;
  };

  const openSession = async (audience: string, token: string, bad: string): Promise<Caller> => {
    const { payload } = await jwtVerify(token, secret, { audience, algorithms: ['HS256'] }).catch(() => {
      throw new Refusal(bad);
    });
    const account = whose(payload, audience === 'refresh' ? 'USER_NOT_FOUND' : bad);
    const { provider, at, factor } = payload as JWTPayload & Session;
    return { account, session: { provider, at: ageOf(account, at), ...(factor ? { factor } : {}) } };
  };
  const ageOf = ({ localId }: Account, at: number) => (at <= (aged.get(localId) ?? 0) ? at - LIFETIME_S * 1_000 : at);

  const signIdToken = (account: Account, { provider, at, factor }: Session) => {
    const { localId, email, emailVerified, displayName, photoUrl, google } = account;
    return new SignJWT({
      ...(displayName ? { name: displayName } : {}),
      ...(photoUrl ? { picture: photoUrl } : {}),
      auth_time: Math.floor(at / 1_000),
      user_id: localId,
      ...(email ? { email, email_verified: emailVerified } : {}),
      firebase: {
        identities: { ...(google ? { [google.providerId]: [google.rawId] } : {}), ...(email ? { email: [email] } : {}) },
        sign_in_provider: provider,
        ...(factor ? { second_factor_identifier: factor, sign_in_second_factor: 'totp' } : {}),
      },
    })
      .setProtectedHeader({ alg: 'RS256', kid: key.id, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(projectId)
      .setSubject(localId)
      .setIssuedAt()
      .setExpirationTime(`${LIFETIME_S}s`)
      .sign(privateKey);
  };

  return {
    issue: async (account: Account, session: Session): Promise<Tokens> => ({
      idToken: await signIdToken(account, session),
      refreshToken: await sealSession('refresh', account, session),
      expiresIn: String(LIFETIME_S),
    }),
    /** Returns the account and session of an ID token. */
    read: async (idToken: string | undefined): Promise<Caller> => {
      const { payload } = await jwtVerify(need(idToken, 'MISSING_ID_TOKEN'), publicKey, {
        issuer,
        audience: projectId,
        algorithms: ['RS256'],
      }).catch(() => {
        throw new Refusal('INVALID_ID_TOKEN');
      });
      const account = whose(payload, 'USER_NOT_FOUND');
      const { sign_in_provider: provider, second_factor_identifier: factor } = payload.firebase as Record<string, string>;
      const session = { provider: provider ?? '', at: Number(payload.auth_time) * 1_000, ...(factor ? { factor } : {}) };
      return { account, session };
    },
    openRefresh: (token: string | undefined) => openSession('refresh', need(token, 'MISSING_REFRESH_TOKEN'), 'INVALID_REFRESH_TOKEN'),
    /** Returns the credential of a sign-in that waits for its second factor. */
    sealPending: (account: Account, session: Session) => sealSession('pending', account, session),
    openPending: (token: string | undefined) =>
      openSession('pending', need(token, 'MISSING_MFA_PENDING_CREDENTIAL'), 'INVALID_MFA_PENDING_CREDENTIAL'),
    /** Ends every session of an account that is older than the current second. */
    end: (account: Account) => {
      account.validSince = nowInSeconds();
    },
    /** Makes the next tokens state that the account's previous sign-ins were an hour earlier, for tests. */
    age: ({ localId }: Account) => void aged.set(localId, Date.now()),
  };
}

const RECENT_MS = 5 * 60_000;

/** Throws unless the caller signed in recently. Firebase requires that for changes of an account's credentials. */
export function needRecent({ session }: Caller): void {
  if (Date.now() - session.at > RECENT_MS) throw new Refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
}
