import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONSENT_VERSION } from '@site/shared/contracts/form-rules.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiSite, startApiSite } from './api-site.ts';
import { stampIn } from './site-tools.ts';

let site: ApiSite;
let admin: string;
let books = 0;

beforeAll(async () => {
  site = await startApiSite();
  admin = await site.signIn('admin');
});
afterAll(async () => await site?.close());
beforeEach(async () => void (await site.rows('DELETE', 'rate_limits?hits=gt.0')));

type Guest = { email: string; key: string; browser?: string };
type Bought = { guest: Guest; book: string; id: string; sessionId: string; link: string };

const aGuest = (email = `${randomUUID()}@example.test`): Guest => ({ email, key: randomBytes(16).toString('base64url') });
const checkout = (cart: object, guest: Guest) =>
  site.call('POST', '/api/create-checkout-session', { body: { ...cart, guest: { ...guest, openForMs: 9_000 } } });
const wish = (guest: Guest, body: object) => site.call('PUT', '/api/guest-receipt-buyer', { body: { ...body, guest } });
const success = (sessionId: string, guest: Guest) => site.call('POST', '/send-purchase-email', { body: { sessionId, guest } });
const byLink = (id: string, key: string) => ({ headers: { authorization: `Order ${id}.${key}` } });
const orderBy = (id: string, key: string) => site.call('GET', `/api/me/orders/${id}`, byLink(id, key));
const download = (book: string, id: string, key: string) =>
  site.until(
    () => site.call('POST', `/api/me/library/${book}/download`, byLink(id, key)),
    ({ status }) => status !== 409,
    60_000,
  );
/** Returns the key from the newest email that links to the order. */
const mailedKey = async ({ email }: { email: string }, id: string, isNew: (key: string) => boolean = () => true): Promise<string> => {
  const keys = await site.until(
    async () =>
      (await site.inbox(email, true)).flatMap(({ links }) =>
        links.flatMap((link) => (link.includes(`/order/${id}#`) ? [link.slice(link.indexOf('#') + 1)] : [])),
      ),
    (all) => all.some(isNew),
  );
  return keys.find(isNew) ?? '';
};

async function buy(guest: Guest = aGuest(), given?: string, quantity = 1): Promise<Bought> {
  books += 1;
  const book = given ?? `sem-conta-${books}`;
  if (!given) {
    await site.addBooks({ id: book });
    await site.addPdf(book);
  }
  const opened = await checkout({ ...site.cart([book]), items: [{ id: book, price: 2_990, quantity }] }, guest);
  expect(opened.status, opened.text).toBe(200);
  const { sessionId } = opened.json;
  await site.payByCard(sessionId);
  const told = await site.until(
    () => success(sessionId, guest),
    ({ json }) => json?.order?.state === 'paid',
  );
  return { guest, book, id: told.json.order.id, sessionId, link: told.json.linkKey };
}

/** Returns a customer who signs in with this address, confirmed. */
async function anAccount(email: string): Promise<{ uid: string; token: string; visit: () => Promise<void> }> {
  const uid = randomUUID();
  const token = await site.tokenOf({ uid, email });
  const visit = async () => expect((await site.call('GET', '/api/me', { token })).status).toBe(200);
  return { uid, token, visit };
}
const libraryOf = async (token: string): Promise<string[]> =>
  (await site.call('GET', '/api/me/library', { token })).json.items.map((item: { ebook: { id: string } }) => item.ebook.id);

test('a guest pays, the browser and the email lead to the book, and no account is created', async () => {
  const { guest, book, id, sessionId, link } = await buy();
  expect(await mailedKey(guest, id)).toBe(link);
  const order = await orderBy(id, link);
  expect(order.json).toMatchObject({ id, state: 'paid', email: guest.email, items: [{ ebookId: book, access: 'readable' }] });
  const { status, json } = await download(book, id, link);
  expect(status).toBe(200);
  expect((await fetch(json.url)).status).toBe(200);
  expect((await site.call('PUT', `/api/me/library/${book}/position`, { ...byLink(id, link), body: { page: 1 } })).status).toBe(200);
  expect((await site.call('GET', '/api/me/library', byLink(id, link))).json.items).toHaveLength(1);
  // The request comes from another browser, then from this one with another address.
  expect((await success(sessionId, aGuest(guest.email))).status).toBe(404);
  expect((await success(sessionId, { ...guest, email: 'outra@example.test' })).status).toBe(404);
  expect(await site.rows('GET', `users?email=eq.${guest.email}`)).toEqual([]);
});

test('one browser has one payable page for a cart and cannot buy the same book twice', async () => {
  const { guest, book, id } = await buy();
  const again = await checkout(site.cart([book]), guest);
  expect(again.json).toMatchObject({ code: 'ebook_owned', bought: [{ ebookId: book, standing: 'owned', orderId: id }] });
  const stranger = await checkout(site.cart([book]), aGuest(guest.email));
  expect(stranger.status, stranger.text).toBe(200);
  const twin = aGuest();
  const pages = await Promise.all([1, 2, 3].map(() => checkout(site.cart([book]), twin)));
  expect(new Set(pages.map(({ json }) => json.sessionId)).size).toBe(1);
});

describe('two tabs of one browser with the same address', () => {
  const aKey = () => randomBytes(16).toString('base64url');
  /** Opens two tabs whose carts hold the same book, and returns strangers who know the address. */
  async function twoTabs() {
    const book = `duas-abas-${randomUUID()}`;
    await site.addBooks({ id: book });
    await site.addPdf(book);
    const email = `${randomUUID()}@example.test`;
    const browser = aKey();
    const [one, two] = [aGuest(email), aGuest(email)];
    return { book, email, browser, one, two };
  }
  const pay = async (sessionId: string, guest: Guest) => {
    await site.payByCard(sessionId);
    await site.until(
      () => success(sessionId, guest),
      ({ json }) => json?.order?.state === 'paid',
    );
  };

  test('two tabs have one payable page, the later one', async () => {
    const { book, browser, one, two } = await twoTabs();
    const first = await checkout(site.cart([book]), { ...one, browser });
    const second = await checkout(site.cart([book]), { ...two, browser });
    expect([first.status, second.status], second.text).toEqual([200, 200]);
    expect((await site.payByCard(first.json.sessionId)).location).toBeNull();
    await pay(second.json.sessionId, two);
    expect((await success(second.json.sessionId, one)).status, 'another tab has no key of the order').toBe(404);
    const again = await checkout(site.cart([book]), { ...one, browser });
    expect(again.json).toMatchObject({ code: 'ebook_owned', bought: [{ ebookId: book, standing: 'owned' }] });
  });

  test('two tabs cannot buy a book that waits for its boleto', async () => {
    const { book, browser, one, two } = await twoTabs();
    const { json } = await checkout(site.cart([book]), { ...one, browser });
    await site.payByBoleto(json.sessionId);
    await site.until(
      () => site.order(json.sessionId),
      (order) => order?.state === 'waiting',
    );
    const again = await checkout(site.cart([book]), { ...two, browser });
    expect(again.json).toMatchObject({ code: 'ebook_pending', bought: [{ ebookId: book, standing: 'waiting' }] });
  });

  test('simultaneous checkouts of two tabs open at most one payable page', async () => {
    const { book, email, browser } = await twoTabs();
    const answers = await Promise.all([1, 2, 3, 4].map(() => checkout(site.cart([book]), { ...aGuest(email), browser })));
    const opened = answers.flatMap(({ status, json }) => (status === 200 ? [json.sessionId as string] : []));
    expect(opened.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status !== 200).every(({ json }) => json.code === 'checkout_elsewhere')).toBe(true);
    for (const session of opened) await site.payByCard(session);
    await site.until(
      () => site.rows<{ state: string }>('GET', `orders?select=state,order_copies!inner(ebook_id)&order_copies.ebook_id=eq.${book}`),
      (orders) => orders.every(({ state }) => state !== 'open') && orders.filter(({ state }) => state === 'paid').length === 1,
    );
  });

  test('another browser or another address neither learns of a payment nor closes its page', async () => {
    const { book, email, browser, one } = await twoTabs();
    const { json } = await checkout(site.cart([book]), { ...one, browser });
    for (const other of [aGuest(email), { ...aGuest(email), browser: aKey() }, { ...aGuest(), browser }])
      expect((await checkout(site.cart([book]), other)).status).toBe(200);
    await pay(json.sessionId, one);
    for (const other of [aGuest(email), { ...aGuest(email), browser: aKey() }, { ...aGuest(), browser }])
      expect((await checkout(site.cart([book]), other)).status).toBe(200);
  });
});

test("a book that an address paid for twice is reported to its mailbox and the owner, but not on the guest's order page", async () => {
  const first = await buy();
  const second = await buy(aGuest(first.guest.email), first.book);
  expect((await twiceOf(second.id)).map(({ kind }: { kind: string }) => kind)).toEqual(['paid_twice']);
  const [number] = (await site.rows<{ number: number }>('GET', `orders?id=eq.${first.id}&select=number`)).map((order) => order.number);
  const told = await site.until(
    async () => (await site.inbox(first.guest.email)).filter(({ text }) => text.includes(`também no pedido nº ${number}`)),
    (mails) => mails.length > 0,
  );
  expect(told[0]?.text).toContain(`/order/${second.id}#`);
  const shown = await orderBy(second.id, second.link);
  expect(shown.json.items).toMatchObject([{ access: 'readable', paidAlsoIn: null }]);
  expect(shown.json.canRequestRefund).toBe(true);
  expect((await site.call('GET', `/api/admin/orders/${second.id}`, { token: admin })).json.items).toMatchObject([
    { paidAlsoIn: { id: first.id } },
  ]);

  // The account with this address takes both orders over. The owner was notified before.
  const { visit } = await anAccount(first.guest.email);
  await visit();
  expect(await site.rows('GET', `order_events?order_id=in.(${first.id},${second.id})&kind=eq.paid_twice`)).toHaveLength(1);
});

describe('a link that was lost', () => {
  const ask = (id: string) => site.call('POST', `/api/orders/${id}/link`);
  const mailsWith = async (guest: Guest, link: string) =>
    (await site.inbox(guest.email, true)).filter(({ links }) => links.some((each) => each.includes(link)));

  test("anybody with an order's id can have its link sent to the order’s address, and the previous link still works", async () => {
    const { guest, id, link } = await buy();
    await mailedKey(guest, id);
    expect((await ask(id)).json).toEqual({ status: 'check_your_email' });
    await site.until(
      () => mailsWith(guest, `/order/${id}#${link}`),
      (mails) => mails.length === 2,
    );
    expect((await orderBy(id, link)).status).toBe(200);
  });

  test('a request for a lost link gets the same slow answer for unknown ids, account orders and invalid ids', async () => {
    const { guest, id } = await buy();
    const { visit } = await anAccount(guest.email);
    await visit();
    const before = (await site.inbox(guest.email, true)).length;
    for (const each of [randomUUID(), id, 'nothing']) {
      const began = Date.now();
      const { status, json } = await ask(each);
      expect([status, json]).toEqual([200, { status: 'check_your_email' }]);
      expect(Date.now() - began).toBeGreaterThan(390);
    }
    expect(await site.inbox(guest.email, true)).toHaveLength(before);
  });

  test('a lost order link is sent only a limited number of times', async () => {
    const id = randomUUID();
    for (let times = 0; times < 3; times += 1) expect((await ask(id)).status).toBe(200);
    expect((await ask(id)).status).toBe(429);
  });
});

test('an order page answers the same for a wrong key, another order’s key and an unknown order', async () => {
  const [one, two] = [await buy(), await buy()];
  const wrong = randomBytes(16).toString('base64url');
  const answers = await Promise.all([
    orderBy(one.id, wrong),
    orderBy(one.id, two.link),
    orderBy(randomUUID(), one.link),
    orderBy(one.id, 'x'),
    site.call('GET', `/api/me/orders/${two.id}`, byLink(one.id, one.link)),
    site.call('POST', `/api/me/library/${two.book}/download`, byLink(one.id, one.link)),
  ]);
  expect(answers.map(({ status, json }) => [status, json.error?.code ?? json.code])).toEqual(answers.map(() => [404, 'not_found']));
  // A guest's link gives access as a reader and nothing else.
  for (const path of ['/api/me', '/api/me/orders', '/api/admin/orders'])
    expect((await site.call('GET', path, byLink(one.id, one.link))).status).toBe(401);
});

test('a checkout gets no payment page if the hidden field is filled in or there were too many checkouts', async () => {
  const cart = site.cart([(await buy()).book]);
  const guest = aGuest();
  const asBot = { ...cart, guest: { ...guest, website: 'https://example.test', openForMs: 9_000 } };
  expect((await site.call('POST', '/api/create-checkout-session', { body: asBot })).status).toBe(400);
  await Promise.all(Array.from({ length: 9 }, () => checkout(cart, guest)));
  expect((await checkout(cart, aGuest(guest.email))).status).toBe(429);
  // This guest is the owner of the address, on another network.
  const [person, headers] = [aGuest(guest.email), { 'x-forwarded-for': '198.51.100.7' }];
  const body = { ...cart, guest: { ...person, openForMs: 9_000 } };
  expect((await site.call('POST', '/api/create-checkout-session', { body, headers })).status).toBe(200);
  const receipt = { name: 'Ana', taxId: '', guest: { email: person.email, key: person.key } };
  for (let times = 0; times < 61; times += 1) await site.call('PUT', '/api/guest-receipt-buyer', { body: receipt });
  expect((await site.call('PUT', '/api/guest-receipt-buyer', { body: receipt })).status).toBe(429);
  expect((await site.call('PUT', '/api/guest-receipt-buyer', { body: receipt, headers })).status).not.toBe(429);
  await site.rows('DELETE', 'receipt_buyers?name=eq.Ana');
});

test.each([
  ['has a domain without mail', 'ana@gmail'],
  ['the payment provider rejects', 'ana..b@example.test'],
])("a guest's address that %s is rejected at its field and is neither stored nor logged", async (_why, email) => {
  const book = `endereco-${email.length}`;
  await site.addBooks({ id: book });
  const refused = await checkout(site.cart([book]), aGuest(email));
  expect([refused.status, refused.json.code, refused.json.fields]).toEqual([400, 'invalid_input', { 'guest.email': 'invalid' }]);
  expect(readFileSync(join(site.internal.logs, 'api.log'), 'utf8')).not.toContain(email);
  expect(await site.rows('GET', `orders?buyer_email=eq.${encodeURIComponent(email)}&state=in.(open,waiting)&select=id`)).toEqual([]);
});

test('an account gets an error if the payment provider rejects its address', async () => {
  await site.addBooks({ id: 'endereco-da-conta' });
  const uid = randomUUID();
  const token = await site.tokenOf({ uid, email: `${uid.slice(0, 8)}..x@example.test` });
  const refused = await site.checkout(token, site.cart(['endereco-da-conta']));
  expect([refused.status, refused.json.fields]).toEqual([400, { email: 'invalid' }]);
});

test("an account with the confirmed address takes over the order, and the guest's link ends", async () => {
  const { guest, book, id, sessionId, link } = await buy();
  expect((await site.call('PUT', `/api/me/library/${book}/position`, { ...byLink(id, link), body: { page: 1 } })).status).toBe(200);
  const { token, visit, uid } = await anAccount(guest.email);
  // An imported purchase of the same book gave a reading position a year ago.
  await site.rows('POST', 'reading_positions', { uid, ebook_id: book, page: 10, read_at: '2025-01-01T00:00:00Z' });
  expect((await site.call('PUT', `/api/me/library/${book}/position`, { ...byLink(id, link), body: { page: 1 } })).status).toBe(200);
  await visit();
  expect(await libraryOf(token)).toEqual([book]);
  expect((await site.call('GET', `/api/me/orders/${id}`, { token })).json).toMatchObject({ id, items: [{ access: 'readable' }] });
  const [{ position }] = (await site.call('GET', '/api/me/library', { token })).json.items;
  expect(position).toMatchObject({ page: 1 });
  const over = await orderBy(id, link);
  expect([over.status, over.json.error.code]).toEqual([410, 'order_taken_over']);
  expect((await orderBy(id, randomBytes(16).toString('base64url'))).status).toBe(404);
  expect((await success(sessionId, guest)).status).toBe(404);
});

const giftsOf = async (token: string, orderId: string) => (await site.call('GET', `/api/me/orders/${orderId}/gifts`, { token })).json.gifts;
const twiceOf = async (orderId: string) =>
  (await site.call('GET', '/api/admin/tasks', { token: admin })).json.tasks.filter(
    ({ kind, subject }: { kind: string; subject: string }) => kind === 'paid_twice' && subject === orderId,
  );

test("a second copy of an account's book becomes a gift and is reported; without the first copy it is read", async () => {
  const first = await buy();
  const { token, visit } = await anAccount(first.guest.email);
  await visit();
  const second = await buy(aGuest(first.guest.email), first.book);
  expect(await twiceOf(second.id), 'nobody says whose order it is').toEqual([]);
  await visit();
  expect(await libraryOf(token)).toEqual([first.book]);
  const entitlements = await site.rows('GET', `entitlements?ebook_id=eq.${first.book}&revoked_at=is.null&select=order_copies(order_id)`);
  expect(entitlements).toEqual([{ order_copies: { order_id: first.id } }]);
  const itemsOf = async (id: string) => (await site.call('GET', `/api/me/orders/${id}`, { token })).json.items;
  expect(await itemsOf(second.id)).toMatchObject([{ access: 'gift', gifts: 1, paidAlsoIn: { id: first.id } }]);
  expect(await itemsOf(first.id)).toMatchObject([{ access: 'readable', gifts: 0, paidAlsoIn: { id: second.id } }]);
  expect(await giftsOf(token, second.id)).toMatchObject([{ state: 'unsent', kind: 'one', seats: 1, canKeep: false }]);
  expect(await twiceOf(second.id)).toHaveLength(1);
  const told = await site.until(
    async () => (await site.inbox(first.guest.email)).filter(({ text }) => text.includes(`/orders/${second.id}`)),
    (mails) => mails.length > 0,
  );
  expect(told[0]?.text).toContain('Os exemplares para presentear estão na página do pedido');

  const { json: shown } = await site.call('GET', `/api/admin/orders/${first.id}`, { token: admin });
  const body = { attemptId: randomUUID(), items: null, amount: shown.refundable };
  expect((await site.call('POST', `/api/admin/orders/${first.id}/refunds`, { token: admin, body })).status).toBe(200);
  await site.until(
    () => site.order(first.sessionId),
    (order) => order?.state === 'refunded',
  );
  expect(await libraryOf(token)).toEqual([first.book]);
  expect(await itemsOf(second.id)).toMatchObject([{ access: 'readable', gifts: 0, paidAlsoIn: null }]);
  expect(await giftsOf(token, second.id)).toEqual([]);
  expect(await twiceOf(second.id)).toEqual([]);
});

test("a second copy that was claimed as a gift stays its reader's, whatever happens to the first copy", async () => {
  const first = await buy();
  const { token, visit } = await anAccount(first.guest.email);
  await visit();
  const second = await buy(aGuest(first.guest.email), first.book);
  await visit();
  const [gift] = await giftsOf(token, second.id);
  const { id, key } = { id: gift.id, key: new URL(gift.url).hash.slice(1) };
  const friend = await anAccount(`${randomUUID()}@example.test`);
  expect((await site.call('POST', `/api/gifts/${id}/claim`, { token: friend.token, body: { key } })).json).toEqual({ outcome: 'claimed' });
  expect(await twiceOf(second.id), 'both copies are in use').toEqual([]);
  await site.atProvider(`sessions/${first.sessionId}/dispute`);
  await site.until(
    () => site.order(first.sessionId),
    (order) => order?.state === 'disputed',
  );
  expect([await libraryOf(token), await libraryOf(friend.token)]).toEqual([[], [first.book]]);
});

test('a guest’s gift is stamped for its reader, not for the guest', { timeout: 120_000 }, async () => {
  const { guest, book, id, link } = await buy(aGuest(), undefined, 2);
  const { json } = await site.call('GET', `/api/me/orders/${id}/gifts`, byLink(id, link));
  const [gift] = json.gifts;
  const friend = await anAccount(`zilda.${randomUUID()}@leitores.test`);
  const claimed = await site.call('POST', `/api/gifts/${gift.id}/claim`, {
    token: friend.token,
    body: { key: new URL(gift.url).hash.slice(1) },
  });
  expect(claimed.json).toEqual({ outcome: 'claimed' });
  const line = await site.until(
    async () => {
      const { status, json } = await site.call('POST', `/api/me/library/${book}/download`, { token: friend.token });
      return status === 200 ? stampIn(Buffer.from(await (await fetch(json.url)).arrayBuffer()).toString('latin1')) : '';
    },
    (found) => found !== '',
    60_000,
  );
  expect(line).toContain('z•••@l•••.test');
  expect(line).not.toContain(`${guest.email.charAt(0)}•••@e•••`);
  // The holder of the order's link reads the guest's own copy.
  const own = await site.rows<{ email: string }>('POST', 'rpc/get_copy_to_deliver', { p_uid: `order:${id}`, p_ebook_id: book });
  expect([own].flat()[0]?.email).toBe(guest.email);
});

test("a guest enters a giver's name, shown in the gift email and on the gift page, as the order has no name", async () => {
  const { id, link } = await buy(aGuest(), undefined, 2);
  const gifts = async () => (await site.call('GET', `/api/me/orders/${id}/gifts`, byLink(id, link))).json.gifts;
  const [gift] = await gifts();
  expect(gift).toMatchObject({ asksForGiver: true, giver: '' });
  const to = `${randomUUID()}@example.test`;
  const send = (giver: string) =>
    site.call('PUT', `/api/me/orders/${id}/gifts/${gift.id}`, {
      ...byLink(id, link),
      body: { name: 'Ana', email: to, message: '', day: null, giver },
    });
  expect((await send('www.exemplo.test')).json.error.fields).toEqual({ giver: 'no_addresses' });
  expect((await send('Tia Zilda')).json.gifts).toMatchObject([{ giver: 'Tia Zilda', state: 'sent' }]);
  const [email] = await site.until(
    () => site.inbox(to, true),
    (mails) => mails.length > 0,
  );
  expect(email?.subject).toContain('Tia Zilda deu um livro a você');
  expect(email?.links).toContain(`${new URL(gift.url).origin}/contact`);
  const opened = await site.call('POST', `/api/gifts/${gift.id}`, { body: { key: new URL(gift.url).hash.slice(1) } });
  expect(opened.json.from).toBe('Tia Zilda');
});

test('an admin sees an order without an account, sends another link, and corrects the address', async () => {
  const { guest, id, sessionId, link } = await buy();
  expect((await site.call('GET', `/api/admin/orders/${id}`, { token: admin })).json).toMatchObject({
    buyerUid: null,
    link: 'open',
    awaitsNewOwner: false,
  });
  expect((await site.call('GET', `/api/admin/orders?q=${guest.email}`, { token: admin })).json.orders).toMatchObject([{ id }]);
  expect((await site.call('POST', `/api/admin/orders/${id}/link`, { token: admin })).status).toBe(200);
  expect((await orderBy(id, link)).status).toBe(404);
  expect((await success(sessionId, guest)).status).toBe(404);
  const second = await mailedKey(guest, id, (key) => key !== link);
  expect((await orderBy(id, second)).status).toBe(200);

  const right = `${randomUUID()}@example.test`;
  const corrected = await site.call('PUT', `/api/admin/orders/${id}/buyer-email`, {
    token: admin,
    body: { email: right, previousEmail: guest.email },
  });
  expect(corrected.json).toMatchObject({ email: right, link: 'open', awaitsNewOwner: false });
  expect((await orderBy(id, second)).status).toBe(404);
  expect((await orderBy(id, await mailedKey({ email: right }, id))).status).toBe(200);
});

test('a guest requests a refund, and after it the order page has no books', async () => {
  const { guest, book, id, sessionId, link } = await buy();
  const asked = await site.call('POST', `/api/me/orders/${id}/refund-request`, { ...byLink(id, link), body: { reason: 'Engano' } });
  expect(asked.status, asked.text).toBe(200);
  const { json: shown } = await site.call('GET', `/api/admin/orders/${id}`, { token: admin });
  const body = { attemptId: randomUUID(), items: null, amount: shown.refundable };
  expect((await site.call('POST', `/api/admin/orders/${id}/refunds`, { token: admin, body })).status).toBe(200);
  await site.until(
    () => site.order(sessionId),
    (order) => order?.state === 'refunded',
  );
  expect((await orderBy(id, link)).json.items).toMatchObject([{ ebookId: book, access: 'refunded' }]);
  expect((await site.call('POST', `/api/me/library/${book}/download`, byLink(id, link))).status).toBe(404);
  const subjects = await site.until(
    async () => (await site.inbox(guest.email)).map(({ subject }) => subject),
    (all) => all.length === 3,
  );
  expect(subjects).toContainEqual(expect.stringContaining('reembolso realizado'));
});

test("an address's data include its guest orders, and erasing the person ends the links of these orders", async () => {
  const { guest, book, id, link } = await buy();
  expect((await site.call('PUT', `/api/me/library/${book}/position`, { ...byLink(id, link), body: { page: 3 } })).status).toBe(200);
  await site.call('POST', `/api/me/orders/${id}/refund-request`, { ...byLink(id, link), body: { reason: 'Um segredo' } });
  await site.rows('POST', 'receipt_buyers', [{ uid: `order:${id}`, name: 'Ana Prado', tax_id: null }]);
  const [kept] = [await site.rows<Record<string, object>>('POST', 'rpc/get_personal_data', { p_uid: '', p_email: guest.email })].flat();
  expect(kept).toMatchObject({
    positions: [{ ebook_id: book, page: 3 }],
    receipt_buyer: { name: 'Ana Prado' },
    orders: [{ id, country: 'US' }],
    emails: expect.arrayContaining([expect.objectContaining({ kind: 'refund_requested' })]),
  });
  // The previous emails may not have been sent yet.
  const emails = `outbox?key=in.(purchase_paid:${id},refund_acknowledged:${id})`;
  await site.until(
    () => site.rows('GET', `${emails}&sent_at=not.is.null&select=id`),
    (sent) => sent.length === 2,
  );
  await site.rows('PATCH', emails, { sent_at: null, due_at: '2100-01-01T00:00:00Z' });
  const { json: opened } = await site.call('POST', '/api/admin/people', { token: admin, body: { kind: 'order', id } });
  expect((await site.call('GET', `/api/admin/people/${opened.id}`, { token: admin })).json.orders).toMatchObject([{ id }]);
  const archive = await site.call('GET', `/api/admin/people/${opened.id}/export`, { token: admin });
  expect(archive.status).toBe(200);
  const deleted = await site.call('DELETE', `/api/admin/people/${opened.id}`, { token: admin, body: { email: guest.email } });
  expect(deleted.status, deleted.text).toBe(204);
  expect((await orderBy(id, link)).status).toBe(404);
  expect(await site.rows('GET', `outbox?payload->>reason=eq.Um%20segredo&select=kind`)).toEqual([]);
  expect(await site.rows('GET', `${emails}&select=payload->account_deleted`)).toEqual([
    { account_deleted: true },
    { account_deleted: true },
  ]);
  const declined = await site.call('POST', `/api/admin/orders/${id}/refund-refusal`, { token: admin, body: { note: 'O prazo acabou.' } });
  expect(declined.status, declined.text).toBe(200);
  expect(await site.rows('GET', `outbox?key=like.refund_declined:${id}:*&select=payload->account_deleted`)).toEqual([
    { account_deleted: true },
  ]);
  const { token, visit } = await anAccount(guest.email);
  await visit();
  expect(await libraryOf(token)).toEqual([]);
});

test('an erased guest gets no more emails about gifts', async () => {
  const { guest, book, id, sessionId, link } = await buy(aGuest(), undefined, 3);
  const { gifts } = (await site.call('GET', `/api/me/orders/${id}/gifts`, byLink(id, link))).json;
  const { json: opened } = await site.call('POST', '/api/admin/people', { token: admin, body: { kind: 'order', id } });
  await site.call('DELETE', `/api/admin/people/${opened.id}`, { token: admin, body: { email: guest.email } });
  const mails = () => site.rows('GET', `outbox?recipient=eq.${guest.email}&kind=like.gift_*&select=kind`);
  expect(await mails()).toEqual([]);
  const [gift] = gifts;
  const { token } = await anAccount(`${randomUUID()}@example.test`);
  const claimed = await site.call('POST', `/api/gifts/${gift.id}/claim`, { token, body: { key: new URL(gift.url).hash.slice(1) } });
  expect(claimed.status, claimed.text).toBe(200);
  await site.rows('PATCH', `orders?id=eq.${id}`, { paid_at: new Date(Date.now() - 20 * 86_400_000).toISOString() });
  await site.rows('POST', 'rpc/sweep_gifts', {});
  expect(await mails()).toEqual([]);
  const told = await site.rows<{ uid: string }>('POST', 'rpc/buyers_of_book', { p_ebook_id: book });
  expect(told.filter(({ uid }) => uid.startsWith('order:'))).toEqual([]);

  // A later settlement restores no entitlement.
  await site.atProvider(`sessions/${sessionId}/refund`, { amount: 100 });
  await site.until(
    () => site.order(sessionId),
    (order) => order?.state === 'partly_refunded',
  );
  const entitlements = await site.rows<{ uid: string }>('GET', `entitlements?ebook_id=eq.${book}&revoked_at=is.null&select=uid`);
  expect(entitlements.filter(({ uid }) => uid.startsWith('order:'))).toEqual([]);
});

test('deleting an account also removes unpaid guest orders with its address', async () => {
  const { guest, book } = await buy();
  const draft = await checkout(site.cart([book]), aGuest(guest.email));
  const { uid, token, visit } = await anAccount(guest.email);
  await visit();
  const gone = await site.call('DELETE', '/api/me', { token, body: { email: guest.email } });
  expect(gone.status, gone.text).toBe(200);
  const orders = await site.rows('GET', `orders?buyer_email=eq.${guest.email}&select=state`);
  expect(orders).toEqual([{ state: 'paid' }]);
  expect(await site.rows('GET', `orders?session_id=eq.${draft.json.sessionId}&select=state,buyer_uid`)).toEqual([
    { state: 'expired', buyer_uid: uid },
  ]);
});

test('a guest gives copies away by the order’s link, and cannot keep any of the gifts', async () => {
  const book = 'sem-conta-presentes';
  await site.addBooks({ id: book });
  await site.addPdf(book);
  const guest = aGuest();
  const cart = site.cart([book]);
  const opened = await checkout({ ...cart, items: cart.items.map((item) => ({ ...item, quantity: 2 })) }, guest);
  await site.payByCard(opened.json.sessionId);
  const { json } = await site.until(
    () => success(opened.json.sessionId, guest),
    (answer) => answer.json?.order?.state === 'paid',
  );
  const gifts = await site.call('GET', `/api/me/orders/${json.order.id}/gifts`, byLink(json.order.id, json.linkKey));
  expect(gifts.json.gifts, gifts.text).toMatchObject([{ state: 'unsent', canKeep: false }]);
  const address = `/api/me/orders/${json.order.id}/gifts/${gifts.json.gifts[0].id}`;
  const own = await site.call('POST', `${address}/own`, byLink(json.order.id, json.linkKey));
  expect(own.status).toBe(401);
  expect((await orderBy(json.order.id, 'x'.repeat(22))).status).toBe(404);
});

test('buying the same gifts again within a day asks first; after a yes the page opens without another question', async () => {
  const book = 'sem-conta-duas-vezes';
  await site.addBooks({ id: book });
  const guest = aGuest();
  // The browser begins another attempt after a purchase.
  const giftCart = (quantity = 2) => {
    const cart = site.cart([book]);
    return { ...cart, items: cart.items.map((item) => ({ ...item, quantity, gift: 'all' })) };
  };
  const { json } = await checkout(giftCart(), guest);
  await site.payByCard(json.sessionId);
  await site.until(
    () => success(json.sessionId, guest),
    (answer) => answer.json?.order?.state === 'paid',
  );
  const asked = await checkout(giftCart(), guest);
  expect([asked.status, asked.json.code]).toEqual([409, 'bought_lately']);
  expect((await checkout(giftCart(1), guest)).status, 'another cart').toBe(200);
  const again = await checkout({ ...giftCart(), again: true }, guest);
  expect(again.status, again.text).toBe(200);
  expect(again.json.sessionId).not.toBe(json.sessionId);
  expect((await checkout(giftCart(), guest)).json.sessionId, 'the page that is open').toBe(again.json.sessionId);

  await site.rows('PATCH', `orders?session_id=eq.${json.sessionId}`, { paid_at: new Date(Date.now() - 25 * 3_600_000).toISOString() });
  expect((await checkout(giftCart(1), guest)).status).toBe(200);
  expect((await checkout(giftCart(), guest)).status, 'a day later').toBe(200);
});

test('a name and a tax id entered during payment appear on this guest’s receipt only', async () => {
  const CNPJ = '12.ABC.345/01DE-35';
  const [guest, other] = [aGuest(), aGuest()];
  const wrong = await wish(guest, { name: 'Ana Ltda.', taxId: '12.ABC.345/01DE-36' });
  expect([wrong.status, (wrong.json.error ?? wrong.json).fields]).toEqual([400, { taxId: 'tax_id' }]);
  expect((await wish(other, { name: 'Outra pessoa', taxId: '' })).status).toBe(200);
  // The same address in another browser is another buyer.
  expect((await wish(aGuest(guest.email), { name: 'Estranha', taxId: '' })).status).toBe(200);
  const saved = await wish(guest, { name: ' Ana Ltda. ', taxId: '12abc34501de35' });
  expect(saved.json, saved.text).toEqual({ name: 'Ana Ltda.', taxId: CNPJ });

  const { id, link } = await buy(guest);
  const { json } = await orderBy(id, link);
  expect(json.receipts).toMatchObject([{ buyer: { name: 'Ana Ltda.', email: guest.email, taxId: { kind: 'cnpj', text: CNPJ } } }]);

  const kept = () => site.rows<{ name: string }>('GET', 'receipt_buyers?uid=like.guest:*&select=name&order=name');
  expect(
    (await kept()).map(({ name }) => name),
    'it was for that purchase',
  ).toEqual(['Estranha', 'Outra pessoa']);
  const next = await buy(guest);
  expect((await orderBy(next.id, next.link)).json.receipts).toMatchObject([{ buyer: { name: '', taxId: null } }]);
  const { json: person } = await site.call('POST', '/api/admin/people', { token: admin, body: { kind: 'order', id } });
  expect((await site.call('DELETE', `/api/admin/people/${person.id}`, { token: admin, body: { email: guest.email } })).status).toBe(204);
  expect((await kept()).map(({ name }) => name)).toEqual(['Estranha', 'Outra pessoa']);
  await site.rows('PATCH', 'receipt_buyers?uid=like.guest:*', { changed_at: new Date(Date.now() - 31 * 86_400_000).toISOString() });
  await site.rows('POST', 'rpc/sweep', {});
  expect(await kept()).toEqual([]);
});

describe("a guest's details for the receipt", () => {
  const [company, private_] = [
    { name: 'Ana Ltda.', taxId: '12.ABC.345/01DE-35' },
    { name: 'Ana Prado', taxId: '' },
  ];
  const opened = async (guest: Guest): Promise<string> => {
    books += 1;
    await site.addBooks({ id: `recibo-${books}` });
    return (await checkout(site.cart([`recibo-${books}`]), guest)).json.sessionId;
  };
  const stateIs = (sessionId: string, state: string) =>
    site.until(
      () => site.order(sessionId),
      (order) => order?.state === state,
    );
  const paid = (sessionId: string) => site.atProvider(`sessions/${sessionId}/settle`, { outcome: 'paid' });
  const namesOn = async (sessionId: string) => {
    const order = await stateIs(sessionId, 'paid');
    return (await site.rows<{ name: string }>('GET', `receipts?order_id=eq.${order?.id}&select=buyer->>name`)).map(({ name }) => name);
  };

  test('the receipt details wait with the boleto of their order, whatever the browser buys meanwhile', async () => {
    const guest = aGuest();
    const waiting = await opened(guest);
    await wish(guest, company);
    await site.payByBoleto(waiting);
    const order = await stateIs(waiting, 'waiting');
    const { sessionId } = await buy(guest);
    expect(await namesOn(sessionId)).toEqual(['']);

    const next = await opened(guest);
    await wish(guest, private_);
    expect((await site.call('POST', `/api/admin/orders/${order?.id}/link`, { token: admin })).status).toBe(200);
    await paid(waiting);
    expect(await namesOn(waiting)).toEqual([company.name]);
    await site.payByCard(next);
    expect(await namesOn(next)).toEqual([private_.name]);
  });

  test('the receipt details can be changed and cleared while a Pix is shown, until another page is opened', async () => {
    const shown = async () => {
      const guest = aGuest();
      const sessionId = await opened(guest);
      await wish(guest, company);
      await site.showPix(sessionId);
      await stateIs(sessionId, 'waiting');
      return { guest, sessionId };
    };
    const [changed, emptied, left] = [await shown(), await shown(), await shown()];
    await wish(changed.guest, private_);
    await wish(emptied.guest, { name: '', taxId: '' });
    const next = await opened(left.guest);
    await wish(left.guest, private_);
    for (const { sessionId } of [changed, emptied, left]) await paid(sessionId);
    expect(await namesOn(changed.sessionId)).toEqual([private_.name]);
    expect(await namesOn(emptied.sessionId)).toEqual(['']);
    expect(await namesOn(left.sessionId)).toEqual([company.name]);
    await site.payByCard(next);
    expect(await namesOn(next)).toEqual([private_.name]);
  });

  test("the receipt details of a guest belong to the address's data once the payment is pending", async () => {
    const guest = aGuest();
    const kept = async () => {
      const [data] = [
        await site.rows<{ receipt_buyer: object | null }>('POST', 'rpc/get_personal_data', { p_uid: '', p_email: guest.email }),
      ];
      return [data].flat()[0]?.receipt_buyer;
    };
    const sessionId = await opened(guest);
    await wish(guest, company);
    expect(await kept()).toBeNull();
    await site.payByBoleto(sessionId);
    await stateIs(sessionId, 'waiting');
    expect(await kept()).toMatchObject({ name: company.name });
  });
});

test('the link of a guest whose Pix expired leads to the order, as the email says', async () => {
  books += 1;
  await site.addBooks({ id: `pix-${books}` });
  const guest = aGuest();
  const { sessionId } = (await checkout(site.cart([`pix-${books}`]), guest)).json;
  await site.showPix(sessionId);
  const stateIs = (state: string) =>
    site.until(
      () => site.order(sessionId),
      (found) => found?.state === state,
    );
  const { id = '' } = (await stateIs('waiting')) ?? {};
  await site.rows('PATCH', `outbox?key=like.purchase_waiting:${id}*`, { due_at: '2026-01-01T00:00:00Z' });
  const key = await mailedKey(guest, id);
  expect((await orderBy(id, key)).json.toPay).toMatchObject({ with: 'pix', code: expect.any(String) });
  await site.atProvider(`sessions/${sessionId}/settle`, { outcome: 'failed' });
  await stateIs('open');
  const lapsed = await orderBy(id, key);
  expect(lapsed.status, lapsed.text).toBe(200);
  expect(lapsed.json).toMatchObject({ state: 'open', toPay: { with: 'pix', code: null } });
});

describe('a boleto of a guest', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  type Found = { id: string; state: string; buyer_email: string; pay_by: string };
  async function aBoleto() {
    books += 1;
    const book = `boleto-${books}`;
    await site.addBooks({ id: book });
    await site.addPdf(book);
    const guest = aGuest();
    const { sessionId } = (await checkout(site.cart([book]), guest)).json;
    await site.payByBoleto(sessionId);
    const order = async () => (await site.rows<Found>('GET', `orders?session_id=eq.${sessionId}&select=id,state,buyer_email,pay_by`))[0];
    const stateIs = (state: string) => site.until(order, (found) => found?.state === state);
    await stateIs('waiting');
    const mails = () => site.rows('GET', `outbox?recipient=eq.${guest.email}&sent_at=not.is.null&select=kind`);
    await site.until(mails, (found) => found.length > 0);
    const erase = async () => {
      const { json: person } = await site.call('POST', '/api/admin/people', {
        token: admin,
        body: { kind: 'order', id: (await order())?.id },
      });
      const call = () => site.call('DELETE', `/api/admin/people/${person.id}`, { token: admin, body: { email: guest.email } });
      expect((await call()).status).toBe(204);
    };
    const settle = (outcome: 'paid' | 'failed') => site.atProvider(`sessions/${sessionId}/settle`, { outcome });
    const isErased = async () => [
      (await order())?.buyer_email.endsWith('@deleted.invalid'),
      await site.rows('GET', `outbox?recipient=eq.${guest.email}`),
    ];
    return { guest, order, stateIs, mails, erase, settle, isErased };
  }

  test('an unpaid boleto of a guest is erased after 30 days, with address and emails', async () => {
    const { order, stateIs, mails, settle, isErased } = await aBoleto();
    await settle('failed');
    await stateIs('failed');
    await site.until(mails, (found) => found.length === 2);
    await site.rows('PATCH', `orders?id=eq.${(await order())?.id}`, { created_at: daysAgo(29) });
    await site.rows('POST', 'rpc/sweep', {});
    expect(await mails()).toHaveLength(2);
    await site.rows('PATCH', `orders?id=eq.${(await order())?.id}`, { created_at: daysAgo(31) });
    await site.rows('POST', 'rpc/sweep', {});
    expect(await isErased()).toEqual([true, []]);
  });

  test('a boleto paid after its guest was erased is confirmed to the payer, who gets no email before', async () => {
    const { guest, order, stateIs, erase, settle } = await aBoleto();
    await erase();
    expect(await order()).toMatchObject({ state: 'waiting', buyer_email: guest.email });
    const { id = '', pay_by = '' } = (await order()) ?? {};
    await site.rows('POST', 'rpc/send_payment_reminders', { p_now: new Date(Date.parse(pay_by) - 20 * 3_600_000).toISOString() });
    expect(await site.rows('GET', `outbox?key=eq.purchase_waiting:${id}:reminder`)).toEqual([]);
    const change = { email: `certo-${guest.email}`, previousEmail: guest.email };
    expect((await site.call('PUT', `/api/admin/orders/${id}/buyer-email`, { token: admin, body: change })).status).toBe(400);
    await settle('paid');
    await stateIs('paid');
    const [mail] = await site.until(
      () => site.rows<{ payload: object }>('GET', `outbox?recipient=eq.${guest.email}&kind=eq.purchase_paid&select=payload,sent_at`),
      (found) => found.length > 0,
    );
    expect(mail?.payload).toMatchObject({ account_deleted: true });
  });

  test('a boleto that is not paid after its guest was erased leaves no data', async () => {
    const { mails, stateIs, erase, settle, isErased } = await aBoleto();
    await erase();
    await settle('failed');
    await stateIs('failed');
    await site.until(mails, (found) => found.length === 1);
    await site.rows('POST', 'rpc/sweep', {});
    expect(await isErased()).toEqual([true, []]);
  });
});

describe('a free order of a guest', () => {
  const aFreeBook = async (): Promise<string> => {
    books += 1;
    const book = `sem-custo-${books}`;
    await site.addBooks({ id: book });
    await site.addPdf(book);
    await site.rows('PATCH', `list_prices?ebook_id=eq.${book}`, { amount_minor: 0 });
    return book;
  };
  const freeCart = (book: string) => {
    const cart = site.cart([book]);
    return { ...cart, items: cart.items.map((item) => ({ ...item, price: 0 })), total: 0 };
  };
  const receive = (id: string, key: string) => site.call('POST', `/api/me/orders/${id}/receive`, byLink(id, key));
  const ordersOf = ({ email }: { email: string }) =>
    site.rows<{ id: string; state: string; session_id: string | null }>(
      'GET',
      `orders?buyer_email=eq.${email}&select=id,state,session_id&order=created_at`,
    );
  const emailsOf = async (id: string): Promise<string[]> =>
    (await site.rows<{ kind: string }>('GET', `outbox?payload->>id=eq.${id}&kind=neq.sale_made&select=kind&order=created_at`)).map(
      ({ kind }) => kind,
    );
  const isOld = (id: string, days: number) =>
    site.rows('PATCH', `orders?id=eq.${id}`, { created_at: new Date(Date.now() - days * 86_400_000).toISOString() });

  test("a free order waits for a click on the button of the emailed link's page, and opening the page changes nothing", async () => {
    const [book, guest] = [await aFreeBook(), aGuest()];
    const opened = await checkout(freeCart(book), guest);
    expect(opened.status, opened.text).toBe(200);
    expect(opened.json).toEqual({ linkSentTo: guest.email, receiveBy: expect.any(String) });
    const days = (Date.parse(opened.json.receiveBy) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 1);
    const [order] = await ordersOf(guest);
    if (!order) throw new Error('no order');
    expect(order).toMatchObject({ state: 'open', session_id: null });

    const link = await mailedKey(guest, order.id);
    const seen = await orderBy(order.id, link);
    expect(seen.json).toMatchObject({ state: 'open', receiveBy: opened.json.receiveBy, paidAt: null, canRequestRefund: false });
    expect((await site.call('POST', `/api/me/library/${book}/download`, byLink(order.id, link))).status).toBe(404);
    expect((await receive(order.id, randomBytes(16).toString('base64url'))).status).toBe(404);
    expect(await ordersOf(guest)).toMatchObject([{ state: 'open' }]);

    const presses = await Promise.all([1, 2, 3].map(() => receive(order.id, link)));
    for (const { status, json } of presses)
      expect([status, json.state, json.receiveBy, json.items[0].access]).toEqual([200, 'paid', null, 'readable']);
    expect((await download(book, order.id, link)).status).toBe(200);
    expect(await emailsOf(order.id)).toEqual(['books_to_receive', 'purchase_paid']);
    expect(await site.rows('GET', `receipts?order_id=eq.${order.id}`)).toEqual([]);
    expect(await site.rows('GET', `users?email=eq.${guest.email}`)).toEqual([]);
    expect((await checkout(freeCart(book), guest)).json).toMatchObject({ code: 'ebook_owned', bought: [{ ebookId: book }] });
  });

  test('a newsletter wish in a free order is separate, and only guests who ticked it get a confirmation email', async () => {
    const [book, dear] = [await aFreeBook(), 'com-custo-e-newsletter'];
    await site.addBooks({ id: dear });
    const [silent, eager, paying] = [aGuest(), aGuest(), aGuest()];
    const wish = { newsletterConsent: CONSENT_VERSION };
    expect((await checkout(freeCart(book), silent)).status).toBe(200);
    expect((await checkout({ ...freeCart(book), locale: 'en' }, { ...eager, ...wish })).json.linkSentTo).toBe(eager.email);
    expect((await checkout(site.cart([dear]), { ...paying, ...wish })).json.sessionId).toBeDefined();
    expect((await checkout(freeCart(book), { ...aGuest(), newsletterConsent: '2020-01-01' } as Guest)).status).toBe(400);
    const asked = await site.until(
      () =>
        site.rows(
          'GET',
          `newsletter_subscribers?email=in.(${[silent, eager, paying].map(({ email }) => email)})&select=email,state,locale,source,consent_version`,
        ),
      ({ length }) => length > 0,
    );
    expect(asked).toEqual([{ email: eager.email, state: 'pending', locale: 'en', source: 'checkout', consent_version: CONSENT_VERSION }]);
    const kinds = await site.rows<{ kind: string }>('GET', `outbox?recipient=eq.${eager.email}&select=kind&order=kind`);
    expect(kinds.map(({ kind }) => kind)).toEqual(['books_to_receive', 'newsletter_confirm']);
  });

  test('one browser has one free order with one email, and a later cart replaces it', async () => {
    const [one, two, guest] = [await aFreeBook(), await aFreeBook(), aGuest()];
    await Promise.all([1, 2, 3].map(() => checkout(freeCart(one), guest)));
    const [first] = await ordersOf(guest);
    expect(await ordersOf(guest)).toHaveLength(1);
    expect(await emailsOf(first?.id ?? '')).toEqual(['books_to_receive']);
    const link = await mailedKey(guest, first?.id ?? '');

    const both = site.cart([one, two]);
    const wider = { ...both, items: both.items.map((item) => ({ ...item, price: 0 })), total: 0 };
    expect((await checkout(wider, guest)).status).toBe(200);
    expect((await ordersOf(guest)).map(({ state }) => state)).toEqual(['expired', 'open']);
    const over = await receive(first?.id ?? '', link);
    expect([over.status, over.json.error?.code ?? over.json.code]).toEqual([409, 'changed_meanwhile']);
    expect((await orderBy(first?.id ?? '', link)).json).toMatchObject({ state: 'expired', receiveBy: null });
  });

  test("a free order holds a coupon's use for seven days and then returns it", async () => {
    books += 1;
    const book = `sem-custo-${books}`;
    await site.addBooks({ id: book });
    const code = `TUDO-${books}`;
    const [coupon] = await site.rows<{ id: string }>('POST', 'coupons', [{ code, percent: 100, max_uses: 1 }]);
    const cart = { ...site.cart([book]), coupon: code, total: 0 };
    const guest = aGuest();
    const opened = await checkout(cart, guest);
    expect(opened.status, opened.text).toBe(200);
    const [order] = await ordersOf(guest);
    if (!order || !coupon) throw new Error('no order');
    const use = async () => (await site.rows<{ state: string }>('GET', `coupon_uses?coupon_id=eq.${coupon.id}&select=state`))[0]?.state;
    const link = await mailedKey(guest, order.id);
    await isOld(order.id, 6);
    await site.rows('POST', 'rpc/drop_held_drafts', {});
    await site.rows('POST', 'rpc/sweep', {});
    expect([(await ordersOf(guest))[0]?.state, await use()]).toEqual(['open', 'held']);
    expect((await checkout(cart, aGuest())).status).toBe(409);

    await isOld(order.id, 8);
    expect((await receive(order.id, link)).status).toBe(409);
    await site.rows('POST', 'rpc/sweep', {});
    expect([(await ordersOf(guest))[0]?.state, await use()]).toEqual(['expired', 'released']);
    expect((await checkout(cart, aGuest())).status).toBe(200);
  });

  test('free orders cannot fill a mailbox with emails', async () => {
    const guest = aGuest();
    const ask = async () => checkout(freeCart(await aFreeBook()), aGuest(guest.email));
    for (let times = 0; times < 5; times += 1) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
    expect(await ordersOf(guest)).toHaveLength(5);

    // Other networks may still order the books, and one address gets at most ten emails an hour.
    for (let network = 1; network <= 7; network += 1) {
      const body = { ...freeCart(await aFreeBook()), guest: { ...aGuest(guest.email), openForMs: 9_000 } };
      const headers = { 'x-forwarded-for': `198.51.100.${network}` };
      expect((await site.call('POST', '/api/create-checkout-session', { body, headers })).status).toBe(200);
    }
    const emails = await site.rows<{ due_at: string }>('GET', `outbox?recipient=eq.${guest.email}&select=due_at&order=due_at`);
    const waits = emails.map(({ due_at }) => Date.parse(due_at) > Date.now() + 50 * 60_000);
    expect(waits).toEqual([...Array(10).fill(false), true, true]);
  });

  test('a free order moves to the account of its address after it was received, and not before', async () => {
    const [book, guest] = [await aFreeBook(), aGuest()];
    await checkout(freeCart(book), guest);
    const [order] = await ordersOf(guest);
    const link = await mailedKey(guest, order?.id ?? '');
    const { token, visit } = await anAccount(guest.email);
    await visit();
    expect(await libraryOf(token)).toEqual([]);
    expect((await receive(order?.id ?? '', link)).status).toBe(200);
    await visit();
    expect(await libraryOf(token)).toEqual([book]);
  });

  test('a free order shows how each line was ordered, so that the same cart can be bought again', async () => {
    const [mine, given, group] = [await aFreeBook(), await aFreeBook(), await aFreeBook()];
    const cart = site.cart([mine, given, group]);
    const lines = { [mine]: { quantity: 2 }, [given]: { quantity: 1, gift: 'all' }, [group]: { quantity: 3, gift: 'group' } };
    const items = cart.items.map((item) => ({ ...item, price: 0, ...lines[item.id] }));
    const guest = aGuest();
    const opened = await checkout({ ...cart, items, total: 0 }, guest);
    expect(opened.status, opened.text).toBe(200);
    const [order] = await ordersOf(guest);
    const { json } = await orderBy(order?.id ?? '', await mailedKey(guest, order?.id ?? ''));
    const shown = Object.fromEntries(
      json.items.map(({ ebookId, quantity, gift }: { ebookId: string; quantity: number; gift?: string }) => [
        ebookId,
        gift ? { quantity, gift } : { quantity },
      ]),
    );
    expect(shown).toEqual(lines);
  });
});
