import { setTimeout as sleep } from 'node:timers/promises';
import type { Readiness } from '@site/shared/readiness/readiness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnApiSite, startOwnApiSite } from './api-site.ts';

let site: OwnApiSite;
let buyer: string;

beforeAll(async () => {
  site = await startOwnApiSite();
  await site.addBooks({ id: 'livro' }, { id: 'outro' });
  buyer = await site.signIn('newcomer');
  // During an outage, the API can serve only answers that it gave before.
  for (const path of ['/api/ebooks', '/api/ebooks/livro', '/api/ebooks/featured']) await site.call('GET', path);
});
afterAll(async () => await site?.close());

const stateOf = ({ checks }: Readiness, name: string) => checks.find((check) => check.name === name)?.ok;

const sessions = async () => ((await site.atProvider('sessions', {}, 'GET')) as unknown[]).length;

async function expectCatalogueWithoutCheckout(): Promise<void> {
  for (const path of ['/api/ebooks', '/api/ebooks/livro', '/api/ebooks/featured']) {
    const started = Date.now();
    const { status, text } = await site.call('GET', path);
    expect([path, status]).toEqual([path, 200]);
    // The featured book is random until a book was sold.
    expect(text).toMatch(/"id":"(livro|outro)"/);
    expect(Date.now() - started).toBeLessThan(5_000);
  }
  const before = await sessions();
  const refused = await site.checkout(buyer, site.cart(['livro']));
  expect([refused.status, refused.json.code]).toEqual([503, 'service_unavailable']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await sessions(), 'no page to pay on was opened').toBe(before);
  expect((await site.call('GET', '/healthz')).status).toBe(200);
  const { status, json } = await site.until(
    () => site.call('GET', '/readyz'),
    (answer) => answer.json.status === 'degraded',
  );
  expect([status, stateOf(json, 'database'), stateOf(json, 'outbox')]).toEqual([200, false, null]);
}

async function expectEverything(): Promise<void> {
  await site.until(
    () => site.call('GET', '/readyz'),
    (answer) => stateOf(answer.json, 'database') === true,
  );
  const { status, text } = await site.checkout(buyer, site.cart(['livro']));
  expect(status, text).toBe(200);
}

test('without the data service the catalogue serves its last copy, nothing is sold, and all recovers by itself', async () => {
  await site.site.processes.data.kill();
  try {
    await expectCatalogueWithoutCheckout();
  } finally {
    await site.site.processes.data.start();
  }
  await expectEverything();
}, 60_000);

test('with a data service that hangs the catalogue serves its last copy without a long wait', async () => {
  site.site.processes.data.pause();
  try {
    await expectCatalogueWithoutCheckout();
  } finally {
    site.site.processes.data.resume();
  }
  await expectEverything();
}, 60_000);

test('without the payment provider a checkout gets 503 with a hint, and its draft order is used again', async () => {
  await site.site.processes.payments.kill();
  const cart = site.cart(['outro']);
  const refused = await site.checkout(buyer, cart);
  expect([refused.status, refused.json.code]).toEqual([503, 'payment_unavailable']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await site.site.processes.payments.start();
  const { status, text } = await site.checkout(buyer, cart);
  expect(status, text).toBe(200);
  expect(await site.rows('GET', 'order_copies?ebook_id=eq.outro&select=order_id')).toHaveLength(1);
});

test('without the mail server an order is paid at once, and its email is sent once when the server is back', async () => {
  await site.site.processes.mail.kill();
  const { json } = await site.checkout(buyer, site.cart(['livro', 'outro']));
  await site.payByCard(json.sessionId);
  expect((await site.confirm(buyer, json.sessionId)).json).toMatchObject({ order: { state: 'paid' }, email: 'queued' });
  const order = await site.order(json.sessionId);
  await site.until(
    () => site.rows('GET', `outbox?key=eq.purchase_paid:${order?.id}&select=attempts,last_error`),
    ([row]) => Number(row?.attempts) >= 1 && row?.last_error !== null,
  );
  await site.site.processes.mail.start();
  await site.until(
    () => site.confirm(buyer, json.sessionId),
    (answer) => answer.json.email === 'sent',
    25_000,
  );
  expect(await site.inbox('nova@semente.test')).toHaveLength(1);
});

test('a stopping API answers the running requests, after its readiness check has failed', async () => {
  const under = Promise.all(Array.from({ length: 50 }, () => site.call('GET', '/api/ebooks?q=livro')));
  const stopped = site.site.processes.api.stop();
  await sleep(200);
  expect((await site.call('GET', '/readyz')).status).toBe(503);
  expect((await under).map((answer) => answer.status)).toEqual(Array.from({ length: 50 }, () => 200));
  await stopped;
  await expect(site.call('GET', '/healthz')).rejects.toThrow();
});
