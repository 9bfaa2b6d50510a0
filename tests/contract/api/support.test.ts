import { randomBytes, randomUUID } from 'node:crypto';
import type { Support } from '@site/shared/contracts/admin-support.ts';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createData, type Data } from '../../../api/src/gateways/supabase/data.ts';
import { type ApiSite, startApiSite } from './api-site.ts';

let site: ApiSite;
let admin: string;
let data: Data;
beforeAll(async () => {
  site = await startApiSite();
  data = createData(site.addresses.data, site.internal.dataSecretKey);
  admin = await site.signIn('admin');
});
afterAll(async () => await site?.close());

async function ask(): Promise<Support> {
  const { status, text, json } = await site.call('GET', '/api/admin/support', { token: admin });
  expect(status, text).toBe(200);
  return v.parse(endpoints['GET /api/admin/support'].answer, json);
}

const AN_HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString();
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
const mail = (changes: object) => ({
  key: randomUUID(),
  kind: 'contact_acknowledged',
  recipient: 'ana@example.test',
  locale: 'pt-BR',
  payload: {},
  created_at: AN_HOUR_AGO,
  due_at: TOMORROW,
  attempts: 0,
  last_error: null,
  claimed_until: null,
  given_up_at: null,
  ...changes,
});

test('the support page of a new site reports only that its storage is reachable', async () => {
  expect(await ask()).toMatchObject({
    payments: { lastEventAt: null },
    mail: { waiting: 0, oldestWaitingAt: null, refused: [] },
    storage: { isReachable: true },
  });
});

test('the support page shows the last event, waiting emails and rejected emails', async () => {
  await site.rows('POST', 'stripe_events', { id: 'evt_1', type: 'charge.refunded', received_at: AN_HOUR_AGO });
  // One of the emails is scheduled for a later day.
  await site.rows('POST', 'outbox', [
    mail({ attempts: 1 }),
    mail({ created_at: new Date().toISOString(), attempts: 1 }),
    mail({ attempts: 0 }),
  ]);
  for (let number = 1; number <= 7; number += 1)
    await site.rows(
      'POST',
      'outbox',
      mail({ recipient: `r${number}@example.test`, given_up_at: `2026-01-0${number}T12:00:00Z`, last_error: '550 no' }),
    );
  const { payments, mail: told } = await ask();
  expect(payments.lastEventAt).toBe(AN_HOUR_AGO);
  expect([told.waiting, told.oldestWaitingAt]).toEqual([2, AN_HOUR_AGO]);
  expect(told.refused.map(({ recipient }) => recipient)).toEqual([7, 6, 5, 4, 3].map((number) => `r${number}@example.test`));
  expect(told.refused[0]).toEqual({ recipient: 'r7@example.test', at: '2026-01-07T12:00:00.000Z', reason: '550 no' });
});

describe('incidents that need the owner', () => {
  type Told = { kind: string; event: string; count: number; items: { label: string; detail: string | null }[] };
  const OWNER = 'dona@example.test';
  const HOURS = 3_600_000;
  /** Returns the owner's emails when the job looks `hours` from now. */
  const look = async (hours: number): Promise<Told[]> =>
    (await data.sql.sendOwnerAlerts({
      recipient: OWNER,
      hasChannel: true,
      now: new Date(Date.now() + hours * HOURS).toISOString(),
    })) as unknown as Told[];
  const toldOf = async (kind: string, hours: number) => (await look(hours)).filter((told) => told.kind === kind);
  /** Stops these jobs, and keeps a running one from recording its outcome. */
  const hold = (names: string[], changes: object = {}) =>
    site.rows(
      'POST',
      'jobs',
      names.map((name) => ({ name, holder: 'test', lease_until: TOMORROW, ...changes })),
    );
  // The site's own alerts job must not run during these tests.
  beforeAll(async () => void (await hold(['alerts'])));
  const seen = async () => (await site.call('GET', '/api/admin/tasks', { token: admin })).json.tasks as { kind: string; label: string }[];

  test('a late job is an incident, and so are three failures in a row', async () => {
    const job = { name: 'brewing', interval_seconds: 60, lease_seconds: 60, wanted_since: new Date(Date.now() - HOURS).toISOString() };
    await site.rows('POST', 'jobs', { ...job, last_error: 'Error: no water' });
    await site.rows('POST', 'failed_work', [
      { job: 'samples', unit: 'a-casa:1', label: 'A casa', failures: 3, error: 'Error: no pages' },
      { job: 'samples', unit: 'o-jardim:1', label: 'O jardim', failures: 2, error: 'Error: no pages' },
    ]);
    const [told] = await toldOf('job_failing', 0);
    expect(told).toMatchObject({ event: 'began', count: 2 });
    expect(told?.items.map(({ label, detail }) => [label, detail])).toEqual([
      ['brewing', 'Error: no water'],
      ['samples: A casa', 'Error: no pages'],
    ]);
    expect((await seen()).filter(({ kind }) => kind === 'job_failing')).toHaveLength(2);
    // A database that needs longer than 1.5 s, as on a busy machine, leaves the check as it was.
    await expect
      .poll(async () => (await site.call('GET', '/readyz')).json.checks, { timeout: 20_000 })
      .toContainEqual(expect.objectContaining({ name: 'jobs', ok: false, reason: 'brewing' }));
    await site.rows('DELETE', 'jobs?name=eq.brewing');
    await site.rows('DELETE', 'failed_work?job=eq.samples');
    expect(await toldOf('job_failing', 0)).toMatchObject([{ event: 'over', count: 2 }]);
  });

  test('a paid but undelivered order is reported at once, daily, and when it ends', async () => {
    const buyer = await site.signIn('newcomer');
    await site.addBooks({ id: 'livro' });
    const { json } = await site.checkout(buyer, site.cart(['livro']));
    await site.payByCard(json.sessionId);
    await site.until(
      () => site.confirm(buyer, json.sessionId),
      (answer) => answer.json.email === 'sent',
    );
    const order = await site.order(json.sessionId);
    expect(await toldOf('undelivered_order', 1)).toEqual([]);

    const [entitlement] = await site.rows<{ copy_id: string; ebook_id: string; uid: string }>(
      'GET',
      'entitlements?ebook_id=eq.livro&select=copy_id,ebook_id,uid',
    );
    await site.rows('DELETE', `entitlements?copy_id=eq.${entitlement?.copy_id}`);
    expect(await toldOf('undelivered_order', 0), 'a moment after it was paid').toEqual([]);
    expect(await toldOf('undelivered_order', 1)).toMatchObject([{ event: 'began', count: 1, items: [{ detail: 'not_readable' }] }]);
    expect(await toldOf('undelivered_order', 20)).toEqual([]);
    expect(await toldOf('undelivered_order', 26)).toMatchObject([{ event: 'lasts' }]);
    expect(await toldOf('undelivered_order', 24 * 30), 'an old one is not forgotten').toMatchObject([{ event: 'lasts' }]);

    await site.rows('POST', 'entitlements', entitlement ?? {});
    expect(await toldOf('undelivered_order', 24 * 30 + 1)).toMatchObject([{ event: 'over', count: 1 }]);
    expect(await toldOf('undelivered_order', 24 * 30 + 2)).toEqual([]);
    const told = ['Há pedido pago sem entrega', 'Continua: Há pedido pago sem entrega', 'Resolvido: Há pedido pago sem entrega'];
    await site.until(
      () => site.inbox(OWNER),
      (emails) => told.every((subject) => emails.some((email) => email.subject === subject)),
    );

    await site.rows('PATCH', `outbox?key=eq.purchase_paid:${order?.id}`, { sent_at: null, given_up_at: new Date().toISOString() });
    expect(await toldOf('undelivered_order', 1)).toMatchObject([{ event: 'began', items: [{ detail: 'not_mailed' }] }]);
    await site.rows('PATCH', `orders?id=eq.${order?.id}`, { state: 'refunded' });
    expect(await toldOf('undelivered_order', 2)).toMatchObject([{ event: 'over' }]);
  });

  test('the undelivered-order alert ignores gift-only orders and erased buyers', async () => {
    await site.addBooks({ id: 'presente' });
    const guest = { email: `${randomUUID()}@example.test`, key: randomBytes(16).toString('base64url') };
    const account = { uid: randomUUID(), email: `${randomUUID()}@example.test` };
    const token = await site.tokenOf(account);
    const cart = (change: object) => ({ ...site.cart(['presente']), items: [{ id: 'presente', price: 2_990, quantity: 1, ...change }] });
    const guestOf = { guest: { ...guest, openForMs: 9_000 } };
    const opened = [
      await site.checkout(await site.signIn('customer'), cart({ gift: 'all' })),
      await site.checkout(token, cart({})),
      await site.call('POST', '/api/create-checkout-session', { body: { ...cart({}), ...guestOf } }),
    ];
    const ids: string[] = [];
    for (const { json, text } of opened) {
      expect(json.sessionId, text).toBeDefined();
      await site.payByCard(json.sessionId);
      const order = await site.until(
        () => site.order(json.sessionId),
        (found) => found?.state === 'paid',
      );
      ids.push(order?.id ?? '');
      await site.until(
        () => site.rows('GET', `outbox?key=eq.purchase_paid:${order?.id}&sent_at=not.is.null`),
        ({ length }) => length > 0,
      );
    }
    expect(await toldOf('undelivered_order', 1)).toEqual([]);

    expect((await site.call('DELETE', '/api/me', { token, body: { email: account.email } })).status).toBe(200);
    const { json: person } = await site.call('POST', '/api/admin/people', { token: admin, body: { kind: 'order', id: ids[2] } });
    const erased = await site.call('DELETE', `/api/admin/people/${person.id}`, { token: admin, body: { email: guest.email } });
    expect(erased.status, erased.text).toBe(204);
    expect(await site.rows('GET', `orders?id=in.(${ids})&select=state`)).toEqual(ids.map(() => ({ state: 'paid' })));
    expect(await toldOf('undelivered_order', 1)).toEqual([]);
    expect(await site.rows('POST', 'rpc/find_ledger_faults', { p_order_ids: ids }), 'their accounts add up').toEqual([]);
  });

  test('the stuck-email alert reports emails that are not sent, and not the alert that waits with them', async () => {
    await site.rows('DELETE', 'outbox?sent_at=is.null');
    await look(0);
    await site.rows('POST', 'outbox', [
      mail({ key: 'waits', attempts: 7, last_error: '421 later' }),
      mail({ kind: 'owner_alert', attempts: 7, last_error: null }),
      // The three emails: written long ago, due today, and being sent now.
      mail({
        attempts: 1,
        due_at: new Date().toISOString(),
        created_at: new Date(Date.now() - 30 * 24 * HOURS).toISOString(),
        claimed_until: TOMORROW,
      }),
    ]);
    expect(await toldOf('stuck_mail', 0)).toMatchObject([{ event: 'began', items: [{ detail: '421 later' }] }]);
    expect(await seen()).toContainEqual(expect.objectContaining({ kind: 'stuck_mail', detail: '421 later', since: AN_HOUR_AGO }));
    const { json } = await site.until(
      () => site.call('GET', '/readyz'),
      (answer) => answer.json.status === 'degraded',
    );
    expect(json.checks).toContainEqual({ name: 'outbox', ok: false, since: expect.any(String) });
    expect(JSON.stringify(json)).not.toMatch(/421|secret|smtp/);
    await site.rows('DELETE', 'outbox?key=eq.waits');
    expect(await toldOf('stuck_mail', 0)).toMatchObject([{ event: 'over' }]);
  });

  test('the rejected-email alert counts rejections in a row and ends with the first accepted email', async () => {
    await site.rows('DELETE', 'outbox?id=not.is.null');
    await look(0);
    const refused = (minutes: number, to: string, error = '550 5.6.0 no') =>
      mail({ recipient: to, attempts: 1, given_up_at: new Date(Date.now() - minutes * 60_000).toISOString(), last_error: error });
    await site.rows('POST', 'outbox', [
      ...[refused(50, 'ana@a.test'), refused(40, 'bia@b.test', '554 Blocked'), refused(30, 'cid@c.test'), refused(20, 'davi@a.test')],
      // These rejections do not count: the mailbox does not exist, and a restored copy sends no old email.
      ...[refused(4, 'eva@e.test', '550 5.1.1 User unknown'), refused(9, 'fe@f.test', 'restored')],
    ]);
    expect(await toldOf('stuck_mail', 0)).toEqual([]);
    const [first] = await site.rows<{ given_up_at: string }>('GET', 'outbox?recipient=eq.ana@a.test&select=given_up_at');
    await site.rows('POST', 'outbox', [refused(5, 'gil@b.test', '554 Rejected')]);
    expect(await toldOf('stuck_mail', 0)).toMatchObject([{ event: 'began', items: [{ detail: '554 Rejected' }] }]);
    expect(await seen()).toContainEqual(
      expect.objectContaining({ kind: 'stuck_mail', detail: '554 Rejected', since: toInstant(first?.given_up_at ?? '') }),
    );
    await site.rows('POST', 'outbox', [mail({ recipient: 'hugo@h.test', sent_at: new Date().toISOString() })]);
    expect(await toldOf('stuck_mail', 0)).toMatchObject([{ event: 'over' }]);
    // An email that is rejected again and again while others are sent does not count.
    await site.rows('POST', 'outbox', [mail({ recipient: 'ivo@i.test', attempts: 9, last_error: '550 5.7.1 Access denied' })]);
    expect(await toldOf('stuck_mail', 0)).toEqual([]);
  });

  test('an unreadable channel, unreadable payments and a book that cannot be stamped are incidents', async () => {
    const longAgo = new Date(Date.now() - 3 * HOURS).toISOString();
    await hold(['videos', 'reconciliation'], { last_success_at: longAgo, last_error: 'quota exceeded' });
    await site.rows('POST', 'unstamped_files', { filename: 'livro.pdf', version: '1', reason: 'encrypted' });
    const told = await look(0);
    expect(told.map(({ kind, event }) => [kind, event])).toEqual([
      ['channel_unread', 'began'],
      ['payments_unread', 'began'],
    ]);
    expect((await seen()).map(({ kind, label }) => [kind, label])).toEqual([
      ['channel_unread', ''],
      ['payments_unread', ''],
      ['unstamped_book', 'livro'],
    ]);
    expect((await ask()).payments).toMatchObject({ unreadSince: longAgo, lastError: 'quota exceeded' });
    await hold(['videos', 'reconciliation'], { last_success_at: new Date().toISOString(), last_error: null });
    expect((await look(0)).map(({ event }) => event)).toEqual(['over', 'over']);
  });
});

describe('reports from pages', () => {
  const send = (body: unknown, headers: Record<string, string> = {}) => site.call('POST', '/api/reports', { body, headers });
  const report = (changes: object = {}) => ({ locale: 'pt-BR', release: 'mfe-shop@1', vitals: [], errors: [], ...changes });
  const vital = (metric: string, value: number, page = '/shop/ebook/:id') => ({ page, metric, value });
  async function reports() {
    const { json, text } = await site.call('GET', '/api/admin/page-reports', { token: admin });
    expect(json, text).toEqual(v.parse(endpoints['GET /api/admin/page-reports'].answer, json));
    return json as v.InferOutput<(typeof endpoints)['GET /api/admin/page-reports']['answer']>;
  }

  test('page speed reports are counted by page, and the owner sees the time that three of four visits beat', async () => {
    for (const [lcp, cls] of [
      [1_900, 0.02],
      [2_100, 0.02],
      [2_300, 0.3],
      [9_000, 0.02],
    ] as const)
      expect((await send(report({ vitals: [vital('LCP', lcp), vital('CLS', cls)] }))).status).toBe(204);
    await send(report({ vitals: [vital('TTFB', 80, '/shop/ebook/o-livro-de-ana')] }));
    const { pages } = await reports();
    expect(pages.map(({ page, visits }) => [page, visits])).toEqual([
      ['/shop/ebook/:id', 4],
      ['other', 1],
    ]);
    const [book] = pages;
    expect(book?.p75).toMatchObject({ INP: null, TTFB: null });
    expect(book?.p75.LCP).toBeGreaterThanOrEqual(2_200);
    expect(book?.p75.LCP).toBeLessThanOrEqual(2_500);
    expect(book?.p75.CLS).toBeLessThanOrEqual(25);
    expect(JSON.stringify(await site.rows('GET', 'page_vitals?select=*'))).not.toContain('ana');
  });

  test('page reports of one network are limited, without an error', async () => {
    const sendFrom = (network: string) => send(report({ vitals: [vital('LCP', 900, '/podcast')] }), { 'x-forwarded-for': network });
    const visits = async () => (await reports()).pages.find(({ page }) => page === '/podcast')?.visits;
    expect([(await sendFrom('203.0.113.60')).status, await visits()]).toEqual([204, 1]);
    await site.useUpLimits();
    expect([(await sendFrom('203.0.113.60')).status, await visits()]).toEqual([204, 1]);
    expect([(await sendFrom('203.0.113.61')).status, await visits()]).toEqual([204, 2]);
    await site.rows('DELETE', 'rate_limits?hits=gt.0');
  });

  test('repeated reports of one defect are stored as one row without personal data', async () => {
    const error = {
      page: '/cart',
      message: `SyntaxError: "Ana Souza" ana@leitores.test https://site.test/cart?email=ana`,
      stack: 'price /_r/mfe-shop/1/4f.js:1:20\nat https://evil.test/ana.js:1:1',
    };
    for (let times = 0; times < 3; times += 1) await send(report({ errors: [error] }));
    await send(report({ errors: [{ ...error, stack: 'at chrome-extension://ana/x.js:1:1' }] }));
    const { errors } = await reports();
    expect(errors).toMatchObject([
      {
        kind: 'script',
        page: '/cart',
        message: 'SyntaxError: … … …',
        stack: 'price /_r/mfe-shop/1/4f.js:1:20',
        times: 3,
        release: 'mfe-shop@1',
      },
    ]);
  });

  test('reports that browsers send about blocked content are stored, in both of their formats', async () => {
    const address = 'https://site.test/user-dashboard/orders/7d444840?email=ana@leitores.test';
    const body = { documentURL: address, blockedURL: 'https://evil.test/ana.js', effectiveDirective: 'script-src-elem', sourceFile: null };
    await send([{ type: 'csp-violation', url: address, body }], { 'content-type': 'application/reports+json' });
    const old = { 'document-uri': address, 'blocked-uri': 'inline', 'violated-directive': "style-src 'self'" };
    await send({ 'csp-report': old }, { 'content-type': 'application/csp-report' });
    await send([{ type: 'csp-violation', body: { ...body, sourceFile: 'moz-extension://ana' } }], {
      'content-type': 'application/reports+json',
    });
    const policy = (await reports()).errors.filter(({ kind }) => kind === 'policy');
    expect(policy.map(({ page, message, times }) => [page, message, times])).toEqual([
      ['/user-dashboard/orders/:id', 'style-src inline', 1],
      ['/user-dashboard/orders/:id', 'script-src-elem https://evil.test', 1],
    ]);
    expect(JSON.stringify(await site.rows('GET', 'page_errors?select=*'))).not.toMatch(/ana|7d444840/);
  });

  test('the API accepts page reports with any characters, and browser reports only in ASCII', async () => {
    const isAscii = (text: string) => /^[\x20-\x7E]*$/.test(text);
    const own = 'price /_r/mfe-shop/1/4f.js:1:20';
    const hostile = ['\ud83d', 'a\u0000b', '🙂'.repeat(150), `${'x'.repeat(299)}\ud83d`, '\u202e'];
    for (const message of hostile)
      for (const stack of [own, `\ud83d ${own}\n\u0000`, `${own}\n`.repeat(60)])
        for (const page of ['/cart', '\ud83d', '\u0000'])
          expect((await send(report({ errors: [{ page, message, stack }], vitals: [vital('TTFB', 1, page)] }))).status).toBe(204);
    const addresses = [`https://${'a.'.repeat(150)}test/x`, `https://${'ü'.repeat(200)}.test/`, 'a'.repeat(1_000), '\ud83d', 'data:\u0000'];
    for (const blockedURL of addresses)
      for (const effectiveDirective of ['script-src', '\ud83d', 'x'.repeat(500)]) {
        const body = { documentURL: blockedURL, blockedURL, effectiveDirective, sourceFile: blockedURL, lineNumber: 1e308 };
        const status = isAscii(blockedURL + effectiveDirective) ? 204 : 400;
        expect((await send([{ type: 'csp-violation', body }], { 'content-type': 'application/reports+json' })).status).toBe(status);
        const old = { 'document-uri': blockedURL, 'blocked-uri': blockedURL, 'violated-directive': effectiveDirective };
        expect((await send({ 'csp-report': old }, { 'content-type': 'application/csp-report' })).status).toBe(status);
      }
    await site.rows('DELETE', 'page_errors?digest=neq.x');
    await site.rows('DELETE', 'page_vitals?visits=gt.0');
  });

  test('invented defects cannot hide real defects, because one network can report only ten a day', async () => {
    const invent = (number: number, page: string, network: string) =>
      send(
        report({
          errors: Array.from({ length: 10 }, (_, index) => ({
            page,
            message: `Error ${'abcdefghij'[index]}`,
            stack: `f /_s/x.js:${number}:${index}`,
          })),
        }),
        { 'x-forwarded-for': network },
      );
    for (let number = 0; number < 20; number += 1) expect((await invent(number, '/shop', '203.0.113.7')).status).toBe(204);
    expect((await site.rows('GET', 'page_errors?select=digest')).length).toBe(10);
    for (let network = 0; network < 30; network += 1) await invent(100 + network, '/nowhere', `198.51.100.${network}`);
    expect((await site.rows('GET', 'page_errors?page=eq.other&select=digest')).length).toBeLessThanOrEqual(50);
    const real = { page: '/cart', message: 'TypeError: x', stack: 'pay /_s/main.js:1:2' };
    await send(report({ errors: [real] }), { 'x-forwarded-for': '192.0.2.44' });
    await invent(500, '/nowhere', '192.0.2.45');
    const { errors } = await reports();
    expect(errors[0]).toMatchObject({ ...real, times: 1 });
    await site.rows('DELETE', 'page_errors?digest=neq.x');
    await site.rows('DELETE', 'rate_limits?hits=gt.0');
  });

  test('page reports of visitors who opted out are not stored, and a dozen releases a day are counted separately', async () => {
    const before = await site.rows('GET', 'page_vitals?select=visits');
    expect((await send(report({ vitals: [vital('LCP', 1)] }), { 'sec-gpc': '1' })).status).toBe(204);
    expect((await send(report({ vitals: [vital('LCP', 1)] }), { dnt: '1' })).status).toBe(204);
    expect((await send(report({ vitals: [vital('FID', 1)] }))).status).toBe(400);
    expect((await send({ 'csp-report': 7 }, { 'content-type': 'application/csp-report' })).status).toBe(400);
    expect((await send(report({ errors: 'x'.repeat(100_000) }))).status).toBe(413);
    expect(await site.rows('GET', 'page_vitals?select=visits')).toEqual(before);
    for (let release = 0; release < 14; release += 1) await send(report({ release: `shell@${release}`, vitals: [vital('INP', 50)] }));
    const releases = (await site.rows<{ release: string }>('GET', 'page_vitals?metric=eq.INP&select=release')).map((row) => row.release);
    expect(releases).toContain('other');
    expect(new Set(releases).size).toBeLessThanOrEqual(13);
  });
});
