import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { type OwnApiSite, startOwnApiSite } from './api-site.ts';

let site: OwnApiSite;
const printed = () =>
  readFileSync(join(site.internal.logs, 'api.log'), 'utf8')
    .split('\n')
    .flatMap((line) => (line.includes('adminCode') ? [JSON.parse(line) as { adminCode: string; page: string }] : []));
beforeAll(async () => {
  site = await startOwnApiSite({ hasAdmins: false });
  // The API prints its code after it began to answer requests.
  await site.until(
    async () => printed(),
    (lines) => lines.length > 0,
  );
});
afterAll(async () => await site?.close());
beforeEach(async () => {
  await site.rows('DELETE', 'admin_code?is_only=is.true');
  await site.rows('DELETE', 'rate_limits?hits=gt.0');
});

const { email } = demoAccounts.admin;
const aCandidate = (claims = {}) => site.tokenOf({ uid: randomUUID(), email }, claims);
const roleOf = async (token: string) => (await site.call('GET', '/api/me', { token })).json.role;
const enter = (token: string, code: string) => site.call('POST', '/api/me/admin', { token, body: { code } });
const mayRun = async (token: string) => (await site.call('GET', '/api/admin/orders', { token })).status;

/** Returns the code that `npm run admin-code` prints. */
async function newCode(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['api/src/admin-code.ts'], {
    env: { PATH: process.env.PATH, SUPABASE_URL: site.addresses.data, SUPABASE_SECRET_KEY: site.internal.dataSecretKey },
  });
  return stdout.split('\n')[0] ?? '';
}

test.each([
  ['an unverified address', { email_verified: false }],
  ['an address that is not in ADMIN_EMAILS', { email: 'outra@example.test' }],
])('a Google sign-in with %s makes no account an admin', async (_, claims) => {
  expect(await mayRun(await site.tokenOf({ uid: randomUUID(), email }, { firebase: { sign_in_provider: 'google.com' }, ...claims }))).toBe(
    403,
  );
  expect(await site.rows('GET', 'team?select=uid')).toEqual([]);
});

test('a verified address of ADMIN_EMAILS is a customer until the account proves itself', async () => {
  const token = await aCandidate();
  expect(await roleOf(token)).toBe('candidate');
  expect(await mayRun(token)).toBe(403);
});

test('an installation without an owner prints a code at its start, which makes one account an owner, once', async () => {
  const before = printed().length;
  await site.site.processes.api.restart();
  const { adminCode, page } = await site.until(
    async () => printed()[before] ?? { adminCode: '', page: '' },
    (line) => line.adminCode !== '',
  );
  expect(page).toBe(`${site.addresses.site}/claim-admin`);
  expect(JSON.stringify(await site.rows('GET', 'admin_code?select=*'))).not.toContain(adminCode);

  const token = await aCandidate();
  const answer = await enter(token, adminCode.toLowerCase().replaceAll('-', ' '));
  expect([answer.status, answer.json.role]).toEqual([200, 'admin']);
  expect(await mayRun(token)).toBe(200);
  expect(await site.rows('GET', 'audit_log?action=eq.admin_bound&select=actor_email,after&order=id.desc&limit=1')).toEqual([
    { actor_email: email, after: { email, bound_by: 'code' } },
  ]);
  // A new site sells in one currency, so it asks for one price.
  expect((await site.call('GET', '/api/admin/content/currencies', { token })).json).toMatchObject({
    version: 1,
    publishedBy: email,
    body: { sold: ['BRL'], default: 'BRL' },
  });

  const second = await aCandidate();
  expect((await enter(second, adminCode)).json.error.code).toBe('admin_code_refused');
  expect(await mayRun(second)).toBe(403);
});

test('a site with an owner prints no code', async () => {
  await enter(await aCandidate(), await newCode());
  const before = printed().length;
  await site.site.processes.api.restart();
  await site.until(
    () => site.rows('GET', 'jobs?name=eq.sweep&select=name'),
    () => true,
  );
  expect((await site.call('GET', '/api/me', { token: await aCandidate() })).status).toBe(200);
  expect(printed()).toHaveLength(before);
  expect(await site.rows('GET', 'admin_code?select=digest')).toEqual([]);
});

test("a second account with an owner's address is no admin, even with Google: later owners need an invitation", async () => {
  await enter(await aCandidate(), await newCode());
  expect(await mayRun(await aCandidate())).toBe(403);
  const byGoogle = await aCandidate({ firebase: { sign_in_provider: 'google.com' } });
  expect([await mayRun(byGoogle), await roleOf(byGoogle)]).toEqual([403, 'candidate']);
});

test('after ten wrong admin codes, only a new code works', async () => {
  const code = await newCode();
  const token = await aCandidate();
  for (let tried = 0; tried < 10; tried += 1)
    expect((await enter(token, `0000-0000-000${tried}`)).json.error.code).toBe('admin_code_refused');
  expect((await enter(token, 'one-more')).status).toBe(429);
  await site.rows('DELETE', 'rate_limits?hits=gt.0');
  expect((await enter(token, code)).json.error.code).toBe('admin_code_refused');
  expect((await enter(token, await newCode())).status).toBe(200);
});

test('an expired admin code is rejected', async () => {
  const code = await newCode();
  await site.rows('PATCH', 'admin_code?is_only=is.true', { expires_at: new Date(Date.now() - 1_000).toISOString() });
  expect((await enter(await aCandidate(), code)).json.error.code).toBe('admin_code_refused');
});

test('if several accounts enter the same admin code at once, one of them becomes an admin', async () => {
  const code = await newCode();
  const tokens = await Promise.all(Array.from({ length: 8 }, () => aCandidate()));
  const answers = await Promise.all(tokens.map((token) => enter(token, code)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403, 403, 403, 403]);
});

test('a customer who enters the right admin code stays a customer and does not use up the code', async () => {
  const code = await newCode();
  const customer = await site.signIn('customer');
  expect((await enter(customer, code)).json.error.code).toBe('forbidden');
  expect(await mayRun(customer)).toBe(403);
  expect((await enter(await aCandidate(), code)).status).toBe(200);
});

test('on a site without an owner, a candidate who signs in with Google becomes the owner at once', async () => {
  // A site that has an owner never loses its last one, so this test starts with an empty team.
  const headers = { apikey: site.internal.dataSecretKey };
  expect((await site.call('DELETE', '/_local/state', { origin: site.addresses.data, headers })).status).toBe(204);
  const uid = randomUUID();
  const byGoogle = { firebase: { sign_in_provider: 'google.com' } };
  expect(await mayRun(await site.tokenOf({ uid, email }, byGoogle))).toBe(200);
  expect(await mayRun(await site.tokenOf({ uid, email }))).toBe(200);
  expect(await site.rows('GET', 'team?select=uid,role')).toEqual([{ uid, role: 'owner' }]);
  expect(await site.rows('GET', 'audit_log?select=action,after')).toEqual([
    { action: 'admin_bound', after: { email, bound_by: 'google' } },
  ]);
});
