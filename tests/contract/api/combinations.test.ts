// Rare combinations: two features together, or a change between two steps of one feature.
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ApiSite, startApiSite } from './api-site.ts';

let site: ApiSite;
let admin: string;
let books = 0;

beforeAll(async () => {
  site = await startApiSite();
  admin = await site.signIn('admin');
});
afterAll(async () => await site?.close());
beforeEach(async () => void (await site.rows('DELETE', 'rate_limits?hits=gt.0')));

const aPerson = async () => {
  const uid = randomUUID();
  const email = `${uid}@example.test`;
  return { uid, email, token: await site.tokenOf({ uid, email }) };
};
const aBook = async (minor = 2_990) => {
  books += 1;
  const id = `junto-${books}`;
  await site.addBooks({ id, minor });
  await site.addPdf(id);
  return id;
};
const stateIs = (sessionId: string, state: string) =>
  site.until(
    () => site.order(sessionId),
    (found) => found?.state === state,
  );
const libraryOf = async (token: string): Promise<string[]> =>
  (await site.call('GET', '/api/me/library', { token })).json.items.map((item: { ebook: { id: string } }) => item.ebook.id);
const giftsOf = async (token: string, orderId: string) => (await site.call('GET', `/api/me/orders/${orderId}/gifts`, { token })).json.gifts;
const claim = (url: string, token: string) =>
  site.call('POST', `/api/gifts/${new URL(url).pathname.split('/').at(-1)}/claim`, { token, body: { key: new URL(url).hash.slice(1) } });
const refund = (id: string, items: object[] | null, minor: number, more: object = {}) =>
  site.call('POST', `/api/admin/orders/${id}/refunds`, {
    token: admin,
    body: { attemptId: randomUUID(), items, amount: { minor, currency: 'BRL' }, ...more },
  });
type Email = { kind: string; payload: { to_pay: { with: string } | null } };
/** Returns the kinds of an order's emails, each with its payment method. */
const emailsOf = async (id: string) =>
  (await site.rows<Email>('GET', `outbox?key=like.*${id}*&select=kind,payload&order=created_at`)).map(({ kind, payload }) =>
    [kind, payload.to_pay?.with].join(' '),
  );

test('refunding one paid book of a cart leaves the free book and the free gift that a friend claimed', async () => {
  const [paid, free] = [await aBook(), await aBook(0)];
  const [buyer, friend] = [await aPerson(), await aPerson()];
  const { json, text } = await site.checkout(buyer.token, {
    ...site.cart([paid]),
    items: [
      { id: paid, price: 2_990, quantity: 1 },
      { id: free, price: 0, quantity: 2 },
    ],
  });
  expect(json.sessionId, text).toBeTruthy();
  await site.payByCard(json.sessionId);
  const order = await stateIs(json.sessionId, 'paid');
  const [gift] = await giftsOf(buyer.token, order?.id ?? '');
  expect((await claim(gift.url, friend.token)).json.outcome).toBe('claimed');
  // Part of the money was refunded before at Stripe's own page, without naming a book.
  await site.atProvider(`sessions/${json.sessionId}/refund`, { amount: 990 });
  await stateIs(json.sessionId, 'partly_refunded');
  const answer = await refund(order?.id ?? '', [{ ebookId: paid, quantity: 1 }], 2_000);
  expect(answer.status, answer.text).toBe(200);
  expect([await libraryOf(friend.token), await libraryOf(buyer.token)]).toEqual([[free], [free]]);
  const orderOf = async () => (await site.order(json.sessionId))?.state;
  expect(await orderOf()).toBe('partly_refunded');
  const taken = await refund(order?.id ?? '', [{ ebookId: free, quantity: 2 }], 0, { takesClaimed: true });
  expect(taken.status, taken.text).toBe(200);
  expect([await libraryOf(friend.token), await libraryOf(buyer.token), await orderOf()]).toEqual([[], [], 'refunded']);
});

test('no second page can be paid while a Pix for gifts is open', async () => {
  const book = await aBook();
  const buyer = await aPerson();
  const cart = { ...site.cart([book]), items: [{ id: book, price: 2_990, quantity: 1, gift: 'all' }] };
  const first = await site.checkout(buyer.token, cart);
  await site.showPix(first.json.sessionId);
  await stateIs(first.json.sessionId, 'waiting');
  const second = await site.checkout(buyer.token, { ...cart, attemptId: randomUUID() });
  expect([second.status, second.json.code, second.json.bought]).toEqual([
    409,
    'ebook_pending',
    [{ ebookId: book, standing: 'waiting', orderId: (await site.order(first.json.sessionId))?.id }],
  ]);
});

test('a boleto that is chosen after a Pix was shown gets its email', async () => {
  const book = await aBook();
  const buyer = await aPerson();
  const { json } = await site.checkout(buyer.token, site.cart([book]));
  await site.showPix(json.sessionId);
  const order = await stateIs(json.sessionId, 'waiting');
  await site.payByBoleto(json.sessionId);
  await site.until(
    async () => (await site.call('GET', `/api/me/orders/${order?.id}`, { token: buyer.token })).json,
    (page) => page.toPay?.with === 'boleto',
  );
  expect(await emailsOf(order?.id ?? '')).toEqual(['purchase_waiting boleto']);
});

test('each expired Pix of an order is reported to the buyer, and so is a boleto that fails afterwards', async () => {
  const book = await aBook();
  const buyer = await aPerson();
  const { json } = await site.checkout(buyer.token, site.cart([book]));
  const id = (await site.order(json.sessionId))?.id ?? '';
  for (const _ of [1, 2]) {
    await site.showPix(json.sessionId);
    await stateIs(json.sessionId, 'waiting');
    await site.atProvider(`sessions/${json.sessionId}/settle`, { outcome: 'failed' });
    await stateIs(json.sessionId, 'open');
    // Each Pix expires in a different second.
    await sleep(1_100);
  }
  await site.payByBoleto(json.sessionId);
  await stateIs(json.sessionId, 'waiting');
  await site.atProvider(`sessions/${json.sessionId}/settle`, { outcome: 'failed' });
  await stateIs(json.sessionId, 'failed');
  expect((await emailsOf(id)).filter((kind) => kind.startsWith('purchase_failed'))).toHaveLength(3);
});

for (const how of ['account', 'link'] as const)
  test(`the receipt details that a guest entered for a boleto are kept (${how})`, async () => {
    const book = await aBook();
    const guest = { email: `${randomUUID()}@example.test`, key: randomBytes(16).toString('base64url') };
    const opened = await site.call('POST', '/api/create-checkout-session', {
      body: { ...site.cart([book]), guest: { ...guest, openForMs: 9_000 } },
    });
    const wish = await site.call('PUT', '/api/guest-receipt-buyer', { body: { name: 'Ana Ltda.', taxId: '12abc34501de35', guest } });
    expect(wish.status, wish.text).toBe(200);
    await site.payByBoleto(opened.json.sessionId);
    const order = await stateIs(opened.json.sessionId, 'waiting');
    if (how === 'account') {
      const token = await site.tokenOf({ uid: randomUUID(), email: guest.email });
      expect((await site.call('GET', '/api/me', { token })).status).toBe(200);
    } else {
      const answer = await site.call('POST', `/api/admin/orders/${order?.id}/link`, { token: admin });
      expect(answer.status, answer.text).toBe(200);
    }
    await site.atProvider(`sessions/${opened.json.sessionId}/settle`, { outcome: 'paid' });
    await stateIs(opened.json.sessionId, 'paid');
    const receipts = await site.rows<{ buyer: object }>('GET', `receipts?order_id=eq.${order?.id}&select=buyer`);
    expect(receipts).toMatchObject([{ buyer: { name: 'Ana Ltda.', tax_id: { kind: 'cnpj' } } }]);
  });

test('the email about a group gift counts the seats that are left', async () => {
  const book = await aBook();
  const [buyer, friend] = [await aPerson(), await aPerson()];
  const { json } = await site.checkout(buyer.token, {
    ...site.cart([book]),
    items: [{ id: book, price: 2_990, quantity: 5, gift: 'group' }],
  });
  await site.payByCard(json.sessionId);
  const order = await stateIs(json.sessionId, 'paid');
  expect((await refund(order?.id ?? '', [{ ebookId: book, quantity: 3 }], 3 * 2_990)).status).toBe(200);
  const [gift] = await giftsOf(buyer.token, order?.id ?? '');
  await claim(gift.url, friend.token);
  const [email] = await site.rows<{ payload: { claimed: number; seats: number } }>(
    'GET',
    `outbox?key=like.gift_claimed:${gift.id}*&select=payload`,
  );
  expect([email?.payload.claimed, email?.payload.seats]).toEqual([1, 2]);
});

test("a gift whose email was erased with its reader's account does not read as sent", async () => {
  const book = await aBook();
  const [buyer, friend] = [await aPerson(), await aPerson()];
  await site.call('GET', '/api/me', { token: friend.token });
  const { json } = await site.checkout(buyer.token, {
    ...site.cart([book]),
    items: [{ id: book, price: 2_990, quantity: 1, gift: 'all' }],
  });
  await site.payByCard(json.sessionId);
  const order = await stateIs(json.sessionId, 'paid');
  const [gift] = await giftsOf(buyer.token, order?.id ?? '');
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const sent = await site.call('PUT', `/api/me/orders/${order?.id}/gifts/${gift.id}`, {
    token: buyer.token,
    body: { name: 'Ana', email: friend.email, message: 'Oi', day },
  });
  expect(sent.status, sent.text).toBe(200);
  const gone = await site.call('DELETE', '/api/me', { token: friend.token, body: { email: friend.email, locale: 'pt-BR' } });
  expect(gone.status, gone.text).toBeLessThan(300);
  expect(await site.rows('GET', `outbox?key=like.gift_sent:${gift.id}*&select=key`)).toEqual([]);
  expect(await giftsOf(buyer.token, order?.id ?? '')).toMatchObject([{ state: 'unsent', toEmail: null, emailsLeft: 4 }]);
});

test("a book's announcement cannot be withdrawn while a guest is about to receive it for free", async () => {
  const book = await aBook(0);
  const at = new Date(Date.now() + 20 * 86_400_000).toISOString();
  await site.rows('PATCH', `ebooks_metadata?id=eq.${book}`, { launch_at: at, has_file: false });
  const guest = { email: `${randomUUID()}@example.test`, key: randomBytes(16).toString('base64url') };
  const opened = await site.call('POST', '/api/create-checkout-session', {
    body: { ...site.cart([book]), items: [{ id: book, price: 0, quantity: 1 }], guest: { ...guest, openForMs: 9_000 } },
  });
  expect(opened.json.linkSentTo, opened.text).toBe(guest.email);
  const [{ revision } = { revision: 0 }] = await site.rows<{ revision: number }>('GET', `ebooks_metadata?id=eq.${book}&select=revision`);
  const answer = await site.rows<{ outcome: string }>('POST', 'rpc/set_ebook_launch', {
    p_actor: { uid: 'x', email: 'x@example.test', request_id: 'r' },
    p_id: book,
    p_revision: revision,
    p_at: null,
  });
  expect(answer).toMatchObject({ outcome: 'has_buyers' });
});

test('undoing an import returns a copy to its buyer if the import had made it a gift', async () => {
  const book = await aBook();
  const buyer = await aPerson();
  await site.call('GET', '/api/me', { token: buyer.token });
  const { json } = await site.checkout(buyer.token, site.cart([book]));
  const importId = randomUUID();
  const subject = randomUUID();
  const at = new Date().toISOString();
  await site.rows('POST', 'imports', {
    id: importId,
    kind: 'purchases',
    source: 'hotmart',
    filename: 'x.csv',
    state: 'done',
    rows: 1,
    added: 1,
    finished_at: at,
  });
  await site.rows('POST', 'imported_purchases', {
    id: subject,
    email: buyer.email,
    ebook_id: book,
    source: 'hotmart',
    import_id: importId,
    uid: buyer.uid,
    claimed_at: at,
    imported_at: at,
  });
  await site.rows('POST', 'import_subjects', { import_id: importId, subject_id: subject, is_added: true });
  await site.payByCard(json.sessionId);
  const order = await stateIs(json.sessionId, 'paid');
  expect(await giftsOf(buyer.token, order?.id ?? '')).toHaveLength(1);
  await site.rows('POST', 'rpc/undo_import', { p_actor: { uid: 'x', email: 'x@example.test', request_id: 'r' }, p_id: importId });
  await site.until(
    async () => (await site.rows<{ state: string }>('GET', `imports?id=eq.${importId}&select=state`))[0],
    (row) => row?.state === 'undone' || row?.state === 'undoing',
  );
  await site.rows('POST', 'rpc/undo_portion', { p_id: importId, p_size: 10 });
  expect(await libraryOf(buyer.token)).toEqual([book]);
});

test('a bank debit counts as paid when the money arrived', async () => {
  const book = await aBook();
  const buyer = await aPerson();
  const { json } = await site.checkout(buyer.token, site.cart([book], { currency: 'USD' }));
  await site.payByBankDebit(json.sessionId);
  const order = await stateIs(json.sessionId, 'waiting');
  await sleep(4_000);
  const settledAt = Date.now();
  await site.atProvider(`sessions/${json.sessionId}/settle`, { outcome: 'paid' });
  await stateIs(json.sessionId, 'paid');
  const [row] = await site.rows<{ paid_at: string }>('GET', `orders?id=eq.${order?.id}&select=paid_at`);
  expect(Date.parse(row?.paid_at ?? '')).toBeGreaterThan(settledAt - 1_500);
});
