import { createPrivateKey } from 'node:crypto';
import { join } from 'node:path';
import { generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { loadSigningKey } from '../../../api/local/identity/token-signing.ts';
import { access } from '../../../api/src/platform/access.ts';
import { type ApiSite, startApiSite } from './api-site.ts';

let site: ApiSite;
let key: { kid: string; privateKey: ReturnType<typeof createPrivateKey>; published: string };
beforeAll(async () => {
  site = await startApiSite();
  const { privateKey, id, jwks } = loadSigningKey(join(site.dir, 'identity', 'signing-key.pem'));
  key = { kid: id, privateKey: createPrivateKey(privateKey), published: JSON.stringify(JSON.parse(jwks).keys[0]) };
});
afterAll(async () => await site?.close());

const now = () => Math.floor(Date.now() / 1_000);
const { admin } = demoAccounts;

/** The claims of the owner's token after a sign-in a minute ago. */
const claims = (change: JWTPayload = {}): JWTPayload => ({
  iss: `https://securetoken.google.com/${site.internal.projectId}`,
  aud: site.internal.projectId,
  sub: admin.uid,
  user_id: admin.uid,
  email: admin.email,
  email_verified: true,
  auth_time: now() - 60,
  iat: now() - 60,
  exp: now() + 3_600,
  ...change,
});
const ours = (change: JWTPayload = {}, header: Partial<JWTHeaderParameters> = {}) =>
  new SignJWT(claims(change)).setProtectedHeader({ alg: 'RS256', kid: key.kid, ...header }).sign(key.privateKey);
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const unsigned = (alg: string, signature = '') => `${encoded({ alg, typ: 'JWT', kid: key.kid })}.${encoded(claims())}.${signature}`;
const withSecret = (secret: string) =>
  new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: key.kid }).sign(new TextEncoder().encode(secret));

const HOSTILE: Record<string, () => string | Promise<string>> = {
  'signed by another key under our key’s name': async () => {
    const { privateKey } = await generateKeyPair('RS256');
    return await new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(privateKey);
  },
  'signed by a key that it brings along': async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const jku = 'https://evil.example/keys.json';
    return await new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid: 'evil', jku }).sign(privateKey);
  },
  'that expired': () => ours({ iat: now() - 7_200, auth_time: now() - 7_200, exp: now() - 3_600 }),
  'of another project': () => ours({ aud: 'demo-other', iss: 'https://securetoken.google.com/demo-other' }),
  'of another project for ours': () => ours({ iss: 'https://securetoken.google.com/demo-other' }),
  'that is a session cookie': () => ours({ iss: `https://session.firebase.google.com/${site.internal.projectId}` }),
  'of a sign-in that has not happened': () => ours({ auth_time: now() + 600 }),
  'of no account': () => ours({ sub: '' }),
  'without a signature': () => unsigned('none'),
  'without a signature, spelt otherwise': () => unsigned('nOnE', 'AAAA'),
  'whose signature was cut off': async () => (await ours()).split('.').slice(0, 2).concat('').join('.'),
  'with the claims of another one': async () => {
    const [header, , signature] = (await ours({ email: 'ana@example.test', sub: 'ana' })).split('.');
    return [header, encoded(claims()), signature].join('.');
  },
  'signed with our public key as a secret': () => withSecret(key.published),
  'signed with an empty secret': () => `${unsigned('HS256', 'AAAA')}`,
  'signed RSA-PSS': () =>
    new SignJWT(claims())
      .setProtectedHeader({ alg: 'PS256', kid: key.kid })
      .sign(key.privateKey)
      .catch(() => unsigned('PS256', 'AAAA')),
};

const closed = Object.entries(access).filter(([, role]) => role !== 'public' && role !== 'signature');
const call = (route: string, token?: string) => {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(/:\w+/g, 'x');
  return site.call(method, path, { ...(token === undefined ? {} : { token }), ...(method === 'GET' ? {} : { body: {} }) });
};

test('a valid token that the helpers of this file make is accepted', async () => {
  const answer = await site.call('GET', '/api/me', { token: await ours() });
  expect([answer.status, answer.json?.role]).toEqual([200, 'admin']);
});

describe.each(Object.entries(HOSTILE))('a token %s', (_, make) => {
  test('a hostile token opens no route, whatever role it asks for', async () => {
    const token = await make();
    for (const [route] of closed) {
      const { status, json } = await call(route, token);
      expect([route, status, json.code ?? json.error.code]).toEqual([route, 401, 'unauthenticated']);
    }
  });

  test('a hostile token counts as no token where everybody may call', async () => {
    const token = await make();
    for (const path of ['/api/ebooks', '/api/pages/home', '/healthz']) {
      expect([path, (await site.call('GET', path, { token })).status]).toEqual([path, 200]);
    }
  });
});

test("an account with an admin's address that it did not verify is neither an admin nor the customer of that address", async () => {
  const token = await ours({ sub: 'pretender', user_id: 'pretender', email_verified: false });
  expect((await site.call('GET', '/api/me', { token })).json).toMatchObject({ role: 'unverified' });
  for (const [route, role] of closed) {
    if (role === 'signed_in') continue;
    const { status, json } = await call(route, token);
    expect([route, status, json.code ?? json.error.code]).toEqual([route, 403, 'email_not_verified']);
  }
});

test.each(['Basic YTpi', 'Bearer', 'Bearer ', 'bearer x', 'Bearer a.b', 'Bearer a.b.c.d', 'Token x.y.z'])(
  'the header %j contains no token',
  async (authorization) => {
    expect((await site.call('GET', '/api/me', { headers: { authorization } })).status).toBe(401);
  },
);
