import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiSite, startApiSite } from './api-site.ts';

let site: ApiSite;
let buyer: string;
let other: string;
let admin: string;
let books = 0;
let codes = 0;

beforeAll(async () => {
  site = await startApiSite();
  [buyer, other, admin] = await Promise.all([site.signIn('newcomer'), site.signIn('customer'), site.signIn('admin')]);
});
afterAll(async () => await site?.close());
beforeEach(async () => void (await site.rows('DELETE', 'rate_limits?hits=gt.0')));

async function aBook(): Promise<string> {
  books += 1;
  const id = `cupom-livro-${books}`;
  await site.addBooks({ id });
  return id;
}

type Coupon = { id: string; code: string };
async function aCoupon(change: Record<string, unknown> = {}): Promise<Coupon> {
  codes += 1;
  const [coupon] = await site.rows<Coupon>('POST', 'coupons', [{ code: `TESTE-${codes}`, percent: 50, ...change }]);
  if (!coupon) throw new Error('no coupon');
  return coupon;
}

const quote = (ids: string[], coupon?: string, token?: string) =>
  site.call('POST', '/api/quote', {
    body: { items: ids.map((id) => ({ id, quantity: 1 })), currency: 'BRL', ...(coupon === undefined ? {} : { coupon }) },
    ...(token ? { token } : {}),
  });
const problemOf = async (ids: string[], coupon: string, token?: string) => (await quote(ids, coupon, token)).json.couponProblem;
const pay = (token: string, ids: string[], coupon: string, total = 1_495, change: Record<string, unknown> = {}) =>
  site.checkout(token, site.cart(ids, { coupon, total, ...change }));
type Guest = { email: string; key: string };
const aGuest = (email = `${randomUUID()}@example.test`): Guest => ({ email, key: randomBytes(16).toString('base64url') });
const payAsGuest = (guest: Guest, ids: string[], coupon: string, total = 1_495) =>
  site.call('POST', '/api/create-checkout-session', {
    body: { ...site.cart(ids, { coupon, total }), guest: { ...guest, openForMs: 9_000 } },
  });
const problemOfGuest = async (ids: string[], coupon: string, guest: Guest) =>
  (
    await site.call('POST', '/api/quote', {
      body: { items: ids.map((id) => ({ id, quantity: 1 })), currency: 'BRL', coupon, guest },
    })
  ).json.couponProblem;
/** Returns the payment page as the provider has it. */
const sessionOf = (sessionId: string) =>
  new Stripe(site.internal.stripeSecretKey, {
    host: new URL(site.addresses.payments).hostname,
    port: new URL(site.addresses.payments).port,
    protocol: 'http',
  }).checkout.sessions.retrieve(sessionId);
const usesOf = async ({ id }: Coupon) =>
  (
    await site.rows<{ state: string; is_beyond: boolean }>(
      'GET',
      `coupon_uses?coupon_id=eq.${id}&select=state,is_beyond&order=is_beyond,state`,
    )
  ).map(({ state, is_beyond }) => (is_beyond ? `${state} beyond` : state));
const redeemedOf = async ({ id }: Coupon) =>
  (await site.rows<{ redeemed: number }>('GET', `coupons?id=eq.${id}&select=redeemed`))[0]?.redeemed;
const stateIs = (sessionId: string, state: string) =>
  site.until(
    () => site.order(sessionId),
    (order) => order?.state === state,
  );

describe('a quote of a cart', () => {
  test('a quote shows visitors the discount of each line and leaves out books that are not sold', async () => {
    const [one, two] = [await aBook(), await aBook()];
    const { code } = await aCoupon({ ebook_ids: [one] });
    const answer = await quote([one, two, 'nunca-existiu'], ` ${code.toLowerCase()} `);
    expect(answer.status, answer.text).toBe(200);
    const brl = (minor: number) => ({ minor, currency: 'BRL' });
    expect(answer.json).toEqual({
      lines: [
        { id: one, quantity: 1, list: brl(2_990), paid: brl(1_495) },
        { id: two, quantity: 1, list: brl(2_990), paid: brl(2_990) },
      ],
      subtotal: brl(5_980),
      discounts: [{ kind: 'coupon', label: code, amount: brl(1_495) }],
      total: brl(4_485),
      coupon: code,
      couponProblem: null,
    });
  });

  test('a quote says why a code gives no discount', async () => {
    const book = await aBook();
    const [yesterday, tomorrow] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
    const reasonWith = async (change: Record<string, unknown>) => (await problemOf([book], (await aCoupon(change)).code))?.reason;
    expect((await problemOf([book], 'NADA-DISSO'))?.reason).toBe('unknown');
    expect(await reasonWith({ archived_at: yesterday })).toBe('unknown');
    expect(await reasonWith({ starts_at: tomorrow })).toBe('not_yet');
    expect(await reasonWith({ ends_at: yesterday })).toBe('over');
    expect(await reasonWith({ max_uses: 1, redeemed: 1 })).toBe('used_up');
    expect(await reasonWith({ ebook_ids: ['outro'] })).toBe('not_for_these_books');
    expect(await reasonWith({ percent: null })).toBe('other_currency');
    const dear = await aCoupon();
    await site.rows('POST', 'coupon_amounts', [{ coupon_id: dear.id, currency: 'BRL', minimum_minor: 5_000 }]);
    expect(await problemOf([book], dear.code)).toEqual({ reason: 'below_minimum', missing: { minor: 2_010, currency: 'BRL' } });
  });

  test('coupon codes cannot be guessed by quotes', async () => {
    const book = await aBook();
    const answers = await Promise.all(Array.from({ length: 21 }, (_, n) => quote([book], `TENTATIVA-${n}`)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await quote([book])).status, 'a cart without a code is not kept waiting').toBe(200);
    const { code } = await aCoupon();
    expect((await quote([book], code)).status, 'who guesses is not told of a good one either').toBe(429);
  });

  test('coupon codes cannot be guessed at checkout either, and both kinds of tries count together', async () => {
    const book = await aBook();
    const { code } = await aCoupon();
    // No cart has this total, so the answer says what the cart costs with the code.
    const tryOut = (typed: string) => pay(buyer, [book], typed, 1);
    for (let n = 0; n < 10; n += 1) expect((await quote([book], `TENTATIVA-${n}`)).status).toBe(200);
    for (let n = 0; n < 10; n += 1) expect((await tryOut(`OUTRA-${n}`)).json.code).toBe('price_changed');
    expect([(await quote([book], 'MAIS-UMA')).status, (await tryOut('MAIS-UMA')).status]).toEqual([429, 429]);
    expect((await tryOut(code)).status, 'who guesses is not told of a good one either').toBe(429);
    expect((await payAsGuest(aGuest(), [book], 'MAIS-UMA', 1)).status).toBe(429);
    expect((await site.checkout(buyer, site.cart([book]))).status, 'a cart without a code is not kept waiting').toBe(200);
  });

  test('a valid code may be paid with as often as the cart changes', async () => {
    const book = await aBook();
    const { code } = await aCoupon();
    const guests = Array.from({ length: 22 }, () => aGuest());
    for (const guest of guests) expect((await payAsGuest(guest, [book], code, 1)).json.code).toBe('price_changed');
    expect((await problemOf([book], 'NADA-DISSO'))?.reason).toBe('unknown');
  });

  test('a valid code may be quoted as often as the cart changes', async () => {
    const book = await aBook();
    const { code } = await aCoupon();
    for (let n = 0; n < 25; n += 1) expect((await quote([book], code)).status).toBe(200);
    expect((await problemOf([book], 'NADA-DISSO'))?.reason).toBe('unknown');
  });
});

describe('a pay-what-you-want book', () => {
  const anOpenBook = async (least: number): Promise<string> => {
    const id = await aBook();
    await site.rows('PATCH', `list_prices?ebook_id=eq.${id}&currency=eq.BRL`, { amount_minor: least, suggested_minor: 2_000 });
    return id;
  };
  const give = (id: string, minor: number) =>
    site.checkout(buyer, site.cart([], { items: [{ id, price: minor, quantity: 1 }], total: minor }));

  test('a pay-what-you-want book costs the chosen amount, without coupon, bundle or sale', async () => {
    const [book, fixed] = [await anOpenBook(1_000), await aBook()];
    const shown = (await site.call('GET', `/api/ebooks/${book}`)).json;
    expect([shown.currentPrices.BRL, shown.suggested]).toEqual([1_000, { BRL: 2_000 }]);
    const { code } = await aCoupon();
    await site.rows('POST', 'bundles', [{ title: 'Dois', ebook_ids: [book, fixed], percent: 20 }]);
    const priced = async (chosen?: number) =>
      (
        await site.call('POST', '/api/quote', {
          body: {
            items: [
              { id: book, quantity: 2, chosen },
              { id: fixed, quantity: 1 },
            ],
            currency: 'BRL',
            coupon: code,
          },
        })
      ).json;
    const { lines, discounts } = await priced(3_300);
    expect(lines.map(({ list, paid }: { list: object; paid: object }) => [list, paid])).toMatchObject([
      [{ minor: 6_600 }, { minor: 6_600 }],
      [{ minor: 2_990 }, { minor: 2_392 }],
    ]);
    expect(discounts).toMatchObject([{ kind: 'bundle', amount: { minor: 598 } }]);
    expect((await priced()).lines[0].paid.minor, 'what is suggested').toBe(4_000);
    expect((await priced(10)).lines[0].paid.minor, 'the least').toBe(2_000);

    const { status, text, json } = await give(book, 1_234);
    expect(status, text).toBe(200);
    await site.payByCard(json.sessionId);
    const order = await stateIs(json.sessionId, 'paid');
    const page = (await site.call('GET', `/api/me/orders/${order?.id}`, { token: buyer })).json;
    expect(page).toMatchObject({ total: { minor: 1_234 }, discounts: [], items: [{ price: { minor: 1_234 }, amount: { minor: 1_234 } }] });
    const sale = { ebook_id: book, currency: 'BRL', amount_minor: 500, starts_at: '2026-01-01', ends_at: '2027-01-01' };
    await expect(site.rows('POST', 'ebook_sales', [sale])).rejects.toThrow(/not below its list price/);
  });

  test('a pay-what-you-want book rejects amounts below its minimum and amounts that cannot be charged', async () => {
    const [book, free] = [await anOpenBook(1_000), await anOpenBook(0)];
    const low = await give(book, 999);
    expect([low.status, low.json.code]).toEqual([409, 'price_changed']);
    expect(low.json).toMatchObject({ corrections: [{ id: book, unit: { minor: 1_000 } }], quote: { total: { minor: 1_000 } } });
    const little = await give(free, 49);
    expect([little.status, little.json.code]).toEqual([400, 'invalid_input']);
    const nothing = await give(free, 0);
    expect(nothing.status, nothing.text).toBe(200);
    const order = (await site.call('GET', `/api/me/orders/${nothing.json.orderId}`, { token: buyer })).json;
    expect([order.state, order.total.minor]).toEqual(['paid', 0]);
    await expect(
      site.rows('PATCH', `list_prices?ebook_id=eq.${free}&currency=eq.BRL`, { suggested_minor: 0 }),
      'nothing is no suggestion',
    ).rejects.toThrow(/list_prices_suggestion/);
  });
});

test('a bundle that begins or ends within the hour counts as a change of prices for cached pages', async () => {
  const [one, two] = [await aBook(), await aBook()];
  const [soon, later] = [1_800_000, 7_200_000].map((ms) => new Date(Date.now() + ms).toISOString());
  const nextChange = async () => Date.parse(String(await site.rows('POST', 'rpc/get_next_price_change', {})));
  const [bundle] = await site.rows<{ id: string }>('POST', 'bundles', [
    { title: 'Logo', ebook_ids: [one, two], percent: 20, starts_at: soon, ends_at: later },
  ]);
  expect(await nextChange()).toBe(Date.parse(soon ?? ''));
  await site.until(
    () => site.call('GET', '/api/site'),
    ({ json }) => json.pricesUntil === soon,
  );
  const change = (values: object) => site.rows('PATCH', `bundles?id=eq.${bundle?.id}`, values);
  await change({ starts_at: null });
  expect(await nextChange()).toBe(Date.parse(later ?? ''));
  await change({ archived_at: new Date().toISOString() });
  expect(await site.rows('POST', 'rpc/get_next_price_change', {})).toBeNull();
  // An answer of the moment after a launch may still be made from older copies.
  await site.rows('PATCH', `ebooks_metadata?id=eq.${one}`, { launch_at: new Date(Date.now() - 10_000).toISOString() });
  expect(await nextChange()).toBeLessThanOrEqual(Date.now());
  expect(await nextChange()).toBeGreaterThan(0);
});

describe('a coupon', () => {
  test("a coupon's use is held while the order may be paid, and counts as used after the payment", async () => {
    const book = await aBook();
    const coupon = await aCoupon({ max_uses: 5 });
    const { json, status, text } = await pay(buyer, [book], coupon.code);
    expect(status, text).toBe(200);
    expect(await usesOf(coupon)).toEqual(['held']);
    const session = await sessionOf(json.sessionId);
    expect(session.amount_total).toBe(1_495);
    // The provider's minimum is 30 minutes, and no use is held for a day.
    expect(session.expires_at - session.created).toBeLessThan(36 * 60);
    await site.payByCard(json.sessionId);
    const order = await stateIs(json.sessionId, 'paid');
    expect([await usesOf(coupon), await redeemedOf(coupon)]).toEqual([['used'], 1]);
    const page = (await site.call('GET', `/api/me/orders/${order?.id}`, { token: buyer })).json;
    expect(page).toMatchObject({
      total: { minor: 1_495 },
      discounts: [{ kind: 'coupon', label: coupon.code, amount: { minor: 1_495, currency: 'BRL' } }],
      items: [{ price: { minor: 1_495 }, list: { minor: 2_990 }, amount: { minor: 1_495 } }],
    });
    const amount = { minor: 1_495, currency: 'BRL' };
    const line = { ebookId: book, quantity: 1, list: { minor: 2_990, currency: 'BRL' }, amount };
    expect(page.receipts).toMatchObject([{ kind: 'receipt', total: amount, lines: [line] }]);
    const refund = { attemptId: randomUUID(), items: [{ ebookId: book, quantity: 1 }], amount };
    const refunded = await site.call('POST', `/api/admin/orders/${order?.id}/refunds`, { token: admin, body: refund });
    expect(refunded.status, refunded.text).toBe(200);
    expect(refunded.json).toMatchObject({ state: 'refunded', refunded: amount });
    const { receipts } = (await site.call('GET', `/api/me/orders/${order?.id}`, { token: buyer })).json;
    expect(receipts).toMatchObject([
      {},
      { kind: 'credit', of: page.receipts[0].number, total: amount, lines: [{ ...line, list: amount }] },
    ]);
    expect(await usesOf(coupon), 'a refund does not give the use back').toEqual(['used']);
  });

  test('a cart whose discounted total differs from the shown one is not paid, and the answer has the new total', async () => {
    const book = await aBook();
    const coupon = await aCoupon();
    const dearer = await pay(buyer, [book], coupon.code, 1_000);
    expect([dearer.status, dearer.json.code]).toEqual([409, 'price_changed']);
    expect(dearer.json.quote).toMatchObject({ total: { minor: 1_495 }, coupon: coupon.code });
    await site.rows('PATCH', `coupons?id=eq.${coupon.id}`, { percent: 10, revision: 2 });
    expect((await pay(buyer, [book], coupon.code)).json.quote).toMatchObject({ total: { minor: 2_691 } });
    expect(await usesOf(coupon)).toEqual([]);
  });

  test('a payment page keeps its discounted price when the coupon changes or ends later', async () => {
    for (const change of [{ percent: 10, revision: 2 }, { archived_at: new Date().toISOString() }]) {
      const coupon = await aCoupon();
      const { json, text } = await pay(buyer, [await aBook()], coupon.code);
      expect(json.sessionId, text).toBeDefined();
      await site.rows('PATCH', `coupons?id=eq.${coupon.id}`, change);
      expect((await sessionOf(json.sessionId)).amount_total).toBe(1_495);
      await site.payByCard(json.sessionId);
      const order = await stateIs(json.sessionId, 'paid');
      expect((await site.call('GET', `/api/me/orders/${order?.id}`, { token: buyer })).json.total.minor).toBe(1_495);
      expect(await usesOf(coupon)).toEqual(['used']);
    }
  });

  test('one buyer holds a single-use coupon until the payment page closes', async () => {
    const coupon = await aCoupon({ max_uses: 1 });
    const first = await pay(buyer, [await aBook()], coupon.code);
    const book = await aBook();
    const late = await pay(other, [book], coupon.code);
    expect(late.json.quote.couponProblem).toEqual({ reason: 'used_up', missing: null });
    await site.showPix(first.json.sessionId);
    await stateIs(first.json.sessionId, 'waiting');
    expect(await usesOf(coupon)).toEqual(['held']);
    await site.atProvider(`sessions/${first.json.sessionId}/expire`);
    await stateIs(first.json.sessionId, 'failed');
    expect([await usesOf(coupon), await redeemedOf(coupon)]).toEqual([['released'], 0]);

    const second = await pay(other, [book], coupon.code);
    await site.payByCard(second.json.sessionId);
    await stateIs(second.json.sessionId, 'paid');
    const [order] = await site.rows<{ id: string; applied_sync_no: number }>(
      'GET',
      `orders?session_id=eq.${first.json.sessionId}&select=id,applied_sync_no`,
    );
    await site.rows('POST', 'rpc/settle_order', {
      ...{ p_order_id: order?.id, p_sync_no: 1_000, p_state: 'paid', p_payment_intent_id: null, p_refunded_minor: 0 },
      p_paid_at: new Date().toISOString(),
    });
    expect([await usesOf(coupon), await redeemedOf(coupon)]).toEqual([['used', 'used beyond'], 2]);
  });

  test('a limited coupon is not held for days, so its page offers no boleto, and other pages do', async () => {
    const offers = async (change: Record<string, number>) => {
      const { json, text } = await pay(buyer, [await aBook()], (await aCoupon(change)).code);
      expect(json.sessionId, text).toBeDefined();
      return (await sessionOf(json.sessionId)).payment_method_types;
    };
    expect(await offers({ max_uses: 3 })).toEqual(['card', 'pix']);
    expect(await offers({ max_per_buyer: 1 })).toEqual(['card', 'pix', 'boleto']);
  });

  test('a coupon never blocks its own buyer: the older page is closed before another one opens', async () => {
    const coupon = await aCoupon({ max_uses: 1, max_per_buyer: 1 });
    const first = await pay(buyer, [await aBook()], coupon.code);
    const book = await aBook();
    const second = await pay(buyer, [book], coupon.code);
    expect(second.status, second.text).toBe(200);
    expect((await sessionOf(first.json.sessionId)).status).toBe('expired');
    expect((await site.order(first.json.sessionId))?.state).toBe('expired');
    expect([await usesOf(coupon), await redeemedOf(coupon)]).toEqual([['held', 'released'], 1]);
    // The same cart with other terms must leave one page that can be paid.
    const third = await site.checkout(buyer, site.cart([book]));
    expect(third.status, third.text).toBe(200);
    expect((await sessionOf(second.json.sessionId)).status).toBe('expired');
    expect(await redeemedOf(coupon)).toBe(0);
  });

  test('a person uses a coupon once, however the address is written, and a coupon is limited to first purchases only if set', async () => {
    const once = await aCoupon({ max_per_buyer: 1 });
    const first = await aCoupon({ first_purchase: true });
    const ana = await site.tokenOf({ uid: 'ana-1', email: 'ana.flor@gmail.com' });
    const again = await site.tokenOf({ uid: 'ana-2', email: 'anaflor+x@googlemail.com' });
    const book = await aBook();
    expect(await problemOf([book], first.code, ana)).toBeNull();
    const { json } = await pay(ana, [book], once.code);
    await site.payByCard(json.sessionId);
    await stateIs(json.sessionId, 'paid');
    const next = await aBook();
    for (const token of [ana, again]) {
      expect((await problemOf([next], once.code, token))?.reason).toBe('used_by_you');
      expect((await problemOf([next], first.code, token))?.reason).toBe('first_purchase');
      expect((await pay(token, [next], once.code)).json.quote.couponProblem.reason).toBe('used_by_you');
    }
    expect(await problemOf([next], once.code)).toBeNull();
  });

  test('a guest uses a coupon as often as a customer, counted by browser or address, also while the payment is open', async () => {
    const [once, first] = [await aCoupon({ max_per_buyer: 1 }), await aCoupon({ first_purchase: true })];
    const email = `${randomUUID()}@example.test`;
    const guest = aGuest(email);
    const opened = await payAsGuest(guest, [await aBook()], once.code);
    expect(opened.status, opened.text).toBe(200);
    // The tab may be gone, and with it the request that closes the page.
    expect((await sessionOf(opened.json.sessionId)).expires_at * 1_000).toBeLessThan(Date.now() + 36 * 60_000);
    const elsewhere = aGuest(email.replace('@', '+x@'));
    const next = await aBook();
    expect((await payAsGuest(elsewhere, [next], once.code)).json.quote?.couponProblem, 'it may still be paid').toEqual({
      reason: 'used_by_you',
      missing: null,
    });
    await site.payByCard(opened.json.sessionId);
    await stateIs(opened.json.sessionId, 'paid');
    for (const again of [guest, elsewhere]) {
      expect((await payAsGuest(again, [next], once.code)).json.quote?.couponProblem.reason).toBe('used_by_you');
      expect((await payAsGuest(again, [next], first.code)).json.quote?.couponProblem.reason).toBe('first_purchase');
    }
    const account = await site.tokenOf({ uid: randomUUID(), email });
    expect((await problemOf([next], once.code, account))?.reason).toBe('used_by_you');
    expect((await problemOfGuest([next], once.code, guest))?.reason, 'the browser that bought').toBe('used_by_you');
    expect(await problemOfGuest([next], once.code, elsewhere), 'an address that is only typed is told nothing of').toBeNull();
  });

  test('a coupon blocks neither the guest who holds it nor the account with the same address', async () => {
    const coupon = await aCoupon({ max_uses: 1, max_per_buyer: 1 });
    const email = `${randomUUID()}@example.test`;
    const guest = aGuest(email);
    const book = await aBook();
    const opened = await payAsGuest(guest, [book], coupon.code);
    expect(opened.status, opened.text).toBe(200);
    expect(await problemOfGuest([book], coupon.code, guest)).toBeNull();
    expect((await problemOf([book], coupon.code))?.reason).toBe('used_up');
    const reloaded = await payAsGuest(guest, [book], coupon.code);
    expect(reloaded.json.sessionId, reloaded.text).toBe(opened.json.sessionId);
    const other = await aBook();
    const changed = await payAsGuest(guest, [other], coupon.code);
    expect(changed.status, changed.text).toBe(200);
    expect((await sessionOf(opened.json.sessionId)).status).toBe('expired');

    const account = await site.tokenOf({ uid: randomUUID(), email });
    expect(await problemOf([other], coupon.code, account)).toBeNull();
    const { status, text } = await pay(account, [other], coupon.code);
    expect(status, text).toBe(200);
    expect((await sessionOf(changed.json.sessionId)).status).toBe('expired');
    expect([await usesOf(coupon), await redeemedOf(coupon)]).toEqual([['held', 'released', 'released'], 1]);
  });

  test('a coupon that leaves nothing to pay delivers the books at once and closes every payable page for them', async () => {
    const book = await aBook();
    const open = await site.checkout(buyer, site.cart([book]));
    const coupon = await aCoupon({ percent: 100, max_uses: 1 });
    const attemptId = randomUUID();
    const { status, json, text } = await pay(buyer, [book], coupon.code, 0, { attemptId });
    expect(status, text).toBe(200);
    expect((await sessionOf(open.json.sessionId)).status).toBe('expired');
    const order = (await site.call('GET', `/api/me/orders/${json.orderId}`, { token: buyer })).json;
    expect(order).toMatchObject({ state: 'paid', total: { minor: 0 }, items: [{ access: 'readable' }], canRequestRefund: false });
    expect(await usesOf(coupon)).toEqual(['used']);
    expect(await site.rows('GET', `outbox?key=like.*${json.orderId}*&kind=neq.sale_made&select=kind`)).toEqual([{ kind: 'purchase_paid' }]);
    expect((await pay(buyer, [book], coupon.code, 0, { attemptId })).json.code).toBe('already_paid');
  });

  test('a coupon whose draft order never got a page is freed soon', async () => {
    const coupon = await aCoupon({ max_uses: 1 });
    const { json } = await pay(buyer, [await aBook()], coupon.code);
    await site.rows('PATCH', `orders?session_id=eq.${json.sessionId}`, {
      session_id: null,
      created_at: new Date(Date.now() - 300_000).toISOString(),
    });
    await site.rows('POST', 'rpc/drop_held_drafts', {});
    expect(await usesOf(coupon)).toEqual(['released']);
  });
});

describe('one buyer in several tabs at once, with one coupon', () => {
  const apiLog = () => readFileSync(join(site.internal.logs, 'api.log'), 'utf8');

  test.each([
    ['different books', 2],
    ['different books', 5],
    ['different books', 10],
    ['one book on our page and on the provider’s', 2],
    ['one book on our page and on the provider’s', 10],
    ['one book and another one each', 5],
  ])(
    'checkouts for %s: the last of %i simultaneous tabs gets the payable page, and the other tabs say so',
    async (kind, count) => {
      const shared = await aBook();
      const own = await Promise.all(Array.from({ length: count }, aBook));
      for (let round = 0; round < 4; round += 1) {
        const token = await site.tokenOf({ uid: randomUUID(), email: `${randomUUID()}@example.test` });
        const { code } = await aCoupon({ max_uses: round % 2 ? 1 : null, max_per_buyer: 1 });
        const before = apiLog().length;
        const answers = await Promise.all(
          own.map((book, index) => {
            if (kind === 'other books') return pay(token, [book], code);
            if (kind === 'one book and another one each') return pay(token, [shared, book], code, 2_990);
            return pay(token, [shared], code, 1_495, { ui: index % 2 ? 'embedded' : 'hosted' });
          }),
        );
        const refused = answers.filter(({ status }) => status !== 200);
        expect(refused.map(({ status, json }) => `${status} ${json.code}`)).toEqual(refused.map(() => '409 checkout_elsewhere'));
        const given = [...new Set(answers.filter(({ status }) => status === 200).map(({ json }) => json.sessionId as string))];
        const pages = await Promise.all(given.map(sessionOf));
        expect(pages.filter(({ status }) => status === 'open')).toHaveLength(1);
        type Story = { session: { status: string; customer_email: string | null } };
        const created = (await site.atProvider('sessions', {}, 'GET')) as Story[];
        const buyerEmail = pages[0]?.customer_email;
        expect(created.filter(({ session }) => session.status === 'open' && session.customer_email === buyerEmail)).toHaveLength(1);
        expect(apiLog().slice(before)).not.toMatch(/request failed|payment_unavailable/);
      }
    },
    60_000,
  );

  test('another press in the rejected tab takes over the payment, and the other tab’s page closes', async () => {
    const token = await site.tokenOf({ uid: randomUUID(), email: `${randomUUID()}@example.test` });
    const { code } = await aCoupon({ max_per_buyer: 1 });
    const [one, two] = [await aBook(), await aBook()];
    const first = await pay(token, [one], code);
    const second = await pay(token, [two], code);
    expect([first.status, second.status]).toEqual([200, 200]);
    const back = await pay(token, [one], code);
    expect(back.status, back.text).toBe(200);
    expect((await sessionOf(second.json.sessionId)).status).toBe('expired');
    expect((await sessionOf(back.json.sessionId)).status).toBe('open');
  });
});

describe("the owner's coupons, bundles and sales", () => {
  const terms = {
    percent: 20,
    amounts: {},
    ebookIds: null,
    period: { startsAt: null, endsAt: null },
    ...{ maxUses: null, maxPerBuyer: 1, firstPurchase: false, stacks: false },
  };
  const asAdmin = (method: string, path: string, body?: unknown) => site.call(method, path, { token: admin, body });

  test('the owner creates a coupon once, edits its terms from the version seen, and sees its results', async () => {
    const book = await aBook();
    const made = await asAdmin('POST', '/api/admin/coupons', { code: ' verão-20 ', terms });
    expect(made.status, made.text).toBe(200);
    expect(made.json).toMatchObject({ code: 'VERAO-20', terms, revision: 1, used: 0, held: 0, beyond: 0, sums: [] });
    expect((await asAdmin('POST', '/api/admin/coupons', { code: 'VERAO-20', terms })).json.error.fields).toEqual({ code: 'taken' });
    const { json } = await pay(buyer, [book], 'verao-20', 2_392);
    await site.payByCard(json.sessionId);
    await stateIs(json.sessionId, 'paid');

    const path = `/api/admin/coupons/${made.json.id}`;
    const changed = await asAdmin('PUT', path, { revision: 1, terms: { ...terms, percent: 30 } });
    expect(changed.json).toMatchObject({
      revision: 2,
      used: 1,
      sums: [{ revenue: { minor: 2_392, currency: 'BRL' }, discount: { minor: 598, currency: 'BRL' } }],
    });
    expect((await asAdmin('PUT', path, { revision: 1, terms })).json.error.code).toBe('changed_meanwhile');
    expect((await asAdmin('DELETE', `/api/admin/promotions/${made.json.id}`)).status).toBe(200);
    expect((await problemOf([book], 'VERAO-20'))?.reason).toBe('unknown');
    const codesIn = async (state: string) =>
      (await asAdmin('GET', `/api/admin/coupons?state=${state}`)).json.coupons.map(({ code }: Coupon) => code);
    expect(await codesIn('archived')).toContain('VERAO-20');
    expect(await codesIn('active')).not.toContain('VERAO-20');
    expect((await asAdmin('POST', '/api/admin/coupons', { code: 'VERAO-20', terms })).json.error.fields).toEqual({ code: 'taken' });
    const { json: log } = await asAdmin('GET', '/api/admin/audit-log?kind=promotion');
    expect(log.entries.map(({ action }: { action: string }) => action)).toEqual(['promotion_archived', 'coupon_edited', 'coupon_added']);
  });

  test('the owner sees an error at the field of an invalid term', async () => {
    const fieldsOf = async (change: object, code = 'RECUSADO') =>
      (await asAdmin('POST', '/api/admin/coupons', { code, terms: { ...terms, ...change } })).json.error.fields;
    const later = { startsAt: '2026-12-02T00:00:00.000Z', endsAt: '2026-12-01T00:00:00.000Z' };
    expect(await fieldsOf({ period: later })).toEqual({ 'terms.period.endsAt': 'before_start' });
    expect(await fieldsOf({ amounts: { BRL: { minor: 500, minimum: 0 } } })).toEqual({ 'terms.percent': 'both' });
    expect(Object.keys(await fieldsOf({ percent: null, amounts: { BRL: { minor: 500, minimum: 0 } } }))).toEqual([
      'terms.amounts.USD.minor',
      'terms.amounts.NZD.minor',
    ]);
    expect(await fieldsOf({ ebookIds: ['nunca-existiu'] })).toEqual({ 'terms.ebookIds': 'unknown' });
    expect(await fieldsOf({}, 'é')).toEqual({ code: 'not_a_code' });
    expect(await fieldsOf({ percent: 101 })).toEqual({ 'terms.percent': 'above_hundred' });
  });

  test('the owner sells books together for less, and a book that the reader owns counts', async () => {
    const [one, two] = [await aBook(), await aBook()];
    const period = { startsAt: null, endsAt: null };
    const made = await asAdmin('POST', '/api/admin/bundles', { terms: { title: 'Os dois', ebookIds: [one, two], percent: 50, period } });
    expect(made.status, made.text).toBe(200);
    expect((await quote([one, two])).json).toMatchObject({
      total: { minor: 2_990 },
      discounts: [{ kind: 'bundle', label: 'Os dois', amount: { minor: 2_990 } }],
    });
    expect((await quote([two])).json.total.minor).toBe(2_990);
    await site.payByCard((await site.checkout(buyer, site.cart([one]))).json.sessionId);
    await site.until(
      () => quote([two], undefined, buyer),
      ({ json }) => json.total.minor === 1_495,
    );
    const { json } = await site.checkout(buyer, site.cart([two], { total: 1_495 }));
    expect((await sessionOf(json.sessionId)).amount_total).toBe(1_495);
    // The entitlement to the other book ends between the quote and the order.
    const copies = [{ id: two, no: 1, list: 2_990, now: 2_990, paid: 1_495, reasons: ['bundle'] }];
    const openWith = (owned: string[]) =>
      site.rows('POST', 'rpc/open_order', {
        ...{ p_buyer_uid: randomUUID(), p_buyer_email: 'ana@example.test', p_buyer_name: '', p_locale: 'en', p_currency: 'BRL' },
        ...{ p_attempt_id: randomUUID(), p_terms_version: '1', p_promotions: { coupon: null, bundles: [], owned } },
        p_quote: { copies, subtotal: 2_990, discounts: [{ kind: 'bundle', label: 'Os dois', amount: 1_495 }], total: 1_495 },
      });
    expect(await openWith([one])).toEqual({ outcome: 'quote_changed', corrections: [] });
    expect(await openWith([])).toMatchObject({ outcome: 'opened' });
    await asAdmin('DELETE', `/api/admin/promotions/${made.json.id}`);
    expect((await quote([one, two])).json.total.minor).toBe(5_980);
  });

  test('the owner filters orders with a coupon, together with other filters, and sees uses above the limit', async () => {
    const coupon = await aCoupon({ max_uses: 1 });
    const ordersOf = async (query: string) => {
      const { status, text, json } = await asAdmin('GET', `/api/admin/orders?${query}`);
      expect(status, text).toBe(200);
      return new Map(json.orders.map(({ id, coupon: has }: { id: string; coupon: object }) => [id, has]));
    };
    const email = `${randomUUID()}@example.test`;
    const first = await payAsGuest(aGuest(email), [await aBook()], coupon.code);
    await site.payByCard(first.json.sessionId);
    const one = await stateIs(first.json.sessionId, 'paid');
    // Another order took the coupon's use before this one was paid.
    await site.rows('PATCH', `coupons?id=eq.${coupon.id}`, { max_uses: 2 });
    const second = await pay(buyer, [await aBook()], coupon.code);
    await site.payByCard(second.json.sessionId);
    const two = await stateIs(second.json.sessionId, 'paid');
    await site.rows('PATCH', `coupon_uses?order_id=eq.${two?.id}`, { is_beyond: true });
    await site.payByCard((await site.checkout(buyer, site.cart([await aBook()]))).json.sessionId);

    const code = coupon.code.toLowerCase();
    const [within, beyond] = [false, true].map((isBeyond) => ({ code: coupon.code, isBeyond }));
    // The order of two payments within one second is undefined.
    expect(await ordersOf(`coupon=${code}`)).toEqual(
      new Map([
        [one?.id, within],
        [two?.id, beyond],
      ]),
    );
    expect(await ordersOf(`coupon=${code}&q=${email}`)).toEqual(new Map([[one?.id, within]]));
    expect(await ordersOf(`coupon=${code}&state=refunded`)).toEqual(new Map());
    expect(await ordersOf('coupon=nunca-existiu')).toEqual(new Map());
    expect((await asAdmin('GET', `/api/admin/orders/${two?.id}`)).json.coupon).toEqual(beyond);
    const file = await asAdmin('GET', `/api/admin/orders.csv?coupon=${code}`);
    expect(file.text.trim().split('\n')).toHaveLength(3);
  });

  test("the owner sees a bundle's sales and cost, also after a rename and when archived", async () => {
    const [one, two, apart] = [await aBook(), await aBook(), await aBook()];
    const terms = { title: 'Um e outro', ebookIds: [one, two], percent: 10, period: { startsAt: null, endsAt: null } };
    const made = await asAdmin('POST', '/api/admin/bundles', { terms });
    expect(made.json).toMatchObject({ orders: 0, sums: [], archivedAt: null });
    const opened = await site.checkout(buyer, site.cart([one, two, apart], { total: 8_372 }));
    expect(opened.status, opened.text).toBe(200);
    await site.checkout(other, site.cart([one, two], { total: 5_382 }));
    await site.payByCard(opened.json.sessionId);
    const order = await stateIs(opened.json.sessionId, 'paid');
    expect(JSON.stringify((await site.call('GET', `/api/me/orders/${order?.id}`, { token: buyer })).json.discounts)).not.toContain('"id"');

    const path = `/api/admin/bundles/${made.json.id}`;
    const renamed = await asAdmin('PUT', path, { revision: 1, terms: { ...terms, title: 'Os mesmos' } });
    const brl = (minor: number) => ({ minor, currency: 'BRL' });
    expect(renamed.json).toMatchObject({ orders: 1, sums: [{ revenue: brl(8_372), discount: brl(598) }] });
    const amount = brl(2_691);
    const refund = { attemptId: randomUUID(), items: [{ ebookId: one, quantity: 1 }], amount };
    expect((await asAdmin('POST', `/api/admin/orders/${order?.id}/refunds`, refund)).status).toBe(200);
    await asAdmin('DELETE', `/api/admin/promotions/${made.json.id}`);
    const bundlesIn = async (state: string) =>
      (await asAdmin('GET', `/api/admin/bundles?state=${state}`)).json.bundles.filter(({ id }: { id: string }) => id === made.json.id);
    expect(await bundlesIn('active')).toEqual([]);
    expect(await bundlesIn('archived')).toMatchObject([
      { archivedAt: expect.any(String), terms: { title: 'Os mesmos' }, orders: 1, sums: [{ revenue: brl(5_681), discount: brl(598) }] },
    ]);
  });

  test('a bundle schedules two cache purges for its start and two for its end, however often it is saved', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const period = { startsAt: inDays(9), endsAt: inDays(10) };
    const terms = { title: 'Depois', ebookIds: [await aBook(), await aBook()], percent: 10, period };
    const made = await asAdmin('POST', '/api/admin/bundles', { terms });
    const saved = await asAdmin('PUT', `/api/admin/bundles/${made.json.id}`, { revision: 1, terms });
    expect(saved.status, saved.text).toBe(200);
    const due = Object.values(period).flatMap((moment) => [5, 40].map((seconds) => Date.parse(moment) + seconds * 1_000));
    const purges = await site.rows<{ due_at: string }>('GET', `purges?due_at=gt.${period.startsAt}&select=due_at&order=due_at`);
    expect(purges.map(({ due_at }) => Date.parse(due_at))).toEqual(due);
  });

  test("the owner sees a sale's revenue and cost, also after it was changed or ended early", async () => {
    const book = await aBook();
    const salesOf = async () => {
      const { status, text, json } = await asAdmin('GET', `/api/admin/ebooks/${book}/sales`);
      expect(status, text).toBe(200);
      return json.sales;
    };
    expect(await salesOf()).toEqual([]);
    const setSale = async (price: string | null) => {
      const { revision } = (await asAdmin('GET', `/api/admin/ebooks/${book}`)).json;
      const sale = price === null ? null : { startsAt: null, endsAt: '2031-01-01T00:00:00.000Z', prices: { BRL: price, USD: '4' } };
      const { status, text } = await asAdmin('PUT', `/api/admin/ebooks/${book}/sale`, { revision, sale });
      expect(status, text).toBe(200);
    };
    await setSale('19,90');
    const coupon = await aCoupon({ percent: 10, stacks: true });
    const sold = await site.checkout(
      buyer,
      site.cart([], { items: [{ id: book, price: 1_990, quantity: 2 }], total: 3_582, coupon: coupon.code }),
    );
    expect(sold.status, sold.text).toBe(200);
    await site.payByCard(sold.json.sessionId);
    await stateIs(sold.json.sessionId, 'paid');
    await site.checkout(other, site.cart([], { items: [{ id: book, price: 1_990, quantity: 1 }], total: 1_990 }));
    const brl = (minor: number) => ({ minor, currency: 'BRL' });
    const usd = (minor: number) => ({ minor, currency: 'USD' });
    const nothing = { price: usd(400), copies: 0, revenue: usd(0), discount: usd(0) };
    expect(await salesOf()).toMatchObject([
      { sums: [{ price: brl(1_990), copies: 2, revenue: brl(3_582), discount: brl(2_000) }, nothing] },
    ]);

    await setSale('14,90');
    await setSale(null);
    const sales = await salesOf();
    expect(sales.flatMap(({ sums }: { sums: object[] }) => sums)).toEqual(
      expect.arrayContaining([
        { price: brl(1_490), copies: 0, revenue: brl(0), discount: brl(0) },
        { price: brl(1_990), copies: 2, revenue: brl(3_582), discount: brl(2_000) },
      ]),
    );
    expect(Date.parse(sales[0].endsAt)).toBeLessThanOrEqual(Date.now());
  });

  test('a bundle with a book that left the shop is not sold, even to readers who own that book', async () => {
    const [one, two] = [await aBook(), await aBook()];
    await site.rows('POST', 'bundles', [{ title: 'Os dois', ebook_ids: [one, two], percent: 50 }]);
    await site.payByCard((await site.checkout(buyer, site.cart([one]))).json.sessionId);
    const totalOf = async () => (await quote([two], undefined, buyer)).json.total.minor;
    await site.until(totalOf, (total) => total === 1_495);
    await site.rows('PATCH', `ebooks_metadata?id=eq.${one}`, { state: 'archived' });
    expect((await site.call('GET', `/api/ebooks/${two}`)).json.bundles).toBeUndefined();
    expect(await totalOf()).toBe(2_990);
    expect((await site.checkout(buyer, site.cart([two], { total: 2_990 }))).status).toBe(200);
  });

  test('a cart that lacks one book of a bundle is shown that book with the saving, unless it cannot be bought at a price', async () => {
    const [one, two, three] = [await aBook(), await aBook(), await aBook()];
    await site.rows('POST', 'bundles', [
      { title: 'Os dois', ebook_ids: [one, two], percent: 50 },
      { title: 'Os três', ebook_ids: [one, two, three], percent: 60 },
    ]);
    const lacks = async (ids: string[], coupon?: string, token?: string) => (await quote(ids, coupon, token)).json.completion;
    const brl = (minor: number) => ({ minor, currency: 'BRL' });
    expect(await lacks([one])).toEqual({ ebook: { id: two, title: expect.any(String) }, less: brl(2_990), total: brl(2_990) });
    expect((await lacks([one, two])).ebook.id, 'the other bundle').toBe(three);
    expect(await lacks([three]), 'two are missing').toBeUndefined();
    const { code } = await aCoupon({ percent: 90 });
    expect(await lacks([one], code), 'the coupon takes off more, and not with the bundle').toBeUndefined();

    const { json } = await site.checkout(other, site.cart([two]));
    await site.payByBoleto(json.sessionId);
    await stateIs(json.sessionId, 'waiting');
    expect(await lacks([one], undefined, other), 'it waits for its payment').toBeUndefined();
    await site.payByCard((await site.checkout(buyer, site.cart([two]))).json.sessionId);
    await site.until(
      () => lacks([one], undefined, buyer),
      (found) => found?.ebook.id === three,
    );

    const changes: [string, object, object][] = [
      [`list_prices?ebook_id=eq.${two}&currency=eq.BRL`, { suggested_minor: 4_000 }, { suggested_minor: null }],
      [`list_prices?ebook_id=eq.${two}&currency=eq.BRL`, { amount_minor: 0 }, { amount_minor: 2_990 }],
      [`ebooks_metadata?id=eq.${two}`, { state: 'archived' }, { state: 'published' }],
      [`ebooks_metadata?id=eq.${two}`, { launch_at: '2027-01-01', is_sold_ahead: false }, { launch_at: null }],
    ];
    for (const [rows, change, back] of changes) {
      await site.rows('PATCH', rows, change);
      expect(await lacks([one]), JSON.stringify(change)).toBeUndefined();
      await site.rows('PATCH', rows, back);
    }
    expect((await lacks([one])).ebook.id).toBe(two);
  });
});
