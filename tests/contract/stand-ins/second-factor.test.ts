import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoAccounts, demoPassword } from '../../../api/local/identity/demo-accounts.ts';
import { codeOf, windowOf } from '../../../api/local/identity/totp.ts';
import { startOnly } from './targets.ts';

// Codes of authenticator apps, in Firebase's protocol.
let started: Awaited<ReturnType<typeof startOnly>>;
beforeAll(async () => {
  started = await startOnly(['identity', 'mail']);
});
afterAll(async () => await started?.close());

async function ask(version: 'v1' | 'v2', call: string, body: object) {
  const answer = await fetch(
    `${started.site.addresses.identity}/identitytoolkit.googleapis.com/${version}/accounts${call}?key=fake-api-key`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  );
  const json = await answer.json();
  return { status: answer.status, json, refusal: json.error?.message as string | undefined };
}
type Who = Pick<(typeof demoAccounts)[keyof typeof demoAccounts], 'email'>;
const signIn = async ({ email }: Who) =>
  (await ask('v1', ':signInWithPassword', { email, password: demoPassword, returnSecureToken: true })).json;
const begin = (idToken: string) => ask('v2', '/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} });
const finish = (idToken: string, sessionInfo: string, verificationCode: string) =>
  ask('v2', '/mfaEnrollment:finalize', { idToken, displayName: 'Celular', totpVerificationInfo: { sessionInfo, verificationCode } });
const enter = (pending: { mfaPendingCredential: string; mfaInfo: { mfaEnrollmentId: string }[] }, verificationCode: string) =>
  ask('v2', '/mfaSignIn:finalize', {
    mfaPendingCredential: pending.mfaPendingCredential,
    mfaEnrollmentId: pending.mfaInfo[0]?.mfaEnrollmentId,
    totpVerificationInfo: { verificationCode },
  });
const codeIn = (secret: string, windows: number) => codeOf(secret, windowOf(Date.now()) + windows);

/** Adds an app to an account. The app's first code is used up by this. */
async function enroll(who: Who): Promise<string> {
  const { idToken } = await signIn(who);
  const { sharedSecretKey, sessionInfo } = (await begin(idToken)).json.totpSessionInfo;
  expect((await finish(idToken, sessionInfo, codeIn(sharedSecretKey, 0))).status).toBe(200);
  return sharedSecretKey;
}

test('after an authenticator app is added by a code, a password alone does not sign in, also after a crash', async () => {
  const { idToken } = await signIn(demoAccounts.team);
  const { totpSessionInfo } = (await begin(idToken)).json;
  expect(totpSessionInfo).toEqual({
    sharedSecretKey: expect.stringMatching(/^[A-Z2-7]{32}$/),
    verificationCodeLength: 6,
    hashingAlgorithm: 'SHA1',
    periodSec: 30,
    sessionInfo: expect.any(String),
    finalizeEnrollmentTime: expect.any(String),
  });
  const { sharedSecretKey: secret, sessionInfo } = totpSessionInfo;
  expect((await finish(idToken, sessionInfo, '000000')).refusal).toBe('INVALID_CODE');
  const done = await finish(idToken, sessionInfo, codeIn(secret, 0));
  expect(done.json).toEqual({ idToken: expect.any(String), refreshToken: expect.any(String), totpAuthInfo: {} });
  expect(decodeJwt(done.json.idToken).firebase).toMatchObject({ sign_in_provider: 'password', sign_in_second_factor: 'totp' });

  const factor = { mfaEnrollmentId: expect.any(String), displayName: 'Celular', enrolledAt: expect.any(String), totpInfo: {} };
  const enrolled = await ask('v1', ':lookup', { idToken: done.json.idToken });
  expect(enrolled.json.users[0].mfaInfo).toEqual([factor]);

  // The saved state may be older: it can contain the secret before the account requires its codes.
  const saved = () => readFileSync(join(started.dir, 'identity/accounts.json'), 'utf8');
  const { mfaEnrollmentId } = enrolled.json.users[0].mfaInfo[0];
  const isSaved = () => {
    const { accounts, secrets } = JSON.parse(saved());
    const account = accounts.find(({ localId }: { localId: string }) => localId === demoAccounts.team.uid);
    return JSON.stringify(account.mfaInfo ?? []).includes(mfaEnrollmentId) && JSON.stringify(secrets).includes(secret);
  };
  await expect.poll(isSaved, { timeout: 15_000 }).toBe(true);
  await started.site.processes.identity.kill('SIGKILL');
  await started.site.processes.identity.start();

  const pending = await signIn(demoAccounts.team);
  expect(pending).toMatchObject({ mfaPendingCredential: expect.any(String), mfaInfo: [factor] });
  expect(pending.idToken).toBeUndefined();
  expect((await enter(pending, '000000')).refusal).toBe('INVALID_CODE');
  const code = codeIn(secret, 1);
  const signedIn = await enter(pending, code);
  expect(decodeJwt(signedIn.json.idToken)).toMatchObject({ sub: demoAccounts.team.uid, firebase: { sign_in_second_factor: 'totp' } });
  expect((await enter(pending, code)).refusal, 'a code works once').toBe('INVALID_CODE');

  const removed = await ask('v2', '/mfaEnrollment:withdraw', {
    idToken: signedIn.json.idToken,
    mfaEnrollmentId: pending.mfaInfo[0].mfaEnrollmentId,
  });
  expect(removed.status).toBe(200);
  expect((await signIn(demoAccounts.team)).idToken).toEqual(expect.any(String));
});

test("an authenticator app's code signs in to its own account only", async () => {
  const theirs = await enroll(demoAccounts.newcomer);
  await enroll(demoAccounts.admin);
  const pending = await signIn(demoAccounts.admin);
  const other = await signIn(demoAccounts.newcomer);
  expect((await enter(pending, codeIn(theirs, 1))).refusal).toBe('INVALID_CODE');
  expect((await enter({ ...pending, mfaInfo: other.mfaInfo }, codeIn(theirs, 1))).refusal).toBe('MFA_ENROLLMENT_NOT_FOUND');
});

test.each([
  ['without a sign-in', async () => await begin(''), /^MISSING_ID_TOKEN|INVALID_ID_TOKEN/],
  [
    'for an unverified address',
    async () => {
      const email = `${randomUUID()}@example.test`;
      const { json } = await ask('v1', ':signUp', { email, password: demoPassword, returnSecureToken: true });
      return await begin(json.idToken);
    },
    /^UNVERIFIED_EMAIL/,
  ],
  [
    'by SMS',
    async () => {
      const { idToken } = await signIn(demoAccounts.customer);
      return await ask('v2', '/mfaEnrollment:start', { idToken, phoneEnrollmentInfo: { phoneNumber: '+15550001111' } });
    },
    /^OPERATION_NOT_ALLOWED/,
  ],
  ['with an unknown session', async () => finish((await signIn(demoAccounts.customer)).idToken, 'none', '123456'), /^INVALID_SESSION_INFO/],
  [
    'long after the sign-in',
    async () => {
      const { refreshToken } = await signIn(demoAccounts.customer);
      const { identity } = started.site.addresses;
      await fetch(`${identity}/_local/old-sign-in?email=${demoAccounts.customer.email}`, { method: 'POST' });
      const renewed = await fetch(`${identity}/securetoken.googleapis.com/v1/token?key=fake-api-key`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
      });
      return await begin((await renewed.json()).id_token);
    },
    /^CREDENTIAL_TOO_OLD_LOGIN_AGAIN/,
  ],
])('no authenticator app is added %s', async (_, attempt, refusal) => {
  const answer = await attempt();
  expect([answer.status, answer.refusal]).toEqual([400, expect.stringMatching(refusal)]);
});
