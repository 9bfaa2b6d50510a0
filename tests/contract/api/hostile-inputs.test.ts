import { createPrivateKey, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { contentBlocks } from '@site/shared/contracts/content.ts';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import { SignJWT } from 'jose';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { loadSigningKey } from '../../../api/local/identity/token-signing.ts';
import { access } from '../../../api/src/platform/access.ts';
import { type ApiSite, startApiSite } from './api-site.ts';
import { exampleOf, HOSTILE_PARTS, HOSTILE_VALUES, placesIn, withAt } from './hostile-inputs.ts';

let site: ApiSite;
const tokens = { none: '', unverified: '', customer: '', admin: '' };
type Role = keyof typeof tokens;
const ROLES = Object.keys(tokens) as Role[];
/** The role that each call lets in. Other roles send only a share of the inputs, because they are rejected before the input is read. */
const deepest: Partial<Record<(typeof access)[keyof typeof access], Role>> = {
  public: 'none',
  signature: 'none',
  signed_in: 'customer',
  verified: 'customer',
  buyer: 'customer',
  reader: 'customer',
};
const deepestOf = (route: keyof typeof access): Role => deepest[access[route]] ?? 'admin';
const OTHERS_SEND = 9;
/**
 * A body that violates its contract is rejected by the same code for every call, before anything else reads it. So only one in so many of
 * these bodies is sent, with each field and each value in some of them. Bodies that the contract accepts are all sent.
 */
const REFUSED_SENT = 9;

beforeAll(async () => {
  site = await startApiSite();
  await site.addBooks({ id: 'um-texto' }, { id: 'outro' });
  await site.addPdf('um-texto');
  [tokens.unverified, tokens.customer, tokens.admin] = await Promise.all([site.signUp(), site.signIn('newcomer'), site.signIn('admin')]);
  const { json } = await site.checkout(tokens.customer, site.cart(['um-texto']));
  await site.payByCard(json.sessionId);
  await site.until(
    () => site.order(json.sessionId),
    (order) => order?.state === 'paid',
  );
  orderId = (await site.order(json.sessionId))?.id ?? '';
});
afterAll(async () => await site?.close());

type Call = { role: Role; method: string; path: string; body?: unknown; about: string };

let orderId = '';

/** Values for path parameters with which the rest of the call is read. */
const IN_PATH: Record<string, string> = {
  ':id': 'um-texto',
  ':ebookId': 'um-texto',
  ':slug': 'um-texto',
  ':locale': 'en',
  ':key': 'closing',
  ':version': '0',
  ':document': 'terms',
  ':prefix': '7C4A8',
  ':uid': 'ninguem',
};
const ORDER = 'the-order';
const filled = (path: string): string =>
  path
    .replace('/orders/:id', `/orders/${ORDER}`)
    .replace(/(messages|test-emails|imports|posts|campaigns|steps)\/:id/, `$1/${randomUUID()}`)
    .replace(/:\w+/g, (name) => IN_PATH[name] ?? 'x');

const PREVIEW = 'POST /api/admin/content/:key/preview';
const bodiesOf = (route: string, schema: v.GenericSchema): { path: string; body: unknown; schema: v.GenericSchema }[] =>
  route === PREVIEW
    ? Object.entries(contentBlocks).map(([key, block]) => ({
        path: filled(PREVIEW.replace(':key', key)).slice(5),
        body: { body: exampleOf(block) },
        schema: v.object({ body: block as v.GenericSchema }),
      }))
    : [{ path: filled(route.split(' ')[1] ?? ''), body: exampleOf(schema), schema }];

const contracts: Readonly<Record<string, { query?: v.GenericSchema; body?: v.GenericSchema; answer: v.GenericSchema } | undefined>> =
  endpoints;

/** Returns every field of each body, each query parameter and each path parameter, with each hostile value. */
function allCalls(): Call[] {
  const calls: Call[] = [];
  const add = (route: keyof typeof access, call: Omit<Call, 'role' | 'method'>) => {
    for (const role of ROLES)
      if (role === deepestOf(route) || calls.length % OTHERS_SEND === 0) calls.push({ role, method: route.split(' ')[0] ?? '', ...call });
  };
  for (const route of Object.keys(access) as (keyof typeof access)[]) {
    const pattern = route.split(' ')[1] ?? '';
    for (const name of pattern.match(/:\w+/g) ?? [])
      for (const part of HOSTILE_PARTS) add(route, { path: filled(pattern.replace(name, part)), about: `${name} ${part}` });
    const contract = contracts[route];
    const names = contract?.query ? Object.keys(exampleOf(contract?.query) as object) : ['token', 'locale', 'q', 'from', 'preview', 'v'];
    if (contract?.query || pattern.endsWith('.csv') || pattern.endsWith('one-click'))
      for (const name of names)
        for (const part of HOSTILE_PARTS) {
          const others = contract?.query
            ? new URLSearchParams(exampleOf(contract?.query) as Record<string, string>)
            : new URLSearchParams();
          others.delete(name);
          if (name !== 'before' && name !== 'after') others.delete('before');
          if (name !== 'before' && name !== 'after') others.delete('after');
          add(route, { path: `${filled(pattern)}?${others}&${name}=${part}`, about: `?${name}=${part}` });
        }
    if (!contract?.body) continue;
    for (const { path, body, schema } of bodiesOf(route, contract?.body))
      for (const [field, place] of placesIn(body).entries())
        for (const [index, value] of HOSTILE_VALUES.entries()) {
          const hostile = withAt(body, place, value);
          if (v.safeParse(schema, hostile).success || (field + index) % REFUSED_SENT === 0)
            add(route, { path, body: hostile, about: `${place.join('.')}` });
        }
    for (const value of HOSTILE_VALUES) add(route, { path: filled(pattern), body: value, about: 'the whole body' });
  }
  return calls.filter(({ method, path }) => !(method === 'POST' && path.startsWith('/api/me/sign-out')));
}

const AT_ONCE = 8;

describe('hostile values in every text, path and query', () => {
  const calls = allCalls();

  test(`every call answers ${calls.length} hostile inputs without a failure of ours`, { timeout: 600_000 }, async () => {
    const failures: string[] = [];
    const statuses = new Map<number, number>();
    let next = 0;
    const send = async () => {
      for (;;) {
        const index = next++;
        const call = calls[index];
        if (!call) return;
        // The limits of one network and one person are lower than the number of these calls, so they are reset.
        if (index % 15 === 0) await site.rows('DELETE', 'rate_limits?hits=gt.0');
        const { status, text } = await site.call(call.method, call.path.replace(ORDER, orderId), {
          ...(tokens[call.role] ? { token: tokens[call.role] } : {}),
          ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
          headers: { 'x-forwarded-for': `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` },
        });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status >= 500)
          failures.push(
            `${status} ${call.method} ${call.path.slice(0, 120)} (${call.role}, ${call.about.slice(0, 60)}): ${text.slice(0, 120)}`,
          );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    process.stdout.write(`hostile inputs: ${calls.length}; answers: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}\n`);
    expect(failures).toEqual([]);
    expect(statuses.get(400), 'they reached what reads them').toBeGreaterThan(calls.length / 5);
    expect(statuses.get(429) ?? 0, 'and were not stopped before').toBeLessThan(calls.length / 50);
  });
});

describe('a name in an identity token', () => {
  const NAMES = [
    '\u0000',
    'Ana\u0000Prado',
    'Ana\ud800',
    '\udc00',
    'x'.repeat(4_000),
    '🙂'.repeat(2_000),
    'Ana\r\nBcc: x@evil.test',
    '\u202eanA',
    ' ',
  ];

  async function tokenNamed(name: string): Promise<string> {
    const { uid, email } = demoAccounts.newcomer;
    const { id, privateKey } = loadSigningKey(join(site.dir, 'identity', 'signing-key.pem'));
    const now = Math.floor(Date.now() / 1_000);
    return await new SignJWT({ email, email_verified: true, auth_time: now, user_id: uid, name })
      .setProtectedHeader({ alg: 'RS256', kid: id })
      .setIssuer(`https://securetoken.google.com/${site.internal.projectId}`)
      .setAudience(site.internal.projectId)
      .setSubject(uid)
      .setIssuedAt(now)
      .setExpirationTime(now + 3_600)
      .sign(createPrivateKey(privateKey));
  }

  test.each(NAMES.map((name) => [name.slice(0, 20), name]))('the account name %j is one short line everywhere', async (_about, name) => {
    await site.rows('DELETE', 'rate_limits?hits=gt.0');
    const token = await tokenNamed(name);
    const me = await site.call('GET', '/api/me', { token });
    expect(me.status, me.text).toBe(200);
    const shown: string | null = me.json.name;
    expect(shown ?? '').not.toMatch(/[\p{Cc}\p{Cs}\u202e]/u);
    expect((shown ?? '').length).toBeLessThanOrEqual(200);
    const [user] = await site.rows<{ name: string }>('GET', `users?uid=eq.${demoAccounts.newcomer.uid}&select=name`);
    expect(user?.name ?? '').toBe(shown ?? '');
    const attempt = site.cart(['outro'], { attemptId: randomUUID() });
    const bought = await site.checkout(token, attempt);
    expect(bought.status, bought.text).toBe(200);
    const [order] = await site.rows<{ buyer_name: string }>('GET', `orders?session_id=eq.${bought.json.sessionId}&select=buyer_name`);
    expect(order?.buyer_name.length).toBeLessThanOrEqual(200);
    expect(order?.buyer_name).not.toMatch(/[\p{Cc}\p{Cs}\u202e]/u);
  });
});
