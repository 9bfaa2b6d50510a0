import { endpoints } from '@site/shared/contracts/endpoints.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeCursor } from '../../../api/src/platform/cursor.ts';
import { type ApiSite, startApiSite } from './api-site.ts';

type Calls =
  | 'GET /api/stats'
  | 'GET /users'
  | 'GET /api/admin/orders'
  | 'GET /api/admin/ebooks'
  | 'GET /api/admin/analytics'
  | 'GET /api/admin/payouts'
  | 'GET /api/admin/subscriber-growth';

let site: ApiSite;
let admin: string;

beforeAll(async () => {
  site = await startApiSite();
  await site.addBooks({ id: 'primeiro', title: 'Primeiro' }, { id: 'segundo', title: 'Segundo' });
  admin = await site.signIn('admin');
});
afterAll(async () => await site?.close());

async function ask<Key extends Calls>(key: Key, query: Record<string, string>): Promise<v.InferOutput<(typeof endpoints)[Key]['answer']>> {
  const { status, text, json } = await site.call('GET', `${key.slice(4)}?${new URLSearchParams(query)}`, { token: admin });
  expect(status, text).toBe(200);
  return v.parse(v.strictObject({ answer: endpoints[key].answer as v.GenericSchema }), { answer: json }).answer as never;
}

const refusal = async (path: string) => {
  const { status, json } = await site.call('GET', path, { token: admin });
  return [status, json.error.fields];
};

const HOUR = 3_600_000;
const unix = (ms: number) => String(Math.floor(ms / 1_000));
const since = (ms: number) => ({ dayStart: unix(ms), weekStart: unix(ms), monthStart: unix(ms) });

let orders = 0;
/** Inserts a past order as a row, then its books. */
async function pastOrder(
  paidAt: Date,
  change: Record<string, unknown> = {},
  items = [{ ebook_id: 'primeiro', quantity: 1 }],
  unit = 1_000,
) {
  orders += 1;
  const units = items.reduce((sum, item) => sum + item.quantity, 0);
  const [order] = await site.rows<{ id: string }>('POST', 'orders?select=id', {
    attempt_id: crypto.randomUUID(),
    buyer_uid: `uid-${orders}`,
    buyer_email: `compra-${orders}@example.test`,
    buyer_name: `Pessoa ${orders}`,
    locale: 'pt-BR',
    currency: 'BRL',
    subtotal_minor: units * unit,
    total_minor: units * unit,
    terms_version: 'x',
    state: 'paid',
    created_at: new Date(paidAt.getTime() - 60_000).toISOString(),
    paid_at: paidAt.toISOString(),
    ...change,
  });
  const id = order?.id ?? '';
  await site.rows(
    'POST',
    'order_copies?select=order_id',
    items.flatMap(({ ebook_id, quantity }) =>
      Array.from({ length: quantity }, (_, index) => ({
        ...{ order_id: id, ebook_id, title: ebook_id, no: index + 1 },
        ...{ list_minor: unit, paid_minor: unit },
      })),
    ),
  );
  return id;
}

/** Returns the calendar day of a moment in the site's time zone. */
const siteDay = (ms: number) => new Date(ms).toLocaleDateString('sv', { timeZone: 'America/Sao_Paulo' });

/** Adds up amounts by currency, in minor units. */
function sums(amounts: readonly { readonly minor: number; readonly currency: string }[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { minor, currency } of amounts) found[currency] = (found[currency] ?? 0) + minor;
  return found;
}

/** Reads all pages of the orders paid on these days. */
async function ordersBetween(from: string, to: string) {
  const first = await ask('GET /api/admin/orders', { from, to });
  const orders = [...first.orders];
  for (let after = first.nextCursor; after; ) {
    const page = await ask('GET /api/admin/orders', { from, to, after });
    orders.push(...page.orders);
    after = page.nextCursor;
  }
  return orders;
}

async function keptIsCounted(before = '3000-01-01') {
  const totals = () => site.rows('GET', `totals?select=metric,span,day,key,n,minor&n=neq.0&day=lt.${before}&order=metric,span,day,key`);
  const kept = await totals();
  await site.rows('POST', 'rpc/recount', {});
  expect(await totals()).toEqual(kept);
}

describe("the owner's overview", () => {
  // This test is first: later tests add orders of future years, which the overview counts as paid since each moment.
  test('the overview shows the same takings of 30 days and of the week as analytics and orders', async () => {
    const now = Date.now();
    for (const daysAgo of [0, 1, 6, 7, 13, 29, 30]) await pastOrder(new Date(now - daysAgo * 24 * HOUR));
    await pastOrder(new Date(now - 6 * 24 * HOUR), { currency: 'USD' }, undefined, 700);
    const dayStart = Date.parse(`${siteDay(now)}T03:00:00Z`);
    const weekStart = dayStart - 6 * 24 * HOUR;
    const stats = await ask('GET /api/stats', { dayStart: unix(dayStart), weekStart: unix(weekStart), monthStart: unix(weekStart) });
    const days = stats.curve.map(({ day }) => day);
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toBe(siteDay(now));

    const analyticsOf = (from: string, to: string) => ask('GET /api/admin/analytics', { from, to, compare: 'previous' });
    const month = await analyticsOf(days[0] ?? '', days.at(-1) ?? '');
    const week = await analyticsOf(siteDay(weekStart), siteDay(now));
    const listed = await ordersBetween(days[0] ?? '', days.at(-1) ?? '');
    const ofCurve = sums(stats.curve.flatMap(({ takings }) => takings));
    expect(ofCurve.USD).toBeGreaterThanOrEqual(700);
    expect(sums(month.totals.revenue)).toEqual(ofCurve);
    expect(sums(listed.map(({ total }) => total))).toEqual(ofCurve);
    expect(listed).toHaveLength(month.totals.orders);
    expect(sums(stats.takings.week)).toEqual(sums(week.totals.revenue));
    expect(sums(stats.takingsBefore.week)).toEqual(sums(week.comparisonTotals?.revenue ?? []));
    expect(stats.week).toBe(week.totals.orders);
  });

  test('the overview counts payments since each moment, and sums amounts by currency', async () => {
    const began = Date.UTC(2031, 4, 10, 3);
    await pastOrder(new Date(began - HOUR));
    await pastOrder(new Date(began));
    await pastOrder(new Date(began + 30 * HOUR), { currency: 'USD' }, undefined, 700);
    await pastOrder(new Date(began + 9 * 24 * HOUR), {}, [{ ebook_id: 'segundo', quantity: 20 }]);
    // An unpaid order counts for nothing but the checkout.
    await pastOrder(new Date(began), { state: 'expired', paid_at: null });

    const query = { dayStart: unix(began + 9 * 24 * HOUR), weekStart: unix(began), monthStart: unix(began - 24 * HOUR) };
    const stats = await ask('GET /api/stats', query);
    expect(stats).toMatchObject({ today: 1, week: 3, month: 4 });
    expect(stats.completedOrders).toBeGreaterThanOrEqual(4);
    expect(stats.takings.week).toEqual([
      { minor: 21_000, currency: 'BRL' },
      { minor: 700, currency: 'USD' },
    ]);
    expect(stats.topProducts[0]).toMatchObject({ ebookId: 'segundo', units: 20, takings: [{ minor: 20_000, currency: 'BRL' }] });
  });

  test('the overview lists the best sellers of the last 90 days including today', async () => {
    const sold = async () =>
      (await ask('GET /api/stats', since(Date.now()))).topProducts.find(({ ebookId }) => ebookId === 'segundo')?.units ?? 0;
    const before = await sold();
    await pastOrder(new Date(Date.now() - 90 * 24 * HOUR), {}, [{ ebook_id: 'segundo', quantity: 50 }]);
    expect(await sold()).toBe(before);
    await pastOrder(new Date(Date.now() - 89 * 24 * HOUR), {}, [{ ebook_id: 'segundo', quantity: 50 }]);
    expect(await sold()).toBe(before + 50);
  });

  test('the overview counts a real purchase once, however often the provider is asked about it', async () => {
    const buyer = await site.signIn('newcomer');
    const before = await ask('GET /api/stats', since(Date.now() - HOUR));
    const { json } = await site.checkout(buyer, site.cart(['primeiro']));
    await site.payByCard(json.sessionId);
    await Promise.all([1, 2, 3].map(() => site.confirm(buyer, json.sessionId)));
    const after = await ask('GET /api/stats', since(Date.now() - HOUR));
    expect(after.today - before.today).toBe(1);
    expect(after.completedOrders - before.completedOrders).toBe(1);
    expect(after.users.total - before.users.total).toBe(1);
  });

  test('the overview shows refunds, and best sellers exclude refunded copies and amounts', async () => {
    const buyer = await site.signIn('newcomer');
    const book = 'devolvido';
    await site.addBooks({ id: book, title: 'Devolvido' });
    const hour = since(Date.now() - HOUR);
    const numbers = async () => {
      const { takings, refunds, topProducts } = await ask('GET /api/stats', hour);
      const inReais = (amounts: { minor: number; currency: string }[]) => amounts.find(({ currency }) => currency === 'BRL')?.minor ?? 0;
      const seller = topProducts.find(({ ebookId }) => ebookId === book);
      return [inReais(takings.today), inReais(refunds.today), seller ? [seller.units, inReais(seller.takings)] : null];
    };
    const [paidBefore, backBefore] = (await numbers()) as [number, number, unknown];
    const { sessionId } = (await site.checkout(buyer, site.cart([book]))).json;
    await site.payByCard(sessionId);
    await site.confirm(buyer, sessionId);
    expect(await numbers()).toEqual([paidBefore + 2_990, backBefore, [1, 2_990]]);
    await site.atProvider(`sessions/${sessionId}/refund`, { amount: 990 });
    await site.until(
      () => site.order(sessionId),
      (order) => order?.state === 'partly_refunded',
    );
    expect(await numbers()).toEqual([paidBefore + 2_990, backBefore + 990, [1, 2_000]]);
    await site.atProvider(`sessions/${sessionId}/refund`);
    await site.until(
      () => site.order(sessionId),
      (order) => order?.state === 'refunded',
    );
    expect(await numbers()).toEqual([paidBefore + 2_990, backBefore + 2_990, null]);
  });

  test('the overview shows refunds that a bank returned, in the month of the return', async () => {
    const order = await pastOrder(new Date('2036-01-10T12:00:00Z'));
    const event = (kind: string, amount_minor: number, day: string) =>
      site.rows('POST', 'order_events?select=id', { order_id: order, kind, amount_minor, happened_at: `${day}T12:00:00Z` });
    await event('refunded', 1_000, '2036-01-28');
    await event('refund_failed', -1_000, '2036-02-03');
    const returned = [{ minor: -1_000, currency: 'BRL' }];
    const { refunds } = await ask('GET /api/stats', since(Date.parse('2036-02-01T03:00:00Z')));
    expect(refunds).toEqual({ today: returned, week: returned, month: returned });
    const both = await ask('GET /api/admin/analytics', { from: '2036-02-01', to: '2036-02-29', compare: 'previous' });
    expect([both.totals.refunds, both.comparisonTotals?.refunds]).toEqual([returned, [{ minor: 1_000, currency: 'BRL' }]]);
    const file = await site.call('GET', '/api/admin/analytics.csv?from=2036-02-03&to=2036-02-03', { token: admin });
    expect(file.text).toContain('-10,00');
  });

  test('stored totals equal a new count of all orders', () => keptIsCounted());

  test.each([
    ['missing parameters', ''],
    ['text instead of a number', 'dayStart=x&weekStart=1&monthStart=1'],
    ['a fraction', 'dayStart=1.5&weekStart=1&monthStart=1'],
    ['a timestamp in the year 5138', 'dayStart=99999999999&weekStart=1&monthStart=1'],
  ])('the overview rejects %s', async (_about, query) => {
    expect((await refusal(`/api/stats?${query}`))[0]).toBe(400);
  });
});

describe('the list of users', () => {
  test('users are all people who signed in or bought, newest first, paged in both directions', async () => {
    const day = Date.UTC(2032, 0, 1);
    for (let index = 0; index < 45; index += 1) {
      await site.rows('POST', 'users?select=uid', {
        uid: `muitos-${index}`,
        email: `muitos-${index}@example.test`,
        name: `Muitos ${index} Ção`,
        created_at: new Date(day + Math.floor(index / 3) * 1_000).toISOString(),
      });
    }
    const pages = [];
    for (let after: string | null = ''; after !== null; after = pages.at(-1)?.nextCursor ?? null) {
      pages.push(await ask('GET /users', { q: 'muitos cao'.slice(0, 6), after }));
    }
    const uids = pages.map((page) => page.users.map((user) => user.uid));
    expect(uids.flat()).toEqual(Array.from({ length: 45 }, (_, index) => `muitos-${44 - index}`));
    expect(pages[0]?.previousCursor).toBeNull();
    const back = await ask('GET /users', { q: 'muitos', before: pages[2]?.previousCursor ?? '' });
    expect(back.users.map((user) => user.uid)).toEqual(uids[1]);
    const first = await ask('GET /users', { q: 'muitos', before: back.previousCursor ?? '' });
    expect(first.users.map((user) => user.uid)).toEqual(uids[0]);
    expect(first.previousCursor).toBeNull();
  });

  test('users are found by part of a name or address, without accents', async () => {
    expect((await ask('GET /users', { q: 'MUITOS 7 cao' })).users.map((user) => user.uid)).toEqual(['muitos-7']);
    expect((await ask('GET /users', { q: 'muitos-12@example' })).users.map((user) => user.uid)).toEqual(['muitos-12']);
    for (const q of ['%', '_______', "' or 1=1", 'ninguém assim']) expect((await ask('GET /users', { q })).users, q).toEqual([]);
  });

  test('users show their first and last purchase', async () => {
    await pastOrder(new Date('2031-01-01T00:00:00Z'), { buyer_uid: 'fiel', buyer_email: 'fiel@example.test' });
    await pastOrder(new Date('2031-03-01T00:00:00Z'), { buyer_uid: 'fiel', buyer_email: 'fiel@example.test' });
    await pastOrder(new Date('2031-02-01T00:00:00Z'), {
      buyer_uid: 'fiel',
      buyer_email: 'fiel@example.test',
      paid_at: null,
      state: 'failed',
    });
    const [user] = (await ask('GET /users', { q: 'fiel@' })).users;
    expect(user).toMatchObject({ uid: 'fiel', orders: 2, photoURL: null });
    const moments = [user?.firstPurchaseAt, user?.lastPurchaseAt].map((moment) => Date.parse(moment ?? ''));
    expect(moments).toEqual([Date.UTC(2031, 0, 1), Date.UTC(2031, 2, 1)]);
  });

  test('users appear at their first sign-in, even with an unverified address, and disappear with their account', async () => {
    const email = `${crypto.randomUUID()}@example.test`;
    const token = await site.signUp(email);
    await site.call('GET', '/api/me', { token });
    expect((await ask('GET /users', { q: email })).users).toMatchObject([{ email, displayName: null, orders: 0, firstPurchaseAt: null }]);
    const { status } = await site.call('DELETE', '/api/me', { token, body: { email } });
    expect(status).toBe(200);
    expect((await ask('GET /users', { q: email })).users).toEqual([]);
  });

  test('users whose picture may not be fetched are shown with a silhouette', async () => {
    await site.rows('POST', 'users?select=uid', {
      uid: 'longe',
      email: 'longe@example.test',
      photo_url: `${site.addresses.inbox}/messages`,
    });
    for (const uid of ['longe', 'ninguem', '..%2F..%2Fapi%2Fstats']) {
      const answer = await site.call('GET', `/user-photo/${uid}`, { token: admin });
      expect([uid, answer.status, answer.headers.get('content-type')]).toEqual([uid, 200, 'image/svg+xml; charset=utf-8']);
      expect(answer.headers.get('cache-control')).toMatch(/^private/);
    }
  });

  // A cursor of another list, whose rows have no numbers.
  const elsewhere = encodeCursor({ at: '2033-06-10T00:00:00Z', id: 'raizes' });
  test.each(['after=x', 'before=x', 'after=W10&before=W10', `after=${elsewhere}`, `q=${'x'.repeat(101)}`])(
    'the list of users rejects %s',
    async (query) => {
      expect((await refusal(`/users?${query}`))[0]).toBe(400);
    },
  );
});

describe('lists in another order', () => {
  /** The ids of each page, from the first one to the last one and back again. */
  async function thereAndBack(
    read: (page: Record<string, string>) => Promise<{ ids: string[]; nextCursor: string | null; previousCursor: string | null }>,
  ) {
    const there = [await read({})];
    for (let after = there[0]?.nextCursor; after; after = there.at(-1)?.nextCursor) there.push(await read({ after }));
    const back = [];
    for (let before = there.at(-1)?.previousCursor; before; before = back.at(-1)?.previousCursor) back.push(await read({ before }));
    expect(back.reverse().map(({ ids }) => ids)).toEqual(there.slice(0, -1).map(({ ids }) => ids));
    return there.flatMap(({ ids }) => ids);
  }

  test('lists in another order have each order once, oldest first', async () => {
    const placed = [];
    for (let index = 0; index < 45; index += 1) {
      placed.push(await pastOrder(new Date(Date.UTC(2034, 0, 1) + Math.floor(index / 3) * HOUR), { buyer_name: 'Zacarias Ordem' }));
    }
    const walked = await thereAndBack(async (page) => {
      const { orders: found, ...cursors } = await ask('GET /api/admin/orders', { q: 'zacarias', sort: 'oldest', ...page });
      return { ids: found.map(({ id }) => id), ...cursors };
    });
    expect(walked).toHaveLength(45);
    for (let index = 0; index < 45; index += 3)
      expect(walked.slice(index, index + 3).sort()).toEqual(placed.slice(index, index + 3).sort());
  });

  test.each([
    ['orders', ({ orders: count }: { orders: number }) => count],
    ['last_purchase', ({ lastPurchaseAt }: { lastPurchaseAt: string | null }) => Date.parse(lastPurchaseAt ?? '1970-01-01')],
  ] as const)('lists in another order have each user once by %s, those without a purchase last', async (sort, keyOf) => {
    const prefix = `ordem-${sort.replace('_', '')}`;
    for (let index = 0; index < 42; index += 1) {
      await site.rows('POST', 'users?select=uid', {
        ...{ uid: `${prefix}-${index}`, email: `${prefix}-${index}@example.test`, name: `${prefix} ${index}` },
        orders: index % 5,
        last_purchase_at: index % 5 ? new Date(Date.UTC(2031, 0, (index * 7) % 13)).toISOString() : null,
      });
    }
    const keys: number[] = [];
    const walked = await thereAndBack(async (page) => {
      const { users, ...cursors } = await ask('GET /users', { q: prefix, sort, ...page });
      if (!page.before) keys.push(...users.map(keyOf));
      return { ids: users.map(({ uid }) => uid), ...cursors };
    });
    expect(new Set(walked).size).toBe(42);
    expect(keys).toEqual([...keys].sort((one, other) => other - one));
  });

  test('lists in another order have each book once with its copies sold, most sold first', async () => {
    const ids = Array.from({ length: 22 }, (_, index) => `vendido-${index}`);
    await site.addBooks(...ids.map((id) => ({ id, title: `Vendido ${id}` })));
    await pastOrder(new Date('2034-02-01T12:00:00Z'), {}, [{ ebook_id: 'vendido-3', quantity: 4 }]);
    await pastOrder(new Date('2034-05-01T12:00:00Z'), {}, [{ ebook_id: 'vendido-7', quantity: 2 }]);
    const sold: number[] = [];
    const walked = await thereAndBack(async (page) => {
      const { ebooks, ...cursors } = await ask('GET /api/admin/ebooks', { q: 'vendido', sort: 'sold', ...page });
      if (!page.before) sold.push(...ebooks.map((ebook) => ebook.sold));
      return { ids: ebooks.map(({ id }) => id), ...cursors };
    });
    expect(walked.slice(0, 2)).toEqual(['vendido-3', 'vendido-7']);
    expect(new Set(walked).size).toBe(22);
    expect(sold).toEqual([4, 2, ...Array(20).fill(0)]);
  });

  test("lists ordered by title have each book once, whatever the title's accents and capitals", async () => {
    const titles = [
      'Água',
      'abacate',
      'Época',
      'eco',
      'Zebra',
      ...Array.from({ length: 18 }, (_, n) => `Mesa ${String.fromCharCode(97 + n)}`),
    ];
    await site.addBooks(...titles.map((title, n) => ({ id: `alfabeto-${n}`, title, description: 'Alfabeto' })));
    const shown: string[] = [];
    const walked = await thereAndBack(async (page) => {
      const { ebooks, ...cursors } = await ask('GET /api/admin/ebooks', { q: 'alfabeto', sort: 'title', ...page });
      if (!page.before) shown.push(...ebooks.map(({ title }) => title));
      return { ids: ebooks.map(({ id }) => id), ...cursors };
    });
    expect(new Set(walked).size).toBe(titles.length);
    expect(shown).toEqual(['abacate', 'Água', 'eco', 'Época', ...titles.slice(5), 'Zebra']);
  });
});

describe('analytics', () => {
  test('analytics count days in the site’s time zone, and compare with the preceding days', async () => {
    // São Paulo is three hours behind UTC, so it is still the 9th there.
    await pastOrder(new Date('2033-06-10T02:59:00Z'), { country: 'BR' });
    await pastOrder(new Date('2033-06-10T03:05:00Z'), { country: 'PT', locale: 'en' }, [{ ebook_id: 'segundo', quantity: 2 }]);
    await pastOrder(new Date('2033-06-12T02:00:00Z'));
    const answer = await ask('GET /api/admin/analytics', { from: '2033-06-10', to: '2033-06-11', compare: 'previous' });
    expect(answer.comparison).toEqual({ from: '2033-06-08', to: '2033-06-09' });
    expect(answer.step).toBe('day');
    expect(answer.series.map(({ from, orders: count }) => [from, count])).toEqual([
      ['2033-06-10', 1],
      ['2033-06-11', 1],
    ]);
    expect(answer.comparisonSeries.map(({ orders: count }) => count)).toEqual([0, 1]);
    expect(answer.totals).toMatchObject({ orders: 2, revenue: [{ minor: 3_000, currency: 'BRL' }], checkouts: 2, paidCheckouts: 2 });
    expect(answer.topBooks.map(({ ebookId, units }) => [ebookId, units])).toEqual([
      ['segundo', 2],
      ['primeiro', 1],
    ]);
    expect(answer.countries).toEqual([
      { country: null, orders: 1 },
      { country: 'PT', orders: 1 },
    ]);
    expect(answer.languages).toHaveLength(2);
  });

  test('analytics find the best-selling books among many with equal sales', async () => {
    const day = 24 * HOUR;
    const copies = new Map<string, number>();
    await site.addBooks(...Array.from({ length: 40 }, (_, index) => ({ id: `um-de-${index}` })));
    for (let index = 0; index < 50; index += 1) {
      // The sales alternate, so that no day and no month has all best sellers. One of the sales is in the night between two days.
      const items = [0, 1, 2, 3].map((n) => ({ ebook_id: `um-de-${(index * (n + 1) * 7) % 40}`, quantity: 1 + ((index + n) % 3) }));
      const once = items.filter(({ ebook_id: id }, at) => items.findIndex((item) => item.ebook_id === id) === at);
      await pastOrder(new Date(Date.UTC(2034, 1, 10, 2, 30) + index * day), { currency: index % 2 ? 'BRL' : 'USD' }, once);
      for (const { ebook_id: id, quantity } of once) copies.set(id, (copies.get(id) ?? 0) + quantity);
    }
    const best = [...copies].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).slice(0, 10);
    const { topBooks } = await ask('GET /api/admin/analytics', { from: '2034-02-09', to: '2034-03-30', compare: 'none' });
    expect(topBooks.map(({ ebookId, units }) => [ebookId, units])).toEqual(best);
    expect(topBooks.map(({ revenue }) => revenue.reduce((sum, { minor }) => sum + minor, 0))).toEqual(
      best.map(([, units]) => units * 1_000),
    );
    const oneDay = await ask('GET /api/admin/analytics', { from: '2034-02-09', to: '2034-02-09', compare: 'none' });
    expect(oneDay.totals.orders).toBe(1);
    await keptIsCounted();
  });

  test('analytics group long periods by week and by month', async () => {
    const weeks = await ask('GET /api/admin/analytics', { from: '2033-05-01', to: '2033-07-31', compare: 'none' });
    expect([weeks.step, weeks.series.length, weeks.comparison]).toEqual(['week', 14, null]);
    expect(weeks.series.at(-1)).toMatchObject({ from: '2033-07-31', to: '2033-07-31' });
    const months = await ask('GET /api/admin/analytics', { from: '2033-01-15', to: '2033-12-31', compare: 'year' });
    expect([months.step, months.series.length]).toEqual(['month', 12]);
    expect(months.series[0]).toMatchObject({ from: '2033-01-15', to: '2033-01-31' });
    expect(months.series.reduce((sum, point) => sum + point.orders, 0)).toBe(months.totals.orders);
    const half = await ask('GET /api/admin/analytics', { from: '2033-03-01', to: '2033-09-30', compare: 'previous' });
    expect([half.comparison, half.comparisonSeries.length]).toEqual([{ from: '2032-08-01', to: '2033-02-28' }, half.series.length]);
    const leap = await ask('GET /api/admin/analytics', { from: '2032-02-29', to: '2032-02-29', compare: 'year' });
    expect(leap.comparison).toEqual({ from: '2031-02-28', to: '2031-02-28' });
  });

  test("analytics show the newsletter's numbers", async () => {
    const today = new Date().toISOString().slice(0, 10);
    const period = { from: `${Number(today.slice(0, 4)) - 1}-${today.slice(5, 7)}-01`, to: `${Number(today.slice(0, 4)) + 1}-01-01` };
    const subscriber = { email: 'leitora@example.test', state: 'confirmed', locale: 'pt-BR', source: 'footer', consent_version: 'x' };
    await site.rows('POST', 'newsletter_subscribers', { ...subscriber, confirmed_at: new Date().toISOString() });
    const one = await ask('GET /api/admin/analytics', period);
    expect([one.subscribers, one.totals.subscribed, one.totals.unsubscribed]).toEqual([1, 1, 0]);
    await site.rows('PATCH', 'newsletter_subscribers?email=eq.leitora@example.test', {
      state: 'unsubscribed',
      unsubscribed_at: new Date().toISOString(),
    });
    const none = await ask('GET /api/admin/analytics', period);
    expect([none.subscribers, none.totals.subscribed]).toEqual([0, 1]);
  });

  test('analytics count newsletter readers by the site’s days: total, joined, left, and by source', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const growth = async (from: string, to: string) => {
      const { series, sources } = await ask('GET /api/admin/subscriber-growth', { from, to });
      return [series.map(({ joined, left, readers }) => [joined, left, readers]), sources];
    };
    const join = (source: string, confirmed_at: string) =>
      site.rows<{ email: string }>('POST', 'newsletter_subscribers', {
        ...{
          email: `${crypto.randomUUID()}@example.test`,
          state: 'confirmed',
          locale: 'pt-BR',
          source,
          confirmed_at,
          consent_version: 'x',
        },
      });
    await join('home', '2033-06-09T12:00:00Z');
    // In São Paulo this moment is still on the 9th.
    await join('import', '2033-06-10T02:30:00Z');
    const [last] = await join('home', '2033-06-11T12:00:00Z');
    expect(await growth('2033-06-09', '2033-06-11')).toEqual([
      [
        [2, 0, 2],
        [0, 0, 2],
        [1, 0, 3],
      ],
      [
        { source: 'home', joined: 2, left: 0, readers: 2 },
        { source: 'import', joined: 1, left: 0, readers: 1 },
      ],
    ]);
    // Past days never change when a reader leaves. A reader who cancels the unsubscription has not left. From then on, the source of this
    // reader is the switch in the account.
    const period = [`${today.slice(0, 4)}-01-01`, `${Number(today.slice(0, 4)) + 1}-12-31`] as const;
    const sourcesNow = async () => (await growth(...period))[1];
    const before = await sourcesNow();
    const { email } = last as { email: string };
    await site.rows('POST', 'rpc/set_subscription', { p_email: email, p_subscribed: false, p_locale: 'en', p_consent_version: 'x' });
    expect(await sourcesNow()).toContainEqual({ source: 'home', joined: 0, left: 1, readers: -1 });
    await site.rows('POST', 'rpc/set_subscription', { p_email: email, p_subscribed: true, p_locale: 'en', p_consent_version: 'x' });
    expect(await sourcesNow()).toEqual(before);
    expect((await growth('2033-06-09', '2033-06-11'))[1]).toEqual([
      { source: 'customer', joined: 1, left: 0, readers: 1 },
      { source: 'home', joined: 1, left: 0, readers: 1 },
      { source: 'import', joined: 1, left: 0, readers: 1 },
    ]);
    await keptIsCounted();
    const weeks = await ask('GET /api/admin/subscriber-growth', { from: '2033-05-01', to: '2033-07-31' });
    expect([weeks.step, weeks.series.length, weeks.series.at(-1)?.readers]).toEqual(['week', 14, 3]);
    expect(await refusal('/api/admin/subscriber-growth?from=2033-03-02&to=2033-03-01')).toEqual([400, { to: 'before_from' }]);
  });

  test('analytics count a reader who consents again by the new source only', async () => {
    const [reader] = await site.rows<{ id: string; generation: number }>(
      'GET',
      'newsletter_subscribers?source=eq.import&select=id,generation',
    );
    const renews = { source: 'footer', consentVersion: '2026-11-25' };
    const link = { p_id: reader?.id, p_generation: reader?.generation, p_is_late: false, p_renews: renews };
    await site.rows('POST', 'rpc/confirm_subscription', link);
    const { sources } = await ask('GET /api/admin/subscriber-growth', { from: '2033-06-09', to: '2033-06-11' });
    expect(sources.filter(({ source }) => source === 'import' || source === 'footer')).toEqual([
      { source: 'footer', joined: 1, left: 0, readers: 1 },
    ]);
    await keptIsCounted();
  });

  test("the analytics' CSV file suits spreadsheets of either language", async () => {
    const path = '/api/admin/analytics.csv?from=2033-06-10&to=2033-06-11';
    const portuguese = await site.call('GET', path, { token: admin });
    expect(portuguese.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(portuguese.headers.get('content-disposition')).toBe('attachment; filename="analises-2033-06-10-2033-06-11.csv"');
    // `text()` removes the byte order mark.
    const lines = portuguese.text.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toBe(`2033-06-10;2033-06-10;1;1;1;"20,00"${';"0,00"'.repeat(11)};0;0`);
    const english = await site.call('GET', `${path}&locale=en`, { token: admin });
    expect(english.text.trim().split('\r\n')[1]).toBe(`2033-06-10,2033-06-10,1,1,1,20.00${',0.00'.repeat(11)},0,0`);
  });

  test.each([
    ['no period', '', 'from'],
    ['an invalid day', 'from=2033-02-30&to=2033-03-01', 'from'],
    ['a period that ends before it begins', 'from=2033-03-02&to=2033-03-01', 'to'],
    ['more than three years', 'from=2030-01-01&to=2033-03-01', 'to'],
    ['a period in 1950', 'from=1950-01-01&to=1950-01-02', 'from'],
    ['an unknown comparison', 'from=2033-03-01&to=2033-03-01&compare=never', 'compare'],
  ])('analytics reject %s', async (_about, query, field) => {
    const [status, fields] = await refusal(`/api/admin/analytics?${query}`);
    expect(status).toBe(400);
    expect(Object.keys(fields)).toContain(field);
  });
});

describe('the balance at Stripe', () => {
  const DAY_S = 86_400;
  const now = Math.floor(Date.now() / 1_000);
  const began = now - 400 * DAY_S;
  const period = {
    from: new Date((began - DAY_S) * 1_000).toISOString().slice(0, 10),
    to: new Date(now * 1_000).toISOString().slice(0, 10),
  };
  const created = (index: number) => began + index * DAY_S;
  const paymentOf = (index: number, change: object = {}) => ({
    ...{ session: `cs_test_old_${index}`, paymentIntent: `pi_old_${index}`, created: created(index), currency: 'BRL' },
    ...{ email: 'ana@example.test', name: 'Ana', lines: [{ name: 'Primeiro', unitAmount: 1_000 }] },
    ...change,
  });
  const orderOf = (index: number) =>
    pastOrder(new Date(created(index) * 1_000), { session_id: `cs_test_old_${index}`, payment_intent_id: `pi_old_${index}` });
  const fees = async (ids: readonly string[]) =>
    (await site.rows<{ fee_minor: number | null }>('GET', `orders?id=in.(${ids})&select=fee_minor&order=paid_at`)).map(
      (row) => row.fee_minor,
    );
  /** Runs the job, which must read everything after `read_until`. */
  const read = async (reading: object) => {
    await site.rows('DELETE', 'balance_reading?is_only=is.true');
    await site.rows('POST', 'balance_reading?select=is_only', { read_until: new Date(began * 1_000).toISOString(), ...reading });
    await site.rows('PATCH', 'jobs?name=eq.balance', { last_run_at: '2026-01-01T00:00:00Z' });
    const isRead = async () => (await site.rows<{ read_until: string }>('GET', 'balance_reading?select=read_until'))[0]?.read_until ?? '';
    await site.until(isRead, (until) => Date.parse(until) > Date.now() - 60_000);
  };

  test('the balance shows fees of past payments, page by page, and amounts of disputes, each once', { timeout: 60_000 }, async () => {
    const disputed = { status: 'lost', created: created(60) };
    const won = { status: 'won', created: created(60) };
    const payments = Array.from({ length: 120 }, (_, index) =>
      paymentOf(index, index === 50 ? { disputed } : index === 51 ? { disputed: won } : {}),
    );
    await site.atProvider('seed', { payments });
    const before = await ask('GET /api/admin/analytics', { ...period, compare: 'none' });
    const ids = [];
    for (const index of [0, 50, 51, 119]) ids.push(await orderOf(index));
    expect(await fees(ids)).toEqual([null, null, null, null]);
    expect((await ask('GET /api/admin/analytics', period)).ordersWithoutFee).toBe(null);

    // The previous run stopped after an entry of another Stripe account, which this account does not have.
    await read({ reading_until: new Date().toISOString(), after_id: 'txn_of_another' });
    await read({});
    // Stripe keeps 3.99 % and 39 cents of R$ 10,00.
    expect(await fees(ids)).toEqual([79, 79, 79, 79]);
    const after = await ask('GET /api/admin/analytics', { ...period, compare: 'none' });
    const inReais = (amounts: { minor: number }[]) => amounts[0]?.minor ?? 0;
    expect(inReais(after.totals.fees) - inReais(before.totals.fees)).toBe(4 * 79);
    // The lost dispute with its fee, and the fee of the dispute that was won.
    expect(after.totals.disputes).toEqual([{ minor: 1_000 + 5_500 + 5_500, currency: 'BRL' }]);
    expect(after.ordersWithoutFee).toBe(null);
    const stats = await ask('GET /api/stats', since(began * 1_000));
    expect(stats.disputes.month).toEqual(after.totals.disputes);
    await keptIsCounted();
  });

  test('payouts are listed newest first, and payouts on the way are summed by currency', async () => {
    await site.atProvider('seed', {
      payments: [paymentOf(500, { created: now - 30 * DAY_S, currency: 'USD' })],
      payoutsAt: [...Array.from({ length: 12 }, (_, turn) => began + (turn + 1) * 10 * DAY_S), now - 3 * DAY_S],
    });
    await site.atProvider('seed', { payments: [paymentOf(501, { created: now - 3 * DAY_S })], payoutsAt: [now - 60] });
    const first = await ask('GET /api/admin/payouts', {});
    expect(first.isAllowed).toBe(true);
    expect(first.payouts).toHaveLength(10);
    expect(first.payouts[0]).toMatchObject({ state: 'pending', amount: { minor: 921, currency: 'BRL' } });
    expect(first.onTheWay).toEqual([{ minor: 921, currency: 'BRL' }]);
    const rest = await ask('GET /api/admin/payouts', { after: first.nextCursor ?? '' });
    expect(rest.nextCursor).toBe(null);
    const all = [...first.payouts, ...rest.payouts];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .reverse(),
    );
    expect(new Set(all.map(({ amount }) => amount.currency))).toEqual(new Set(['BRL', 'USD']));

    await site.atProvider(`payouts/${first.payouts[0]?.id}/fail`);
    const failed = await ask('GET /api/admin/payouts', {});
    expect([failed.payouts[0]?.state, failed.onTheWay]).toEqual(['failed', []]);
  });

  test('the payouts page names the problem if the key lacks the permission or Stripe does not answer', async () => {
    await site.atProvider('faults', { status: 403, count: 3, path: '/v1/payouts' });
    expect(await ask('GET /api/admin/payouts', {})).toEqual({ isAllowed: false, payouts: [], nextCursor: null, onTheWay: [] });
    await site.atProvider('faults', {}, 'DELETE');
    await site.atProvider('faults', { status: 503, count: 9, path: '/v1/payouts' });
    const away = await site.call('GET', '/api/admin/payouts', { token: admin });
    expect([away.status, away.json.error.code]).toEqual([503, 'payment_unavailable']);
    await site.atProvider('faults', {}, 'DELETE');
    for (const after of ['x', 'po_unknown']) expect((await refusal(`/api/admin/payouts?after=${after}`))[0], after).toBe(400);
  });
});

describe('a changed time zone of the site', () => {
  const days = async (from: string, to: string) => {
    const { timeZone, series } = await ask('GET /api/admin/analytics', { from, to, compare: 'none' });
    return [timeZone, ...series.map((point) => point.orders)];
  };

  test('a new time zone applies only to later sales', async () => {
    // São Paulo is three hours behind UTC, so it is still the 9th there.
    const early = await pastOrder(new Date('2025-06-10T02:30:00Z'));
    expect(await days('2025-06-09', '2025-06-10')).toEqual(['America/Sao_Paulo', 1, 0]);
    const body = { expectedVersion: 0, body: { zone: 'Asia/Tokyo' }, restoredFrom: null };
    expect((await site.call('PUT', '/api/admin/content/timeZone', { token: admin, body })).status).toBe(200);
    await site.until(
      () => days('2025-06-09', '2025-06-10'),
      ([timeZone]) => timeZone === 'Asia/Tokyo',
    );
    expect(await days('2025-06-09', '2025-06-10')).toEqual(['Asia/Tokyo', 1, 0]);

    // Tokyo is nine hours ahead of UTC, so it is the 11th there.
    await pastOrder(new Date('2041-06-10T15:30:00Z'));
    expect(await days('2041-06-10', '2041-06-11')).toEqual(['Asia/Tokyo', 0, 1]);

    // A change to an order of a past day changes the totals of that day.
    await site.rows('PATCH', `orders?id=eq.${early}`, { currency: 'USD' });
    const { series } = await ask('GET /api/admin/analytics', { from: '2025-06-09', to: '2025-06-10', compare: 'none' });
    expect(series.map(({ revenue }) => revenue)).toEqual([[{ minor: 1_000, currency: 'USD' }], []]);
    // Other tests of this file have sales on future days, which no real site has.
    await keptIsCounted('2026-01-01');
  });
});
