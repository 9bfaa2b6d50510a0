import { execFile } from 'node:child_process';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { DoctorRunSchema, type DoctorService } from '@site/shared/contracts/admin-settings.ts';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readInstallation } from '../../../api/src/doctor/env.ts';
import { describeInstallation } from '../../../api/src/doctor/installation.ts';
import { paymentsChecks } from '../../../api/src/doctor/payments.ts';
import { runChecks } from '../../../api/src/doctor/run.ts';
import { createLogger } from '../../../api/src/platform/logger.ts';
import { startBucket } from '../releases/bucket-stand-in.ts';
import { type ApiSite, startApiSite } from './api-site.ts';
import { type Front, standBefore, startNameServer, startPublicSite } from './doctor-tools.ts';

const { log } = createLogger('silent');
/** Milliseconds. A correct service answers within this time. */
const PATIENCE_MS = 10_000;
const DOMAIN = 'semente.example.org';

let site: ApiSite;
let fronts: Record<'data' | 'identity' | 'payments' | 'videos' | 'site', Front>;
let bucket: Awaited<ReturnType<typeof startBucket>>;
let variables: Record<string, string>;

/** Returns the part of the home page, as the shell's server writes it, that the doctor reads. */
const homePage = (settings: object) =>
  new Response(`<!doctype html><script type="application/json" id="boot">${JSON.stringify({ settings })}</script>`, {
    headers: { 'content-type': 'text/html', 'content-security-policy': `connect-src 'self' ${fronts.data.url}; frame-src 'self'` },
  });
const settings = () => ({
  siteUrl: fronts.site.url,
  identity: { projectId: site.internal.projectId, apiKey: 'fake-api-key', authDomain: 'localhost:3000' },
  isTestMode: true,
});
const ready = (checks: { name: string; ok: boolean }[]) =>
  Response.json({ status: checks.every(({ ok }) => ok) ? 'ready' : 'degraded', checks });

beforeAll(async () => {
  site = await startApiSite();
  const { addresses, internal } = site;
  const [data, identity, payments, videos, shell] = await Promise.all([
    standBefore(addresses.data),
    standBefore(addresses.identity),
    standBefore(addresses.payments),
    standBefore(addresses.videos),
    standBefore(addresses.api, (request) => {
      const { pathname } = new URL(request.url);
      return pathname === '/' ? homePage(settings()) : pathname === '/readyz' ? ready([{ name: 'api', ok: true }]) : undefined;
    }),
  ]);
  fronts = { data, identity, payments, videos, site: shell };
  bucket = await startBucket();
  variables = {
    ...internal.variables,
    SITE_URL: shell.url,
    SUPABASE_URL: data.url,
    STORAGE_URL: `${data.url}/storage/v1/object/public/store-assets`,
    FIREBASE_JWKS_URL: `${identity.url}/emulator/jwks.json`,
    FIREBASE_AUTH_DOMAIN: 'localhost:3000',
    STRIPE_API_URL: payments.url,
    YOUTUBE_API_URL: `${videos.url}/youtube/v3`,
    RELEASES_BUCKET_URL: bucket.url,
    RELEASES_BUCKET_REGION: bucket.region,
    RELEASES_BUCKET_KEY_ID: bucket.keyId,
    RELEASES_BUCKET_SECRET: bucket.secret,
  };
});
afterAll(async () => {
  for (const { stop } of [...Object.values(fronts ?? {}), ...(bucket ? [bucket] : [])]) stop();
  await site?.close();
});
afterEach(async () => {
  for (const front of Object.values(fronts)) front.wrong = null;
  Object.assign(bucket, { ignoresConditions: false, fails: () => false });
  await site.refuseMail();
});

const describe = (change: Record<string, string>, nameServer?: string, patienceMs = PATIENCE_MS) =>
  describeInstallation({ ...readInstallation({ ...variables, ...change }), log, nameServer, patienceMs });
const check = (service: DoctorService, change: Record<string, string> = {}, nameServer?: string, patienceMs?: number) =>
  runChecks(service, describe(change, nameServer, patienceMs), 'pt-BR');
type Results = Awaited<ReturnType<typeof check>>;
const inState = (results: Results, state: Results[number]['state']) =>
  results.filter((result) => result.state === state).map(({ id, about }) => [id.split('.')[1], about].filter(Boolean).join(' '));
const wrongIn = async (service: DoctorService, change?: Record<string, string>, nameServer?: string) =>
  inState(await check(service, change, nameServer), 'failed');

const at = (path: string, method: string, wrong: (answer: () => Promise<Response>) => Response | Promise<Response>) => {
  const other: Front['wrong'] = (request, answer) =>
    new URL(request.url).pathname.includes(path) && request.method === method ? wrong(answer) : undefined;
  return other;
};
/** Runs several checks at once and returns the results by check. */
const allOf =
  (...wrongs: Front['wrong'][]): Front['wrong'] =>
  (request, answer) => {
    for (const wrong of wrongs) {
      const given = wrong?.(request, answer);
      if (given) return given;
    }
    return undefined;
  };
const said = (status: number, body: object) => () => Response.json(body, { status });
const firebaseError = (message: string) => said(400, { error: { code: 400, message } });
const changed = (change: (json: never) => unknown) => async (answer: () => Promise<Response>) =>
  Response.json(change((await (await answer()).json()) as never));

test.each<DoctorService>(['database', 'identity', 'payments', 'videos', 'releases', 'site'])(
  "the doctor's check of %s passes for a correct service",
  async (service) => {
    const results = await check(service);
    expect(results.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(results.filter(({ state }) => state === 'ok').length).toBeGreaterThan(1);
  },
);

test("the doctor's trials leave nothing behind", async () => {
  const listed = async (folder: string) => {
    const answer = await fetch(`${site.addresses.data}/storage/v1/object/list/${folder}`, {
      method: 'POST',
      headers: {
        apikey: site.internal.dataSecretKey,
        authorization: `Bearer ${site.internal.dataSecretKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ prefix: 'doctor', limit: 100, offset: 0 }),
    });
    return (await answer.json()) as unknown[];
  };
  await check('database');
  expect(await Promise.all(['ebooks', 'store-assets'].map(listed))).toEqual([[], []]);
  await check('releases');
  expect([...bucket.files.keys()]).toEqual([]);
  const open = await fetch(`${site.addresses.payments}/v1/checkout/sessions?status=open`, {
    headers: { authorization: `Bearer ${site.internal.stripeSecretKey}` },
  });
  expect(((await open.json()) as { data: unknown[] }).data).toEqual([]);
});

test('the doctor checks the database: keys, permissions, migrations, buckets and file access', async () => {
  const without = async (wrong: Front['wrong']) => {
    fronts.data.wrong = wrong;
    return await wrongIn('database');
  };
  expect(await wrongIn('database', { SUPABASE_SECRET_KEY: 'sb_secret_another' })).toEqual(['answers']);
  expect(await wrongIn('database', { SUPABASE_SECRET_KEY: 'sb_publishable_x' })).toEqual(['answers', 'key']);
  expect(await wrongIn('database', { SUPABASE_PUBLISHABLE_KEY: site.internal.dataSecretKey })).toEqual(['closed']);
  const allPublic = changed((buckets: object[]) => buckets.map((one) => ({ ...one, public: true })));
  expect(await without(at('/storage/v1/bucket', 'GET', allPublic))).toEqual(['buckets']);
  const whole = async (answer: () => Promise<Response>) => new Response((await answer()).body, { status: 200 });
  const wrongs = [
    at(
      '/rpc/export_shape',
      'POST',
      changed((shape) => ({ ...(shape as object), schema: '20200101000000' })),
    ),
    at('/object/info/', 'GET', said(200, { size: 7, etag: '"x"' })),
    at('/upload/sign/', 'OPTIONS', said(404, {})),
    at('/object/sign/ebooks', 'GET', whole),
    at('/public/store-assets', 'GET', said(404, {})),
  ];
  expect(await without(allOf(...wrongs))).toEqual(['migrations', 'missing_file', 'upload', 'range', 'public_file']);
  expect(await without(at('/public/ebooks', 'GET', said(200, {})))).toEqual(['public_file']);
});

test('the doctor checks sign-in: keys, domain, methods, and what strangers can learn', async () => {
  const without = async (wrong: Front['wrong']) => {
    fronts.identity.wrong = wrong;
    return await wrongIn('identity');
  };
  expect(await without(at('/jwks.json', 'GET', said(500, {})))).toEqual(['keys']);
  expect(await without(at('/v1/projects', 'GET', said(200, { projectId: '1', authorizedDomains: ['other.example'] })))).toEqual(['domain']);
  expect(await without(at(':signInWithPassword', 'POST', firebaseError('PASSWORD_LOGIN_DISABLED')))).toEqual(['password']);
  expect(await without(at(':signInWithPassword', 'POST', firebaseError('EMAIL_NOT_FOUND')))).toEqual(['enumeration']);
  expect(await without(at(':createAuthUri', 'POST', firebaseError('OPERATION_NOT_ALLOWED : disabled')))).toEqual(['google']);
  expect(await without(at('/auth/iframe', 'GET', said(404, {})))).toEqual(['frame']);
});

test('the doctor checks payments: modes, each permission, each currency, and events in both directions', async () => {
  const without = async (wrong: Front['wrong']) => {
    fronts.payments.wrong = wrong;
    return await wrongIn('payments');
  };
  expect(await wrongIn('payments', { STRIPE_PUBLISHABLE_KEY: 'pk_live_x' })).toEqual(['mode']);
  // If only the shell knows the key, the pages show it.
  const shown = async (publishableKey: string | null, isTestMode: boolean) => {
    const boot = { settings: { ...settings(), isTestMode }, ...(publishableKey && { payments: { publishableKey } }) };
    const page = () => new Response(`<script type="application/json" id="boot">${JSON.stringify(boot)}</script>`);
    fronts.site.wrong = (request) => (['/', '/checkout'].includes(new URL(request.url).pathname) ? page() : undefined);
    const mode = (await check('payments', { STRIPE_PUBLISHABLE_KEY: '' })).find(({ id }) => id === 'payments.mode');
    fronts.site.wrong = null;
    return [mode?.state, mode?.found];
  };
  expect(await shown(null, true)).toEqual(['ok', 'test']);
  expect(await shown('pk_test_x', true)).toEqual(['ok', 'test']);
  expect(await shown('pk_live_x', true)).toEqual(['failed', 'test ≠ live']);
  const strange = { STRIPE_PUBLISHABLE_KEY: 'pk_test_another' };
  expect(inState(await check('payments', strange), 'not_applicable')).toEqual(['account', 'domain', 'live']);
  const token = await site.signIn('newcomer');
  await site.addBooks({ id: 'livro-do-doutor' });
  const { json } = await site.checkout(token, site.cart(['livro-do-doutor']));
  await site.payByCard(json.sessionId);
  await site.rows('PATCH', 'ebooks_metadata?id=eq.livro-do-doutor', { state: 'archived' });
  expect(await wrongIn('payments', strange)).toEqual(['account']);
  expect(inState(await check('payments'), 'not_applicable')).toEqual(['domain', 'live']);
  expect(inState(await check('payments', { CHECKOUT_UI: 'hosted' }), 'not_applicable')).toEqual(['account', 'domain', 'live']);
  // Runs this check alone, because the site's other checks would look for that host.
  const domain = async (...data: object[]) => {
    fronts.payments.wrong = at('/v1/payment_method_domains', 'GET', said(200, { object: 'list', data }));
    const checks = await paymentsChecks(describe({ SITE_URL: 'https://loja.example' }));
    return await checks.find(({ id }) => id === 'payments.domain')?.test();
  };
  const active = { enabled: true, apple_pay: { status: 'active' }, google_pay: { status: 'active' } };
  expect(await domain(active)).toBe('loja.example');
  await expect(domain()).rejects.toThrow('loja.example ∅');
  await expect(domain({ ...active, apple_pay: { status: 'inactive' } })).rejects.toThrow('apple_pay inactive');
  fronts.payments.wrong = null;
  // Runs this check alone, because the others would call Stripe.
  const live = async (STRIPE_SECRET_KEY: string) => {
    const checks = await paymentsChecks(describe({ STRIPE_API_URL: '', STRIPE_SECRET_KEY }));
    return await checks.find(({ id }) => id === 'payments.live')?.test();
  };
  expect(await live('sk_live_x')).toBeUndefined();
  await expect(live('sk_test_x')).rejects.toThrow('sk_test_');
  const forbidden = said(403, {
    error: { type: 'invalid_request_error', message: 'The provided key does not have the required permissions.' },
  });
  const read = ['/v1/payment_intents', '/v1/charges', '/v1/disputes', '/v1/refunds'].map((path) => at(path, 'GET', forbidden));
  expect(await without(allOf(...read, at('/v1/refunds', 'POST', forbidden)))).toEqual(
    ['PaymentIntents: read', 'Charges: read', 'Disputes: read', 'Refunds: read', 'Refunds: write'].map((name) => `permission ${name}`),
  );
  const rest = ['/v1/events', '/v1/webhook_endpoints', '/v1/balance_transactions', '/v1/payouts'].map((path) => at(path, 'GET', forbidden));
  expect(await without(allOf(...rest, at('/v1/checkout/sessions', 'POST', forbidden)))).toEqual([
    'permission Events: read',
    'permission Webhook Endpoints: read',
    'permission Balance: read',
    'permission Payouts: read',
    'session BRL',
    'session USD',
    'session NZD',
    'pix',
    'webhook',
  ]);
  const few = (list: { data: object[] }) => ({ ...list, data: list.data.map((one) => ({ ...one, enabled_events: ['charge.refunded'] })) });
  fronts.payments.wrong = at('/v1/webhook_endpoints', 'GET', changed(few));
  expect((await check('payments')).find(({ id }) => id === 'payments.webhook')).toMatchObject({
    state: 'failed',
    found: expect.stringContaining('charge.dispute.created'),
  });
  const waiting = (list: { data: object[] }) => ({ ...list, data: list.data.map((one) => ({ ...one, pending_webhooks: 1 })) });
  fronts.payments.wrong = at('/v1/events', 'GET', changed(waiting));
  expect((await check('payments', {}, undefined, 500)).find(({ id }) => id === 'payments.delivery')).toMatchObject({ state: 'failed' });
  fronts.payments.wrong = null;
  expect(await wrongIn('payments', { STRIPE_WEBHOOK_SECRET: 'whsec_another' })).toEqual(['signed']);
  fronts.site.wrong = at('/api/webhooks/stripe', 'POST', said(200, {}));
  expect(await wrongIn('payments')).toEqual(['unsigned']);
});

test("the doctor checks the newsletter's own mail server and domain, if configured", async () => {
  const records = (domain: string) => ({
    ...{ [domain]: 'v=spf1 -all', [`s1._domainkey.${domain}`]: 'v=DKIM1; p=x', [`_dmarc.${domain}`]: 'v=DMARC1; p=none' },
  });
  const OWN = `cartas.${DOMAIN}`;
  const MX = `mx.${DOMAIN}`;
  const [both, usual] = await Promise.all([
    startNameServer({ ...records(DOMAIN), ...records(OWN) }, { [DOMAIN]: MX, [OWN]: MX }),
    startNameServer(records(DOMAIN), { [DOMAIN]: MX }),
  ]);
  const MAIL_FROM = `Semente <ola@${DOMAIN}>`;
  const change = { MAIL_FROM, CAMPAIGNS_SMTP_URL: variables.SMTP_URL ?? '', CAMPAIGNS_FROM: `Ana <ana@${OWN}>`, MAILBOX_URL: '' };
  const ofCampaigns = async (own: Record<string, string>, state: 'ok' | 'failed', names = both) =>
    inState(
      (await check('mail', { ...change, ...own }, names.address)).filter(({ id }) => id.startsWith('campaigns.')),
      state,
    );
  try {
    await site.emptyInbox();
    expect(await ofCampaigns({}, 'ok')).toEqual(['login', 'email', 'mx', 'spf', 'dkim', 'dmarc']);
    const [trial] = (await site.inbox(variables.CONTACT_EMAIL ?? '', true)).filter(({ subject }) => subject.startsWith('Teste das cartas'));
    expect(trial?.headers.find(({ key }) => key === 'from')?.value).toContain(`ana@${OWN}`);
    expect(await ofCampaigns({}, 'failed', usual), 'signature and policy of the domain above hold for it, too').toEqual(['mx', 'spf']);
    expect(await ofCampaigns({ CAMPAIGNS_FROM: `cartas@${DOMAIN}` }, 'ok'), 'the same domain').toEqual(['login', 'email']);
    expect(await ofCampaigns({ CAMPAIGNS_SMTP_URL: 'smtp://user:secret-word@0.0.0.0:9' }, 'failed')).toEqual(['login', 'tls']);
    expect(await ofCampaigns({ CAMPAIGNS_SMTP_URL: '', CAMPAIGNS_FROM: '' }, 'ok')).toEqual([]);
  } finally {
    both.stop();
    usual.stop();
  }
});

/** Adds these fields on top of the next email to `sender`, as the provider of the author's mailbox does at delivery. */
async function deliverTrial(sender: string, fields: readonly string[]): Promise<void> {
  const { message } = await site.until(
    async () => ({ message: (await site.inbox(sender, true))[0] }),
    ({ message }) => message !== undefined,
  );
  const id = message?.headers.find(({ key }) => key === 'message-id')?.value;
  const mail = [...fields, `From: ${sender}`, `Message-ID: ${id}`, 'Content-Type: text/plain', '', 'Teste', ''].join('\r\n');
  await fetch(`${site.addresses.inbox}/_local/mailbox`, { method: 'POST', body: mail });
}

test('the doctor checks the signature of an email to its own sender, as the mailbox got it', async () => {
  const sender = `ana@assina.${DOMAIN}`;
  const signed = (fields: string) => `DKIM-Signature: v=1; a=rsa-sha256; d=${DOMAIN}; s=s1;\r\n h=From:To:${fields}; b=x`;
  const ways = 'List-Unsubscribe:List-Unsubscribe-Post';
  const signature = async (patienceMs = PATIENCE_MS) =>
    (await check('mail', { MAIL_FROM: sender }, undefined, patienceMs)).find(({ id }) => id === 'mail.signature');
  const signatureOf = async (...fields: string[]) => {
    await Promise.all([site.emptyInbox(), fetch(`${site.addresses.inbox}/_local/mailbox`, { method: 'DELETE' })]);
    const [found] = await Promise.all([signature(), deliverTrial(sender, fields)]);
    return found;
  };
  const passed = 'Authentication-Results: mx.example; spf=pass; dkim=pass header.d=example';
  expect(await signature(500)).toMatchObject({ state: 'failed', isNeeded: false, found: `${sender}: ∅, 0.5 s` });
  expect(await signatureOf(passed, signed(ways))).toMatchObject({ state: 'ok', found: `d=${DOMAIN} dkim=pass` });
  expect(await signature(500), 'one that came before is read').toMatchObject({ state: 'ok' });
  expect(await signatureOf(signed(ways)), 'a mailbox that says nothing').toMatchObject({ state: 'ok', found: `d=${DOMAIN}` });
  expect(await signatureOf('Authentication-Results: mx.example; dkim=fail', passed, signed(ways))).toMatchObject({
    ...{ state: 'failed', found: `d=${DOMAIN} dkim=fail` },
  });
  expect(await signatureOf(passed, signed('Subject'))).toMatchObject({
    ...{ state: 'failed', found: expect.stringContaining('h: list-unsubscribe, list-unsubscribe-post ∅') },
  });
  expect(await signatureOf(passed, signed(ways).replace(DOMAIN, 'provider.example')), 'signed for another').toMatchObject({
    ...{ state: 'failed', found: 'DKIM-Signature d=provider.example' },
  });
});

test("the doctor checks mail: port, encryption, a test email, and the domain's records", async () => {
  const texts = {
    [DOMAIN]: 'v=spf1 include:mail.example.org -all',
    [`s1._domainkey.${DOMAIN}`]: 'v=DKIM1; p=x',
    [`_dmarc.${DOMAIN}`]: 'v=DMARC1; p=none',
  };
  const names = await startNameServer(texts, { [DOMAIN]: `mx.${DOMAIN}` });
  const closed = await startNameServer(texts, { [DOMAIN]: '' });
  const empty = await startNameServer({});
  const MAIL_FROM = `Semente <ola@${DOMAIN}>`;
  try {
    const local = await check('mail');
    expect(inState(local, 'not_applicable')).toEqual(['tls', 'signature', 'mx', 'spf', 'dkim', 'dmarc']);
    const oneWay = { MAIL_FROM, MAILBOX_URL: '' };
    expect(inState(await check('mail', oneWay, names.address), 'ok')).toEqual(['login', 'email', 'mx', 'spf', 'dkim', 'dmarc']);
    expect(await wrongIn('mail', oneWay, closed.address), 'a domain that says that it takes no mail').toEqual(['mx']);
    expect(inState(await check('mail'), 'ok')).toEqual(['login', 'email', 'mailbox']);
    expect((await site.inbox(variables.CONTACT_EMAIL ?? '', true))[0]?.subject).toMatch(/^Teste de e-mail/);
    expect(await wrongIn('mail', { SITE_NAME: '', AUTHOR_NAME: '' }), 'a site that began has no names yet').toEqual([]);
    expect(await wrongIn('mail', oneWay, empty.address)).toEqual(['mx', 'spf', 'dkim', 'dmarc']);
    const wrongPassword = { MAILBOX_URL: Object.assign(new URL(variables.MAILBOX_URL ?? ''), { password: 'secret-word' }).href };
    expect(await wrongIn('mail', wrongPassword)).toEqual(['mailbox']);
    expect(inState(await check('mail', oneWay, names.address), 'not_applicable')).toEqual(['tls', 'signature', 'mailbox']);
    await site.refuseMail({ to: variables.CONTACT_EMAIL ?? '', code: 550 });
    expect(await wrongIn('mail')).toEqual(['email']);
    expect(await wrongIn('mail', { SMTP_URL: 'smtp://user:secret-word@0.0.0.0:9' })).toEqual(['login', 'tls']);
    expect(await wrongIn('mail', { SMTP_URL: 'smtps://user:secret-word@0.0.0.0:9' })).toEqual(['login']);
  } finally {
    names.stop();
    closed.stop();
    empty.stop();
  }
});

test('the doctor checks the channel: its id, key and videos', async () => {
  expect(await wrongIn('videos', { YOUTUBE_CHANNEL_ID: 'UCnobody0000000000000000' })).toEqual(['channel']);
  expect((await check('videos', { YOUTUBE_API_KEY: 'another' }))[0]).toMatchObject({ state: 'failed', found: 'key_refused' });
  fronts.videos.wrong = at('/videos', 'GET', said(200, { items: [] }));
  expect(await wrongIn('videos')).toEqual(['episode']);
  const none = await check('videos', { YOUTUBE_CHANNEL_ID: '', YOUTUBE_API_KEY: '' });
  expect(inState(none, 'not_applicable')).toEqual(['channel', 'episode']);
});

test('the doctor checks the release store: its key and conditional writes', async () => {
  expect(await wrongIn('releases', { RELEASES_BUCKET_SECRET: 'another' })).toEqual(['files', 'unchanged', 'guard']);
  bucket.ignoresConditions = true;
  expect(await wrongIn('releases')).toEqual(['guard']);
  const store = await standBefore(new URL(bucket.url).origin);
  store.stop();
  const { RELEASES_BUCKET_URL: _, RELEASES_DIR: __, ...apiOnly } = variables;
  const installation = describeInstallation({ ...readInstallation(apiOnly), log, patienceMs: PATIENCE_MS });
  expect(inState(await runChecks('releases', installation, 'en'), 'not_applicable')).toEqual(['files', 'unchanged', 'guard']);
});

test('the doctor checks the site: parts, configuration, policy, visitors’ addresses and cache', async () => {
  const without = async (wrong: Front['wrong']) => {
    fronts.site.wrong = wrong;
    return await wrongIn('site');
  };
  const local = await check('site');
  expect(inState(local, 'not_applicable')).toEqual(['https', 'certificate', 'redirect', 'hsts', 'www', 'purge']);
  const atHome =
    (answer: () => Response): Front['wrong'] =>
    (request) =>
      new URL(request.url).pathname === '/' ? answer() : undefined;
  expect(await without(atHome(() => new Response('', { status: 502 })))).toEqual(['answers']);
  expect(await without(at('/readyz', 'GET', () => ready([{ name: 'mfe-shop', ok: false }])))).toEqual(['ready']);
  fronts.site.wrong = at('/readyz', 'GET', () => ready([{ name: 'services', ok: false }]));
  const [told] = (await check('site')).filter(({ id }) => id === 'site.ready');
  expect(told).toMatchObject({ state: 'failed', found: 'services', remedy: expect.stringContaining('services: ') });
  expect(await without(atHome(() => homePage({ ...settings(), siteUrl: 'https://another.example' })))).toEqual(['settings']);
  const noPolicy = atHome(() => {
    const page = homePage(settings());
    page.headers.delete('content-security-policy');
    return page;
  });
  expect(await without(noPolicy)).toEqual(['policy']);
  fronts.site.wrong = null;
  expect(await wrongIn('site', { TRUSTED_PROXIES: '2' })).toEqual(['address']);
  expect(await wrongIn('site', { LINKS_SECRET: 'another-secret-of-32-characters-x' })).toEqual(['address']);
  const cache = await standBefore('', () => Response.json({ success: true }));
  const withCache = { PURGE_URL: cache.url, PURGE_TOKEN: 'token' };
  expect(inState(await check('site', withCache), 'ok')).toContain('purge');
  cache.wrong = () => new Response('', { status: 403 });
  expect(await wrongIn('site', withCache)).toEqual(['purge']);
  cache.stop();
});

test('the doctor checks a public site: HTTPS, redirect, HSTS and certificate', async () => {
  const usual = getCACertificates('default');
  const [lasting, ending] = await Promise.all([startPublicSite(90), startPublicSite(3)]);
  try {
    expect(await wrongIn('site', { SITE_URL: lasting.url.replace('https:', 'http:') })).toContain('https');
    setDefaultCACertificates([...usual, lasting.certificate, ending.certificate]);
    const right = await check('site', { SITE_URL: lasting.url });
    for (const name of ['answers', 'https', 'certificate', 'redirect', 'hsts']) expect(inState(right, 'ok')).toContain(name);
    expect(inState(right, 'failed')).toContain('www');
    Object.assign(lasting.site, { redirect: 'http://', hsts: 'max-age=0' });
    const wrong = await wrongIn('site', { SITE_URL: lasting.url });
    for (const name of ['redirect', 'hsts']) expect(wrong).toContain(name);
    expect(await wrongIn('site', { SITE_URL: ending.url })).toContain('certificate');
  } finally {
    setDefaultCACertificates(usual);
    lasting.stop();
    ending.stop();
  }
});

test('the doctor checks content: legal details, texts, a book, and the seller', async () => {
  const keys = ['contact', 'terms', 'privacy', 'home', 'author', 'about', 'links'];
  // A new site has no names yet.
  const results = await check('content', { SITE_NAME: '', AUTHOR_NAME: '' });
  expect(inState(results, 'failed')).toEqual([...keys, 'seller', 'ebook']);
  expect(results.filter(({ isNeeded, state }) => isNeeded && state === 'failed').length).toBe(4);
  fronts.data.wrong = at('/rpc/list_team', 'POST', said(200, { members: [], invitations: [] }));
  expect(await wrongIn('content')).toContain('admin');
  fronts.data.wrong = null;
  await site.addBooks({ id: 'livro' });
  const contact = { email: 'ana@livros.test', legalName: 'Ana Livros', taxId: '12.ABC.345/01DE-35', address: 'Rua A, 1' };
  const published = keys.map((key) => ({ key, version: 1, body: key === 'contact' ? contact : {}, published_by: 'admin@semente.test' }));
  const key = site.internal.dataSecretKey;
  const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const stored = await fetch(`${site.addresses.data}/rest/v1/content_versions`, {
    method: 'POST',
    headers,
    body: JSON.stringify(published),
  });
  expect(stored.status, await stored.text()).toBe(201);
  expect(inState(await check('content'), 'ok')).toEqual([...keys, 'seller', 'ebook', 'admin']);
});

test("the doctor's test email goes to the published address, under the published name", async () => {
  const token = await site.signIn('admin');
  const publish = async (key: string, change: object) => {
    const { version, body } = (await site.call('GET', `/api/admin/content/${key}`, { token })).json;
    const publication = { expectedVersion: version, body: { ...body, ...change } };
    expect((await site.call('PUT', `/api/admin/content/${key}`, { token, body: publication })).status).toBe(200);
  };
  await publish('contact', { email: 'ana@casa.test' });
  await publish('brand', { site: 'Casa da Ana' });
  const email = async () => {
    await site.emptyInbox();
    const found = (await check('mail')).find(({ id }) => id === 'mail.email')?.found;
    return [found, (await site.inbox(found ?? '', true))[0]?.subject];
  };
  expect(await email()).toEqual(['ana@casa.test', 'Teste de e-mail · Casa da Ana']);
  fronts.data.wrong = at('/rpc/get_content', 'POST', said(503, {}));
  expect(await email(), 'the database cannot say').toEqual([variables.CONTACT_EMAIL, `Teste de e-mail · ${variables.SITE_NAME}`]);
});

test('the doctor command separates required from advised, in lines or JSON, and prints no secrets', async () => {
  // This process serves the site that the command checks.
  const run = (env: Record<string, string>, ...words: string[]) =>
    new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
      execFile(process.execPath, ['api/src/doctor/main.ts', ...words], { env: { ...variables, ...env } }, (error, stdout, stderr) =>
        resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
      );
    });
  const well = await run({}, '--only', 'videos,releases');
  expect(well.status, well.stdout + well.stderr).toBe(0);
  expect(well.stdout).toMatch(/ {2}✓ O canal e a lista de seus vídeos podem ser lidos · UC/);
  const wrong = await run({ SMTP_URL: 'smtp://user:secret-word@0.0.0.0:9' }, '--only', 'mail', '--lang', 'en');
  expect(wrong.status).toBe(1);
  expect(wrong.stdout).toMatch(/✗ The mail server accepts our sign-in · ECONNREFUSED|✗ The mail server accepts our sign-in · .*0\.0\.0\.0/);
  expect(wrong.stdout).toContain('→ Copy the provider’s host, port, user and password');
  expect(wrong.stdout).not.toContain('secret-word');
  const missing = await run({ STRIPE_SECRET_KEY: '' }, '--only', 'videos', '--json');
  expect(missing.status).toBe(1);
  expect(JSON.parse(missing.stdout)).toMatchObject({ isWell: false, variables: { STRIPE_SECRET_KEY: 'is missing' } });
  expect((await run({}, '--only', 'nothing')).stderr).not.toBe('');
  // The test runs four processes one after the other.
}, 90_000);

test('the panel checks a service only for an admin who has just signed in', async () => {
  const token = await site.signIn('admin');
  const { status, json } = await site.call('POST', '/api/admin/doctor-runs', { token, body: { service: 'videos', locale: 'en' } });
  expect(status).toBe(200);
  expect(v.parse(DoctorRunSchema, json).checks[0]).toMatchObject({ id: 'videos.channel', state: 'ok', isNeeded: true });
  expect((await site.call('GET', '/api/client-address?proof=x')).status).toBe(404);
});
