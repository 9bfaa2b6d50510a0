import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import pino from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from './auth.ts';

const silentLog = pino({ level: 'silent' });

const PROJECT = 'demo-site';
const START = Date.parse('2026-11-21T12:00:00Z');
const seconds = (ms: number) => Math.floor(ms / 1_000);

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
let ours: Keys;
let theirs: Keys;
beforeAll(async () => {
  [ours, theirs] = await Promise.all([generateKeyPair('RS256', { extractable: true }), generateKeyPair('RS256', { extractable: true })]);
});

const jwks = async (kid = 'k1') => ({ keys: [{ ...(await exportJWK(ours.publicKey)), kid, alg: 'RS256', use: 'sig' }] });

async function aToken(claims: JWTPayload = {}, { kid = 'k1', key = ours.privateKey, expires = 3_600, now = START } = {}): Promise<string> {
  return await new SignJWT({ email: 'ana@example.test', email_verified: true, auth_time: seconds(now) - 10, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setIssuer(claims.iss ?? `https://securetoken.google.com/${PROJECT}`)
    .setAudience(claims.aud ?? PROJECT)
    .setSubject(claims.sub ?? 'uid-1')
    .setIssuedAt(seconds(now))
    .setExpirationTime(seconds(now) + expires)
    .sign(key);
}

/** An authenticator with a fake clock and a fake key server. */
function anAuthenticator(answer: () => Promise<object>) {
  const state = { now: START, fetches: 0 };
  const auth = createAuthenticator({
    projectId: PROJECT,
    jwksUrl: 'http://127.0.0.1:1/jwks.json',
    adminEmails: ['chefe@example.test', 'karla@example.test'],
    clock: () => state.now,
    log: silentLog,
    fetch: async () => {
      state.fetches += 1;
      return Response.json(await answer());
    },
  });
  return { state, authenticate: async (token: string) => await auth.authenticate(`Bearer ${token}`), auth };
}

describe('a valid token', () => {
  test('a valid token identifies the caller', async () => {
    const { authenticate } = anAuthenticator(jwks);
    expect(await authenticate(await aToken({ name: 'Ana', firebase: { sign_in_provider: 'google.com' } }))).toEqual({
      uid: 'uid-1',
      email: 'ana@example.test',
      emailVerified: true,
      name: 'Ana',
      photoUrl: null,
      role: 'customer',
      permissions: [],
      signedInWith: 'google.com',
      signedInAt: START - 10_000,
      issuedAt: expect.any(Number),
    });
  });

  test.each([
    ['candidate', { email: 'Chefe@Example.test' }],
    ['unverified', { email: 'chefe@example.test', email_verified: false }],
    ['unverified', { email: undefined, email_verified: undefined }],
    ['customer', { email: 'chefe@example.test.evil.test' }],
    ['customer', { email: 'chefe@example.test.' }],
    ['customer', { email: 'chefe+x@example.test' }],
    ['customer', { email: ' chefe@example.test' }],
    ['customer', { email: 'chefe@example.test\u0000' }],
    ['customer', { email: 'che\ufb01e@example.test' }],
    ['customer', { email: 'chefe@example.te\u017ft' }],
    ['customer', { email: '\u212aarla@example.test' }],
  ])('a valid token makes a caller %s with %j', async (role, claims) => {
    const { authenticate } = anAuthenticator(jwks);
    expect(await authenticate(await aToken(claims))).toMatchObject({ role });
  });
});

describe('an invalid token is rejected', () => {
  const unsigned = (header: object, payload: object) =>
    [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const claims = {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    sub: 'uid-1',
    iat: seconds(START),
    exp: seconds(START) + 99,
    auth_time: seconds(START),
  };

  test.each<[string, () => Promise<string> | string]>([
    ['when it is no token', () => 'abc'],
    ['without a signature', () => `${unsigned({ alg: 'none', kid: 'k1' }, claims)}.`],
    ['signed by another key under our key id', () => aToken({}, { key: theirs.privateKey })],
    ['of another project', () => aToken({ aud: 'demo-other' })],
    ['of another issuer', () => aToken({ iss: `https://session.firebase.google.com/${PROJECT}` })],
    ['that expired', () => aToken({}, { expires: -60 })],
    ['of a sign-in in the future', () => aToken({ auth_time: seconds(START) + 600 })],
    ['without a moment of sign-in', () => aToken({ auth_time: undefined })],
    ['without a person', () => aToken({ sub: '' })],
    ['of a person with an endless id', () => aToken({ sub: 'x'.repeat(200) })],
    ['with a key that is not published', () => aToken({}, { kid: 'k9' })],
    [
      'signed with the public key as a secret',
      async () => {
        const secret = new TextEncoder().encode(JSON.stringify((await jwks()).keys[0]));
        return await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(secret);
      },
    ],
  ])('a token is rejected %s', async (_, make) => {
    const { authenticate } = anAuthenticator(jwks);
    await expect(authenticate(await make())).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('a missing token is rejected', async () => {
    const { auth } = anAuthenticator(jwks);
    await expect(auth.authenticate(undefined)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(auth.authenticate('Basic YTpi')).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test.each([
    ['with words before it', (token: string) => `Other Bearer ${token}`],
    ['with words after it', (token: string) => `Bearer ${token} and more`],
  ])('an authorization header %s is rejected', async (_, header) => {
    const { auth } = anAuthenticator(jwks);
    await expect(auth.authenticate(header(await aToken()))).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('a token with a sign-in time in the future is rejected, except for a few seconds of clock difference', async () => {
    const { authenticate } = anAuthenticator(jwks);
    await authenticate(await aToken({ auth_time: seconds(START) + 5 }));
    await expect(authenticate(await aToken({ auth_time: seconds(START) + 6 }))).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

describe('an outage of the identity provider', () => {
  test('the API accepts no keys from an error answer of the identity provider', async () => {
    const answer = await jwks();
    const auth = createAuthenticator({
      projectId: PROJECT,
      adminEmails: [],
      clock: () => START,
      log: silentLog,
      fetch: async () => Response.json(answer, { status: 500 }),
    });
    await expect(auth.authenticate(`Bearer ${await aToken()}`)).rejects.toMatchObject({
      code: 'service_unavailable',
      detail: { retryAfterSeconds: 5 },
    });
  });

  test('before the API has loaded any keys, a token gets 503 and not 401', async () => {
    const { authenticate, state } = anAuthenticator(async () => {
      throw new Error('down');
    });
    const token = await aToken();
    await expect(authenticate(token)).rejects.toMatchObject({ code: 'service_unavailable' });
    await expect(authenticate(token)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(state.fetches).toBe(1);
  });

  test('after an outage the readiness check loads the keys even if no request has a token', async () => {
    let isDown = true;
    const { auth, state } = anAuthenticator(async () => {
      if (isDown) throw new Error('down');
      return await jwks();
    });
    await auth.warmUp();
    isDown = false;
    expect(auth.hasKeys()).toBe(false);
    expect(state.fetches, 'not at once').toBe(1);
    state.now += 5_000;
    auth.hasKeys();
    await expect.poll(() => auth.hasKeys()).toBe(true);
    expect(state.fetches).toBe(2);
  });

  test('loaded keys work for hours while the identity provider is down', async () => {
    let isDown = false;
    const { authenticate, state } = anAuthenticator(async () => {
      if (isDown) throw new Error('down');
      return await jwks();
    });
    await authenticate(await aToken());
    isDown = true;
    state.now += 7 * 3_600_000;
    expect(await authenticate(await aToken({}, { now: state.now }))).toMatchObject({ uid: 'uid-1' });
  });

  test('keys are loaded again after six hours, so that a withdrawn key gives no more access', async () => {
    let kid = 'k1';
    const { authenticate, state } = anAuthenticator(() => jwks(kid));
    await authenticate(await aToken());
    kid = 'k2';
    state.now += 6 * 3_600_000;
    await authenticate(await aToken({}, { now: state.now }));
    expect(state.fetches, 'not before').toBe(1);
    state.now += 1;
    expect(await authenticate(await aToken({}, { now: state.now })), 'it does not wait for them').toMatchObject({ uid: 'uid-1' });
    expect(state.fetches).toBe(2);
    await expect.poll(async () => await authenticate(await aToken({}, { now: state.now, kid: 'k2' }))).toMatchObject({ uid: 'uid-1' });
    await expect(authenticate(await aToken({}, { now: state.now }))).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(state.fetches, 'and once').toBe(2);
  });

  test('new keys of the identity provider are loaded at most once a minute', async () => {
    let kid = 'k1';
    const { authenticate, state } = anAuthenticator(() => jwks(kid));
    await authenticate(await aToken());
    kid = 'k2';
    await expect(authenticate(await aToken({}, { kid: 'k2' }))).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(state.fetches).toBe(1);
    state.now += 60_000;
    expect(await authenticate(await aToken({}, { kid: 'k2' }))).toMatchObject({ uid: 'uid-1' });
    for (let n = 0; n < 20; n += 1) await expect(authenticate(await aToken({}, { kid: `k${n + 10}` }))).rejects.toThrow();
    expect(state.fetches).toBe(2);
  });
});
