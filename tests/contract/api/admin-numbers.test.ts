import { endpoints } from '@site/shared/contracts/endpoints.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeCursor } from '../../../api/src/platform/cursor.ts';
import { type ApiSite, startApiSite } from './api-site.ts';

type Calls = 'GET /api/stats' | 'GET /users' | 'GET /api/admin/analytics';

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
/** A past order, brought in as a row; its books come after it. */
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

const totals = () => site.rows('GET', 'totals?select=metric,span,starts_at,key,n,minor&n=neq.0&order=metric,span,starts_at,key');

async function keptIsCounted() {
  const kept = await totals();
  await site.rows('POST', 'rpc/recount', {});
  expect(await totals()).toEqual(kept);
}

describe('the overview', () => {
  test('counts what was paid since each moment, and amounts by currency', async () => {
    const began = Date.UTC(2031, 4, 10, 3);
    await pastOrder(new Date(began - HOUR));
    await pastOrder(new Date(began));
    await pastOrder(new Date(began + 30 * HOUR), { currency: 'USD' }, undefined, 700);
    await pastOrder(new Date(began + 9 * 24 * HOUR), {}, [{ ebook_id: 'segundo', quantity: 5 }]);
    // Left unpaid: counts for nothing but the checkout.
    await pastOrder(new Date(began), { state: 'expired', paid_at: null });

    const query = { dayStart: unix(began + 9 * 24 * HOUR), weekStart: unix(began), monthStart: unix(began - 24 * HOUR) };
    const stats = await ask('GET /api/stats', query);
    expect(stats).toMatchObject({ today: 1, week: 3, month: 4 });
    expect(stats.completedOrders).toBeGreaterThanOrEqual(4);
    expect(stats.takings.week).toEqual([
      { minor: 6_000, currency: 'BRL' },
      { minor: 700, currency: 'USD' },
    ]);
    expect(stats.topProducts[0]).toMatchObject({ ebookId: 'segundo', units: 5, takings: [{ minor: 5_000, currency: 'BRL' }] });
  });

  test('counts a real purchase once, however often the provider is asked about it', async () => {
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

  test('says what was paid back, and best sellers lose the copies and amounts that went back', async () => {
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

  test('has what is kept as it happens equal to what is counted anew', keptIsCounted);

  test.each([
    ['nothing', ''],
    ['no number', 'dayStart=x&weekStart=1&monthStart=1'],
    ['a fraction', 'dayStart=1.5&weekStart=1&monthStart=1'],
    ['a moment of another era', 'dayStart=99999999999&weekStart=1&monthStart=1'],
  ])('refuses %s', async (_about, query) => {
    expect((await refusal(`/api/stats?${query}`))[0]).toBe(400);
  });
});

describe('users', () => {
  test('are everybody who signed in or bought, newest first, page by page and back', async () => {
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

  test('are found by part of a name or address, whatever its accents', async () => {
    expect((await ask('GET /users', { q: 'MUITOS 7 cao' })).users.map((user) => user.uid)).toEqual(['muitos-7']);
    expect((await ask('GET /users', { q: 'muitos-12@example' })).users.map((user) => user.uid)).toEqual(['muitos-12']);
    for (const q of ['%', '_______', "' or 1=1", 'ninguém assim']) expect((await ask('GET /users', { q })).users, q).toEqual([]);
  });

  test('carry when they first and last bought', async () => {
    await pastOrder(new Date('2031-01-01T00:00:00Z'), { buyer_uid: 'fiel', buyer_email: 'fiel@example.test' });
    await pastOrder(new Date('2031-03-01T00:00:00Z'), { buyer_uid: 'fiel', buyer_email: 'fiel@example.test' });
    await pastOrder(new Date('2031-02-01T00:00:00Z'), {
      buyer_uid: 'fiel',
      buyer_email: 'fiel@example.test',
      paid_at: null,
      state: 'failed',
    });
    expect((await ask('GET /users', { q: 'fiel@' })).users).toMatchObject([
      { uid: 'fiel', orders: 2, firstPurchaseAt: '2031-01-01T00:00:00.000Z', lastPurchaseAt: '2031-03-01T00:00:00.000Z', photoURL: null },
    ]);
  });

  test('come when they sign in, also before their address is verified, and go with their account', async () => {
    const email = `${crypto.randomUUID()}@example.test`;
    const token = await site.signUp(email);
    await site.call('GET', '/api/me', { token });
    expect((await ask('GET /users', { q: email })).users).toMatchObject([{ email, displayName: null, orders: 0, firstPurchaseAt: null }]);
    const { status } = await site.call('DELETE', '/api/me', { token, body: { email } });
    expect(status).toBe(200);
    expect((await ask('GET /users', { q: email })).users).toEqual([]);
  });

  test('have a silhouette where there is no picture that may be fetched', async () => {
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

  // A cursor of another list: its rows have no numbers.
  const elsewhere = encodeCursor({ at: '2033-06-10T00:00:00Z', id: 'raizes' });
  test.each(['after=x', 'before=x', 'after=W10&before=W10', `after=${elsewhere}`, `q=${'x'.repeat(101)}`])('refuse %s', async (query) => {
    expect((await refusal(`/users?${query}`))[0]).toBe(400);
  });
});

describe('analytics', () => {
  test('counts days of the site’s time zone, and compares with the days before', async () => {
    // São Paulo is three hours behind: this is still the 9th there.
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

  test('finds the books that were bought most among many that were bought as often', async () => {
    const day = 24 * HOUR;
    const copies = new Map<string, number>();
    await site.addBooks(...Array.from({ length: 40 }, (_, index) => ({ id: `um-de-${index}` })));
    for (let index = 0; index < 50; index += 1) {
      // In turns, so that no day and no month has all of the best ones; the night between two days is one of them.
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

  test('groups long periods by week and by month', async () => {
    const weeks = await ask('GET /api/admin/analytics', { from: '2033-05-01', to: '2033-07-31', compare: 'none' });
    expect([weeks.step, weeks.series.length, weeks.comparison]).toEqual(['week', 14, null]);
    expect(weeks.series.at(-1)).toMatchObject({ from: '2033-07-31', to: '2033-07-31' });
    const months = await ask('GET /api/admin/analytics', { from: '2033-01-15', to: '2033-12-31', compare: 'year' });
    expect([months.step, months.series.length]).toEqual(['month', 12]);
    expect(months.series[0]).toMatchObject({ from: '2033-01-15', to: '2033-01-31' });
    expect(months.series.reduce((sum, point) => sum + point.orders, 0)).toBe(months.totals.orders);
    const leap = await ask('GET /api/admin/analytics', { from: '2032-02-29', to: '2032-02-29', compare: 'year' });
    expect(leap.comparison).toEqual({ from: '2031-02-28', to: '2031-02-28' });
  });

  test('follows the newsletter', async () => {
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

  test('is a file for spreadsheets of either language', async () => {
    const path = '/api/admin/analytics.csv?from=2033-06-10&to=2033-06-11';
    const portuguese = await site.call('GET', path, { token: admin });
    expect(portuguese.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(portuguese.headers.get('content-disposition')).toBe('attachment; filename="analises-2033-06-10-2033-06-11.csv"');
    // `text()` takes the byte order mark away.
    const lines = portuguese.text.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toBe('2033-06-10;2033-06-10;1;1;1;"20,00";"0,00";"0,00";"0,00";"0,00";"0,00";"0,00";"0,00";"0,00";0;0');
    const english = await site.call('GET', `${path}&locale=en`, { token: admin });
    expect(english.text.trim().split('\r\n')[1]).toBe('2033-06-10,2033-06-10,1,1,1,20.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0,0');
  });

  test.each([
    ['no period', '', 'from'],
    ['no day', 'from=2033-02-30&to=2033-03-01', 'from'],
    ['a period that ends before it begins', 'from=2033-03-02&to=2033-03-01', 'to'],
    ['more than three years', 'from=2030-01-01&to=2033-03-01', 'to'],
    ['before all time', 'from=1950-01-01&to=1950-01-02', 'from'],
    ['an unknown comparison', 'from=2033-03-01&to=2033-03-01&compare=never', 'compare'],
  ])('refuses %s', async (_about, query, field) => {
    const [status, fields] = await refusal(`/api/admin/analytics?${query}`);
    expect(status).toBe(400);
    expect(Object.keys(fields)).toContain(field);
  });
});
