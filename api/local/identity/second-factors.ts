import { randomInt } from 'node:crypto';
import { decodeJwt } from 'jose';
import { DIGITS, newSecret, PERIOD_S, usedWindow } from './totp.ts';

/** What an authenticator app shares with the provider, by the id of its enrollment. */
export type TotpSecret = { secret: string; lastUsed: number };

type Body = Record<string, unknown> & {
  idToken?: string;
  phoneEnrollmentInfo?: unknown;
  totpEnrollmentInfo?: unknown;
  totpVerificationInfo?: { sessionInfo?: string; verificationCode?: string };
  mfaPendingCredential?: string;
  mfaEnrollmentId?: string;
};
type Answer = Record<string, unknown>;
type State = { getVerificationCodeBySessionInfo: (sessionInfo: string) => { code: string } | undefined };
type Operation = (state: State, body: Body, context: unknown) => Answer | Promise<Answer>;
type Step = 'start' | 'finalize' | 'withdraw';

/** The emulator's operations that know of second factors. */
export type SecondFactorOperations = Record<'lookup' | 'signInWithPassword' | 'signInWithIdp', Operation> & {
  mfaEnrollment: Record<Step, Operation>;
  mfaSignIn: Record<'start' | 'finalize', Operation>;
};

type Options = { secrets: Map<string, TotpSecret>; refuse: (message: string) => Error; clock?: () => number };

/** Firebase wants a sign-in of the last minutes before it adds a second factor, and leaves so long to finish. */
const RECENT_MS = 5 * 60_000;
const FINISH_WITHIN_MS = 5 * 60_000;

/**
 * Adds codes of authenticator apps (TOTP) to the emulator, which knows codes by SMS alone. Inside, each app is a telephone with a made-up
 * number, so that tokens, pending sign-ins and enrollments stay the emulator's; on the wire it is what Firebase answers. SMS is off, as in
 * a project that has only TOTP on.
 */
export function addTotp(operations: SecondFactorOperations, { secrets, refuse, clock = Date.now }: Options): void {
  const { mfaEnrollment, mfaSignIn, lookup, signInWithPassword, signInWithIdp } = operations;
  const enrollment = { ...mfaEnrollment };
  const signIn = { ...mfaSignIn };
  const pending = new Map<string, { secret: string; until: number }>();
  const smsCode = (state: State, sessionInfo: string) => ({ sessionInfo, code: state.getVerificationCodeBySessionInfo(sessionInfo)?.code });
  const sessionOf = (answer: Answer, name: string) => (answer[name] as { sessionInfo: string }).sessionInfo;
  const noSms = () => refuse('OPERATION_NOT_ALLOWED : SMS based MFA not enabled.');

  operations.mfaEnrollment = {
    start: async (state, body, context) => {
      if (!body.totpEnrollmentInfo) throw noSms();
      const phoneNumber = `+1555${String(randomInt(10_000_000)).padStart(7, '0')}`;
      const started = await enrollment.start(state, { ...body, phoneEnrollmentInfo: { phoneNumber } }, context);
      const signedInAt = Number(decodeJwt(body.idToken ?? '').auth_time) * 1_000;
      if (clock() - signedInAt > RECENT_MS) throw refuse('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
      const sessionInfo = sessionOf(started, 'phoneSessionInfo');
      const secret = newSecret();
      const until = clock() + FINISH_WITHIN_MS;
      pending.set(sessionInfo, { secret, until });
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
    finalize: async (state, body, context) => {
      if (!body.totpVerificationInfo) throw noSms();
      const { sessionInfo = '', verificationCode = '' } = body.totpVerificationInfo;
      const begun = pending.get(sessionInfo);
      if (!begun) throw refuse('INVALID_SESSION_INFO');
      if (clock() > begun.until) throw refuse('SESSION_EXPIRED');
      const lastUsed = usedWindow(begun.secret, verificationCode, clock(), 0);
      if (lastUsed === undefined) throw refuse('INVALID_CODE');
      const done = await enrollment.finalize(state, { ...body, phoneVerificationInfo: smsCode(state, sessionInfo) }, context);
      pending.delete(sessionInfo);
      const { second_factor_identifier: id } = decodeJwt(String(done.idToken)).firebase as { second_factor_identifier: string };
      secrets.set(id, { secret: begun.secret, lastUsed });
      return { ...done, totpAuthInfo: {} };
    },
    withdraw: async (state, body, context) => {
      const done = await enrollment.withdraw(state, body, context);
      secrets.delete(body.mfaEnrollmentId ?? '');
      return done;
    },
  };

  operations.mfaSignIn = {
    start: () => {
      throw noSms();
    },
    finalize: async (state, body, context) => {
      if (!body.totpVerificationInfo) throw noSms();
      // Whose sign-in this is, and that the factor is theirs.
      const started = await signIn.start(state, body, context);
      const known = secrets.get(body.mfaEnrollmentId ?? '');
      if (!known) throw refuse('MFA_ENROLLMENT_NOT_FOUND');
      const lastUsed = usedWindow(known.secret, body.totpVerificationInfo.verificationCode ?? '', clock(), known.lastUsed);
      if (lastUsed === undefined) throw refuse('INVALID_CODE');
      known.lastUsed = lastUsed;
      const phoneVerificationInfo = smsCode(state, sessionOf(started, 'phoneResponseInfo'));
      return await signIn.finalize(state, { ...body, phoneVerificationInfo }, context);
    },
  };

  operations.lookup = async (...call) => {
    const found = await lookup(...call);
    return Array.isArray(found.users) ? { ...found, users: found.users.map(asApps) } : found;
  };
  operations.signInWithPassword = async (...call) => asApps(await signInWithPassword(...call));
  operations.signInWithIdp = async (...call) => asApps(await signInWithIdp(...call));
}

/** An answer whose telephones are shown as the apps that they stand for. */
function asApps(answer: Answer): Answer {
  if (!Array.isArray(answer.mfaInfo)) return answer;
  return {
    ...answer,
    mfaInfo: answer.mfaInfo.map(({ phoneInfo: _, unobfuscatedPhoneInfo: __, ...factor }: Answer) => ({ ...factor, totpInfo: {} })),
  };
}
