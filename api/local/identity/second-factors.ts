import { randomBytes, randomUUID } from 'node:crypto';
import type { Body, Call, Project } from './call.ts';
import { need, Refusal } from './refusal.ts';
import { needRecent } from './tokens.ts';
import { DIGITS, newSecret, PERIOD_S, usedWindow } from './totp.ts';

/** The secret that an authenticator app shares with the provider, by the id of its enrollment. */
export type TotpSecret = { secret: string; lastUsed: number };

/** Firebase's time limit for finishing an enrollment. */
const FINISH_WITHIN_MS = 5 * 60_000;

type Name = 'mfaEnrollment:start' | 'mfaEnrollment:finalize' | 'mfaEnrollment:withdraw' | 'mfaSignIn:start' | 'mfaSignIn:finalize';
type Begun = { localId: string; secret: string; until: number };

/** Returns the calls for TOTP codes as second factors. SMS is off, like in a project with TOTP only. */
export function secondFactorCalls({ tokens }: Project, secrets: Map<string, TotpSecret>): Record<Name, Call> {
  const begun = new Map<string, Begun>();
  const noSms = () => new Refusal('OPERATION_NOT_ALLOWED : SMS based MFA not enabled.');
  const verificationOf = ({ totpVerificationInfo: given }: Body) => {
    if (!given) throw noSms();
    return given;
  };

  return {
    'mfaEnrollment:start': async ({ idToken, totpEnrollmentInfo }) => {
      if (!totpEnrollmentInfo) throw noSms();
      const caller = await tokens.read(idToken);
      need(caller.account.emailVerified, 'UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.');
      needRecent(caller);
      const sessionInfo = randomUUID();
      const secret = newSecret();
      const until = Date.now() + FINISH_WITHIN_MS;
      begun.set(sessionInfo, { localId: caller.account.localId, secret, until });
      return {
        totpSessionInfo: {
          sharedSecretKey: secret,
          verificationCodeLength: DIGITS,
          hashingAlgorithm: 'SHA1',
          periodSec: PERIOD_S,
          sessionInfo,
          finalizeEnrollmentTime: new Date(until).toISOString(),
        },
      };
    },

    'mfaEnrollment:finalize': async (body) => {
      const { sessionInfo = '', verificationCode = '' } = verificationOf(body);
      const { account, session } = await tokens.read(body.idToken);
      const { localId, secret, until } = need(begun.get(sessionInfo), 'INVALID_SESSION_INFO');
      need(localId === account.localId, 'INVALID_SESSION_INFO');
      need(Date.now() <= until, 'SESSION_EXPIRED');
      const lastUsed = usedWindow(secret, verificationCode, Date.now(), 0);
      if (lastUsed === undefined) throw new Refusal('INVALID_CODE');
      begun.delete(sessionInfo);
      const factor = randomBytes(21).toString('base64url');
      const { displayName } = body;
      const added = { mfaEnrollmentId: factor, ...(displayName ? { displayName } : {}), enrolledAt: new Date().toISOString() };
      account.mfaInfo = [...(account.mfaInfo ?? []), added];
      secrets.set(factor, { secret, lastUsed });
      const { idToken, refreshToken } = await tokens.issue(account, { ...session, factor });
      return { idToken, refreshToken, totpAuthInfo: {} };
    },

    'mfaEnrollment:withdraw': async ({ idToken, mfaEnrollmentId }) => {
      const { account, session } = await tokens.read(idToken);
      const left = (account.mfaInfo ?? []).filter((factor) => factor.mfaEnrollmentId !== mfaEnrollmentId);
      need(left.length < (account.mfaInfo ?? []).length, 'MFA_ENROLLMENT_NOT_FOUND');
      account.mfaInfo = left;
      secrets.delete(mfaEnrollmentId ?? '');
      const { provider, at } = session;
      return await tokens.issue(account, { provider, at });
    },

    'mfaSignIn:start': () => {
      throw noSms();
    },

    'mfaSignIn:finalize': async (body) => {
      const { verificationCode = '' } = verificationOf(body);
      const { account, session } = await tokens.openPending(body.mfaPendingCredential);
      const factor = need(body.mfaEnrollmentId, 'MISSING_MFA_ENROLLMENT_ID');
      const isTheirs = account.mfaInfo?.some(({ mfaEnrollmentId }) => mfaEnrollmentId === factor);
      const known = need(isTheirs ? secrets.get(factor) : undefined, 'MFA_ENROLLMENT_NOT_FOUND');
      const lastUsed = usedWindow(known.secret, verificationCode, Date.now(), known.lastUsed);
      if (lastUsed === undefined) throw new Refusal('INVALID_CODE');
      known.lastUsed = lastUsed;
      const at = Date.now();
      account.lastLoginAt = String(at);
      const { idToken, refreshToken } = await tokens.issue(account, { ...session, at, factor });
      return { idToken, refreshToken };
    },
  };
}
