import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAccounts, demoPassword } from '../../../api/local/identity/demo-accounts.ts';
import type { Message } from '../../../api/local/mail/inbox.ts';
import { startOnly, type Target, targets } from './targets.ts';

type Identity = {
  accountsUrl: string;
  tokenUrl: string;
  jwksUrl: string;
  projectId: string;
  apiKey: string;
  email: string;
  password: string;
  adminAuthorization: string;
};

const GOOGLE_KEYS = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

function standInService(origin: string, projectId: string): Identity {
  return {
    accountsUrl: `${origin}/identitytoolkit.googleapis.com/v1`,
    tokenUrl: `${origin}/securetoken.googleapis.com/v1/token`,
    jwksUrl: `${origin}/emulator/jwks.json`,
    projectId,
    apiKey: 'fake-api-key',
    email: demoAccounts.customer.email,
    password: demoPassword,
    adminAuthorization: 'Bearer owner',
  };
}

const standIn: Target<Identity> = {
  name: 'the stand-in',
  open: async () => {
    const { site, close } = await startOnly(['identity', 'mail']);
    return { ...standInService(site.addresses.identity, site.file.internal.projectId), close };
  },
};

const all = targets(standIn, {
  name: 'Firebase',
  credentials: [
    'TEST_FIREBASE_PROJECT_ID',
    'TEST_FIREBASE_API_KEY',
    'TEST_FIREBASE_EMAIL',
    'TEST_FIREBASE_PASSWORD',
    'TEST_FIREBASE_ACCESS_TOKEN',
  ],
  open: async (given) => ({
    accountsUrl: 'https://identitytoolkit.googleapis.com/v1',
    tokenUrl: 'https://securetoken.googleapis.com/v1/token',
    jwksUrl: GOOGLE_KEYS,
    projectId: given.TEST_FIREBASE_PROJECT_ID,
    apiKey: given.TEST_FIREBASE_API_KEY,
    email: given.TEST_FIREBASE_EMAIL,
    password: given.TEST_FIREBASE_PASSWORD,
    adminAuthorization: `Bearer ${given.TEST_FIREBASE_ACCESS_TOKEN}`,
    close: async () => {},
  }),
});

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

const signIn = ({ accountsUrl, apiKey }: Identity, email: string, password: string) =>
  post(`${accountsUrl}/accounts:signInWithPassword?key=${apiKey}`, { email, password, returnSecureToken: true });

describe.each(all)('identity service: $name', ({ open }) => {
  let service: Identity & { close: () => Promise<void> };
  const verify = (token: string) =>
    jwtVerify(token, createRemoteJWKSet(new URL(service.jwksUrl)), {
      algorithms: ['RS256'],
      issuer: `https://securetoken.google.com/${service.projectId}`,
      audience: service.projectId,
    });

  beforeAll(async () => {
    service = await open();
  });
  afterAll(() => service.close());

  it('the identity service signs ID tokens with a published RS256 key', async () => {
    const { body } = await signIn(service, service.email, service.password);
    expect(decodeProtectedHeader(body.idToken)).toMatchObject({ alg: 'RS256', typ: 'JWT', kid: expect.any(String) });
    const { payload } = await verify(body.idToken);
    expect(payload).toMatchObject({
      sub: body.localId,
      user_id: body.localId,
      email: service.email,
      email_verified: true,
      auth_time: expect.any(Number),
      firebase: { sign_in_provider: 'password' },
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
  });

  it('the identity service gives a new ID token for a refresh token', async () => {
    const { body } = await signIn(service, service.email, service.password);
    const answer = await fetch(`${service.tokenUrl}?key=${service.apiKey}`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: body.refreshToken }),
    });
    const { id_token: token } = await answer.json();
    expect((await verify(token)).payload.sub).toBe(body.localId);
  });

  it('the identity service answers an unknown address and a wrong password alike', async () => {
    const wrong = await signIn(service, service.email, 'not-the-password');
    const unknown = await signIn(service, `${randomUUID()}@example.com`, 'not-the-password');
    for (const { status, body } of [wrong, unknown]) {
      expect({ status, message: body.error.message }).toEqual({ status: 400, message: 'INVALID_LOGIN_CREDENTIALS' });
    }
  });

  it('the identity service answers a reset for an unknown address as for a known one', async () => {
    const { status } = await post(`${service.accountsUrl}/accounts:sendOobCode?key=${service.apiKey}`, {
      requestType: 'PASSWORD_RESET',
      email: `${randomUUID()}@example.com`,
    });
    expect(status).toBe(200);
  });

  it('the identity service lists accounts to the owner only', async () => {
    const url = `${service.accountsUrl}/projects/${service.projectId}/accounts:batchGet?maxResults=20`;
    const { users } = await (await fetch(url, { headers: { authorization: service.adminAuthorization } })).json();
    expect(users[0]).toMatchObject({
      localId: expect.any(String),
      email: expect.any(String),
      createdAt: expect.stringMatching(/^\d{13}$/),
    });
    expect((await fetch(url)).ok).toBe(false);
    expect((await fetch(`${url}&key=${service.apiKey}`)).ok).toBe(false);
  });

  it('the identity service rejects a changed token', async () => {
    const { body } = await signIn(service, service.email, service.password);
    const [header, payload = '', signature] = body.idToken.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = [header, Buffer.from(JSON.stringify({ ...claims, email: 'admin@semente.test' })).toString('base64url'), signature].join(
      '.',
    );
    await expect(verify(forged)).rejects.toThrow('signature verification failed');
  });
});

describe('the identity stand-in', () => {
  let started: Awaited<ReturnType<typeof startOnly>>;
  let service: Identity;
  const origin = () => started.site.addresses.identity;
  const mailTo = async (to: string): Promise<Message[]> => (await fetch(`${started.site.addresses.inbox}/messages?to=${to}&wait`)).json();
  const newAccount = async () => {
    const email = `${randomUUID()}@leitores.test`;
    const { body } = await post(`${service.accountsUrl}/accounts:signUp?key=fake-api-key`, {
      email,
      password: 'segredo-1',
      returnSecureToken: true,
    });
    return { email, idToken: body.idToken as string };
  };
  const sendCode = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    post(`${service.accountsUrl}/accounts:sendOobCode?key=fake-api-key`, body, headers);

  beforeAll(async () => {
    started = await startOnly(['identity', 'mail']);
    service = standInService(origin(), started.site.file.internal.projectId);
  });
  afterAll(() => started.close());

  it.each(Object.values(demoAccounts))(
    'the identity stand-in knows $email, verified, under its fixed uid',
    async ({ uid, email, name }) => {
      const { body } = await signIn(service, email, demoPassword);
      expect(body.localId).toBe(uid);
      const { body: found } = await post(`${service.accountsUrl}/accounts:lookup?key=fake-api-key`, { idToken: body.idToken });
      expect(found.users).toMatchObject([{ emailVerified: true, displayName: name }]);
    },
  );

  it("the identity stand-in emails a link to the site's action page, in Portuguese, whose code confirms the address", async () => {
    const { email, idToken } = await newAccount();
    await sendCode({ requestType: 'VERIFY_EMAIL', idToken, continueUrl: `${started.site.addresses.site}/cart` });
    const [mail] = await mailTo(email);
    expect(mail?.subject).toBe('Confirme seu e-mail · Raiz & Palavra');
    const link = new URL(mail?.links[0] ?? '');
    expect(link.origin + link.pathname).toBe(`${started.site.addresses.site}/confirm-email`);
    expect(Object.fromEntries(link.searchParams)).toEqual({
      mode: 'verifyEmail',
      oobCode: expect.any(String),
      lang: 'pt-BR',
      apiKey: 'fake-api-key',
      continueUrl: `${started.site.addresses.site}/cart`,
    });
    const apply = () => post(`${service.accountsUrl}/accounts:update?key=fake-api-key`, { oobCode: link.searchParams.get('oobCode') });
    expect((await apply()).body).toMatchObject({ email, emailVerified: true });
    expect((await apply()).body.error.message).toBe('INVALID_OOB_CODE');
  });

  it('the identity stand-in emails in English when the page asks for it', async () => {
    const { email } = await newAccount();
    await sendCode({ requestType: 'PASSWORD_RESET', email }, { 'x-firebase-locale': 'en' });
    const [mail] = await mailTo(email);
    expect(mail?.subject).toBe('Create a new password · Raiz & Palavra');
    expect(new URL(mail?.links[0] ?? '').searchParams.get('mode')).toBe('resetPassword');
  });

  it("the identity stand-in rejects an expired code at Firebase's age, as expired", async () => {
    const { email, idToken } = await newAccount();
    const expire = () => fetch(`${origin()}/_local/expired-codes?email=${email}`, { method: 'POST' });
    await sendCode({ requestType: 'VERIFY_EMAIL', idToken });
    await sendCode({ requestType: 'PASSWORD_RESET', email });
    await expect.poll(() => mailTo(email)).toHaveLength(2);
    const codes = (await mailTo(email)).map(({ links }) => new URL(links[0] ?? '').searchParams);
    const codeOf = (mode: string) => codes.find((code) => code.get('mode') === mode)?.get('oobCode');
    const verify = () => post(`${service.accountsUrl}/accounts:update?key=fake-api-key`, { oobCode: codeOf('verifyEmail') });
    const reset = (more = {}) =>
      post(`${service.accountsUrl}/accounts:resetPassword?key=fake-api-key`, { oobCode: codeOf('resetPassword'), ...more });
    expect((await reset()).status).toBe(200);

    expect((await expire()).status).toBe(200);
    for (const { status, body } of [await verify(), await reset(), await reset({ newPassword: 'segredo-2' })]) {
      expect([status, body.error.message]).toEqual([400, 'EXPIRED_OOB_CODE']);
    }
    expect((await signIn(service, email, 'segredo-1')).status).toBe(200);
  });

  it('the identity stand-in sends no email for a code that the owner requested', async () => {
    const { email } = await newAccount();
    const body = { requestType: 'PASSWORD_RESET', email, returnOobLink: true };
    const { body: made } = await post(`${service.accountsUrl}/projects/${service.projectId}/accounts:sendOobCode`, body, {
      authorization: 'Bearer owner',
    });
    expect(made.oobLink).toContain('oobCode=');
    await sendCode({ requestType: 'PASSWORD_RESET', email: demoAccounts.newcomer.email });
    await mailTo(demoAccounts.newcomer.email);
    const inbox = await (await fetch(`${started.site.addresses.inbox}/messages?to=${email}`)).json();
    expect(inbox).toEqual([]);
  });

  it('the identity stand-in keeps accounts, keys and codes when it is killed', async () => {
    const { email } = await newAccount();
    await sendCode({ requestType: 'PASSWORD_RESET', email });
    const [mail] = await mailTo(email);
    const before = await (await fetch(service.jwksUrl)).text();
    const file = join(started.dir, 'identity/accounts.json');
    const code = new URL(mail?.links[0] ?? '').searchParams.get('oobCode') ?? '';
    await expect.poll(() => readFileSync(file, 'utf8')).toContain(code);
    await started.site.processes.identity.kill('SIGKILL');
    await started.site.processes.identity.start();
    expect(await (await fetch(service.jwksUrl)).text()).toBe(before);
    const reset = await post(`${service.accountsUrl}/accounts:resetPassword?key=fake-api-key`, { oobCode: code, newPassword: 'segredo-2' });
    expect(reset.status).toBe(200);
    expect((await signIn(service, email, 'segredo-2')).status).toBe(200);
    expect(await mailTo(email)).toHaveLength(1);
  });

  it("the identity stand-in's files are readable by their owner only", () => {
    for (const file of ['accounts.json', 'signing-key.pem']) {
      expect(statSync(join(started.dir, 'identity', file)).mode & 0o077).toBe(0);
    }
  });

  it('the identity stand-in answers the site and its own pages, and no other origin', async () => {
    const ask = async (headers: Record<string, string>) => (await fetch(service.jwksUrl, { headers })).status;
    const { site } = started.site.addresses;
    expect(await ask({ origin: site })).toBe(200);
    expect(await ask({ origin: site.replace('localhost', '127.0.0.1') })).toBe(200);
    expect(await ask({ origin: origin() })).toBe(200);
    expect(await ask({ origin: 'https://evil.test' })).toBe(403);
    expect(await ask({ origin: 'http://localhost:1' })).toBe(403);
    expect(await ask({ origin: 'null' })).toBe(403);
    expect(await ask({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  });

  // This is the last test with a password: no sign-in works for a minute afterwards.
  it("the identity stand-in accepts no password any more after many wrong ones, with Firebase's error", async () => {
    const said: string[] = [];
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const { status, body } = await signIn(service, demoAccounts.customer.email, `palpite-${attempt}`);
      expect(status).toBe(400);
      said.push(body.error.message.split(' ')[0]);
    }
    expect(said[0]).toBe('INVALID_LOGIN_CREDENTIALS');
    expect(said.at(-1)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
    const right = await signIn(service, demoAccounts.customer.email, demoPassword);
    expect(right.body.error.message).toContain('TOO_MANY_ATTEMPTS_TRY_LATER');
  });

  it('the identity stand-in shows its Google page and its frame without the network', async () => {
    const query = 'apiKey=fake-api-key&appName=x&providerId=google.com&authType=signInViaPopup';
    for (const path of [`/emulator/auth/handler?${query}`, `/emulator/auth/iframe?${query}`, '/emulator/gapi.js']) {
      const page = await (await fetch(origin() + path)).text();
      expect(page).not.toMatch(/(src|href)="https?:/);
    }
  });

  it('the identity stand-in signs in with Google', async () => {
    const claims = { sub: randomUUID(), email: 'ana@gmail.test', email_verified: true, name: 'Ana', iss: '', aud: '', exp: 0, iat: 0 };
    const { body } = await post(`${service.accountsUrl}/accounts:signInWithIdp?key=fake-api-key`, {
      postBody: new URLSearchParams({ id_token: JSON.stringify(claims), providerId: 'google.com' }).toString(),
      requestUri: started.site.addresses.site,
      returnSecureToken: true,
    });
    expect(body).toMatchObject({ isNewUser: true, displayName: 'Ana', emailVerified: true });
  });
});
