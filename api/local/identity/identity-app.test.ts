import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt } from 'jose';
import { beforeEach, expect, test, vi } from 'vitest';
import { createAccounts } from './accounts.ts';
import { type Action, createActionCodes } from './action-codes.ts';
import { createTokens } from './tokens.ts';
import { codeOf, windowOf } from './totp.ts';
import { createIdentityApp } from './web.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = { privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), id: 'k1', jwks: '{}' };
const siteUrl = 'http://localhost:3000';
const PASSWORD = 'segredo-1';

let mails: Action[];
let accounts: ReturnType<typeof createAccounts>;
let codes: ReturnType<typeof createActionCodes>;
let tokens: ReturnType<typeof createTokens>;
let app: ReturnType<typeof createIdentityApp>;
beforeEach(() => {
  vi.useRealTimers();
  mails = [];
  accounts = createAccounts();
  codes = createActionCodes(siteUrl);
  tokens = createTokens({ projectId: 'demo-p', key, accounts });
  const project = { projectId: 'demo-p', siteUrl, accounts, codes, tokens, mail: (action: Action) => void mails.push(action) };
  app = createIdentityApp({ project, port: 9099, secrets: new Map(), jwks: key.jwks, afterChange: () => {} });
});

type Answer = Record<'idToken' | 'id_token' | 'refreshToken' | 'errorMessage', string> & {
  error?: { message: string };
  providerUserInfo?: object[];
  totpSessionInfo?: { sessionInfo: string; sharedSecretKey: string };
};
const post = async (path: string, body: string | URLSearchParams, headers: Record<string, string> = {}): Promise<Answer> => {
  const answer = await app.request(`http://localhost:9099${path}`, {
    method: 'POST',
    body,
    headers: { host: 'localhost:9099', ...headers },
  });
  return (await answer.json()) as Answer;
};
const ask = async (call: string, body: object, version = 'v1') =>
  await post(`/identitytoolkit.googleapis.com/${version}/accounts${call}?key=k`, JSON.stringify(body));
const refusal = async (call: string, body: object, version = 'v1') => (await ask(call, body, version)).error?.message;
const renew = (token: string) =>
  post('/securetoken.googleapis.com/v1/token?key=k', new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token }));
const google = (claims: object, more: object = {}) =>
  ask(':signInWithIdp', {
    requestUri: `${siteUrl}/x?${new URLSearchParams({ providerId: 'google.com', id_token: JSON.stringify(claims) })}`,
    returnIdpCredential: true,
    ...more,
  });
const signUp = (email = 'ana@x.test') => ask(':signUp', { email, password: PASSWORD, returnSecureToken: true });
const signIn = (email = 'ana@x.test', password = PASSWORD) => ask(':signInWithPassword', { email, password });
const longAgo = (token: { idToken: string; refreshToken: string }, email = 'ana@x.test') => {
  tokens.age(accounts.byEmail(email) ?? expect.fail());
  return renew(token.refreshToken);
};

test.each([
  [':signUp', { email: 'ana@x.test', password: PASSWORD }, 'EMAIL_EXISTS'],
  [':signUp', { email: 'ANA@x.test', password: PASSWORD }, 'EMAIL_EXISTS'],
  [':signUp', { email: 'bia@x.test', password: '12345' }, 'WEAK_PASSWORD : Password should be at least 6 characters'],
  [':signUp', { email: 'bia', password: PASSWORD }, 'INVALID_EMAIL'],
  [':signUp', { email: 'bia@x.test' }, 'MISSING_PASSWORD'],
  [':signUp', {}, 'ADMIN_ONLY_OPERATION'],
  [':signInWithPassword', { email: 'ana@x.test', password: 'other' }, 'INVALID_LOGIN_CREDENTIALS'],
  [':signInWithPassword', { email: 'bia@x.test', password: 'other' }, 'INVALID_LOGIN_CREDENTIALS'],
  [':signInWithPassword', { password: 'other' }, 'MISSING_EMAIL'],
  [':lookup', {}, 'MISSING_ID_TOKEN'],
  [':lookup', { idToken: 'a.b.c' }, 'INVALID_ID_TOKEN'],
  [':update', { oobCode: 'x' }, 'INVALID_OOB_CODE'],
  [':update', {}, 'INVALID_REQ_TYPE : Unsupported request parameters.'],
  [':resetPassword', { oobCode: 'x', newPassword: PASSWORD }, 'INVALID_OOB_CODE'],
  [':resetPassword', {}, 'MISSING_OOB_CODE'],
  [':sendOobCode', {}, 'MISSING_REQ_TYPE'],
  [':sendOobCode', { requestType: 'EMAIL_SIGNIN', email: 'ana@x.test' }, 'OPERATION_NOT_ALLOWED'],
  [':sendOobCode', { requestType: 'PASSWORD_RESET', email: 'ana@x.test', returnOobLink: true }, 'INSUFFICIENT_PERMISSION'],
  [
    ':sendOobCode',
    { requestType: 'PASSWORD_RESET', email: 'ana@x.test', continueUrl: 'https://evil.test/' },
    'UNAUTHORIZED_DOMAIN : Domain not allowlisted by project',
  ],
])("the call %s %j is rejected with Firebase's error", async (call, body, message) => {
  await signUp();
  expect(await refusal(call, body)).toBe(message);
});

test('a token that was changed, or signed with another key, gives no access', async () => {
  const { idToken } = await signUp();
  const other = createTokens({
    projectId: 'demo-p',
    accounts,
    key: {
      ...key,
      privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  });
  const account = accounts.byEmail('ana@x.test') ?? expect.fail();
  const forged = await other.issue(account, { provider: 'password', at: Date.now() });
  const [head, , signature] = idToken.split('.');
  const changed = [head, Buffer.from(JSON.stringify({ ...decodeJwt(idToken), sub: 'x' })).toString('base64url'), signature].join('.');
  for (const token of [forged.idToken, changed]) expect(await refusal(':lookup', { idToken: token })).toBe('INVALID_ID_TOKEN');
  expect((await renew(forged.refreshToken)).error?.message).toBe('INVALID_REFRESH_TOKEN');
});

test('a new password ends the other sessions, and a refreshed token keeps its sign-in time', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-29T12:00:00Z'), toFake: ['Date'] });
  const first = await signUp();
  vi.setSystemTime(Date.now() + 60_000);
  const second = await signIn();
  expect(decodeJwt((await renew(first.refreshToken)).id_token).auth_time).toBe(decodeJwt(first.idToken).auth_time);
  vi.setSystemTime(Date.now() + 60_000);
  const changed = await ask(':update', { idToken: second.idToken, password: 'segredo-2', returnSecureToken: true });
  expect((await renew(first.refreshToken)).error?.message).toBe('TOKEN_EXPIRED');
  expect(await refusal(':lookup', { idToken: second.idToken })).toBe('TOKEN_EXPIRED');
  expect((await renew(changed.refreshToken)).id_token).toEqual(expect.any(String));
  expect(await refusal(':signInWithPassword', { email: 'ana@x.test', password: PASSWORD })).toBe('INVALID_LOGIN_CREDENTIALS');
});

test.each([
  [':delete', {}],
  [':update', { password: 'segredo-2' }],
  [':update', { email: 'nova@x.test' }],
])('the call %s %j requires a recent sign-in', async (call, body) => {
  const { id_token: idToken } = await longAgo(await signUp());
  expect(await refusal(call, { idToken, ...body })).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
  expect(await refusal(':update', { idToken, displayName: 'Ana' })).toBeUndefined();
  expect(await refusal(call, { idToken: (await signIn()).idToken, ...body })).toBeUndefined();
});

test('a disabled or deleted account gives no access', async () => {
  const made = await signUp();
  const account = accounts.byEmail('ana@x.test') ?? expect.fail();
  account.disabled = true;
  expect(await refusal(':signInWithPassword', { email: 'ana@x.test', password: PASSWORD })).toBe('USER_DISABLED');
  expect(await refusal(':signInWithPassword', { email: 'ana@x.test', password: 'other' })).toBe('INVALID_LOGIN_CREDENTIALS');
  expect((await renew(made.refreshToken)).error?.message).toBe('USER_DISABLED');
  accounts.remove(account);
  expect(await refusal(':lookup', { idToken: made.idToken })).toBe('USER_NOT_FOUND');
});

test("a code changes an account's address, and the previous address gets a link to undo the change", async () => {
  const { idToken } = await signUp();
  await signUp('bia@x.test');
  const asked = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken };
  expect(await refusal(':sendOobCode', { ...asked, newEmail: 'bia@x.test' })).toBe('EMAIL_EXISTS');
  await ask(':sendOobCode', { ...asked, newEmail: 'nova@x.test' });
  const code = mails.at(-1)?.oobCode;
  expect(await ask(':resetPassword', { oobCode: code })).toMatchObject({
    requestType: 'VERIFY_AND_CHANGE_EMAIL',
    email: 'ana@x.test',
    newEmail: 'nova@x.test',
  });
  expect(await ask(':update', { oobCode: code })).toMatchObject({ email: 'nova@x.test', emailVerified: true });
  expect(mails.at(-1)).toMatchObject({ requestType: 'RECOVER_EMAIL', email: 'ana@x.test' });
  expect(await ask(':update', { oobCode: mails.at(-1)?.oobCode })).toMatchObject({ email: 'ana@x.test' });
  expect((await signIn()).idToken).toEqual(expect.any(String));
});

test('a Google account is linked once, can be unlinked, and takes over an address that nobody had confirmed', async () => {
  const ana = { sub: 'g1', email: 'ana@x.test', email_verified: true, name: 'Ana G' };
  const { idToken } = await signUp();
  expect(await google({ ...ana, email: 'outra@x.test' }, { idToken })).toMatchObject({ idToken: expect.any(String) });
  expect((await google(ana, { idToken })).errorMessage).toBe('FEDERATED_USER_ID_ALREADY_LINKED');
  const bia = await signUp('bia@x.test');
  expect((await google({ ...ana, sub: 'g2' }, { idToken: bia.idToken })).errorMessage).toBe('EMAIL_EXISTS');
  expect((await ask(':update', { idToken, deleteProvider: ['google.com'] })).providerUserInfo).toMatchObject([{ providerId: 'password' }]);

  expect(await google({ ...ana, email_verified: false })).toMatchObject({ needConfirmation: true });
  expect(await google(ana)).toMatchObject({ isNewUser: false, localId: decodeJwt(idToken).sub, emailVerified: true });
  expect(await refusal(':signInWithPassword', { email: 'ana@x.test', password: PASSWORD })).toBe('INVALID_LOGIN_CREDENTIALS');
  expect(await google({ ...ana, sub: 'g9', email: 'nova@x.test' })).toMatchObject({ isNewUser: true });
});

test('a second factor can only be completed by the account that started it', async () => {
  const start = async (email: string) => {
    await signUp(email);
    Object.assign(accounts.byEmail(email) ?? expect.fail(), { emailVerified: true });
    const { idToken } = await signIn(email);
    const { totpSessionInfo } = await ask('/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} }, 'v2');
    return { idToken, ...(totpSessionInfo ?? expect.fail()) };
  };
  const ana = await start('ana@x.test');
  const bia = await start('bia@x.test');
  const verificationCode = codeOf(ana.sharedSecretKey, windowOf(Date.now()));
  const totpVerificationInfo = { sessionInfo: ana.sessionInfo, verificationCode };
  expect(await refusal('/mfaEnrollment:finalize', { idToken: bia.idToken, totpVerificationInfo }, 'v2')).toBe('INVALID_SESSION_INFO');
  expect(await refusal('/mfaEnrollment:finalize', { idToken: ana.idToken, totpVerificationInfo }, 'v2')).toBeUndefined();
  expect(await signIn()).toMatchObject({ mfaPendingCredential: expect.any(String) });
  expect(await refusal('/mfaSignIn:finalize', { mfaPendingCredential: 'x', totpVerificationInfo }, 'v2')).toBe(
    'INVALID_MFA_PENDING_CREDENTIAL',
  );
});
