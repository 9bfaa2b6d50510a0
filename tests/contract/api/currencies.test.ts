import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import { CURRENCIES, type Currency, currencyFacts } from '@site/shared/money/currencies.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiSite, startApiSite } from './api-site.ts';

let site: ApiSite;
let token = '';
beforeAll(async () => {
  site = await startApiSite();
  token = await site.signIn('admin');
  await site.addBooks({ id: 'em-todas' }, { id: 'sem-dolar' }, { id: 'rascunho', state: 'draft' });
  await site.rows('DELETE', 'list_prices?ebook_id=eq.sem-dolar&currency=eq.USD');
});
afterAll(async () => await site?.close());

let version = 0;
const send = (body: unknown) =>
  site.call('PUT', '/api/admin/content/currencies', { token, body: { expectedVersion: version, body, restoredFrom: null } });
async function sell(sold: Currency[], standard: Currency | undefined = sold[0]): Promise<void> {
  const { status, text, json } = await send({ sold, default: standard });
  expect(status, text).toBe(200);
  version = json.version;
}
const shelf = async () => {
  const { json, status, text } = await site.call('GET', '/api/ebooks?ids=em-todas,sem-dolar');
  expect(status, text).toBe(200);
  return v.parse(endpoints['GET /api/ebooks'].answer, json).ebooks;
};
const idsOnShelf = async () => (await shelf()).map(({ id }) => id).toSorted();
const edit = async (id: string, change: Record<string, unknown>) => {
  const { json: book }: { json: AdminEbook } = await site.call('GET', `/api/admin/ebooks/${id}`, { token });
  const { title, description, language, state, author, revision } = book;
  return await site.call('PUT', `/api/admin/ebooks/${id}`, {
    token,
    body: { title, description, language, state, author, revision, ...change },
  });
};

test('the database and the code know the same currencies', async () => {
  const known = CURRENCIES.map((code) => {
    const { decimals, isSoldByDefault } = currencyFacts(code);
    return { code, decimals, is_sold_by_default: isSoldByDefault };
  });
  expect(await site.rows('GET', 'currencies?select=*&order=code')).toEqual(known.toSorted((a, b) => (a.code < b.code ? -1 : 1)));
});

test('the shop sells in every known currency until the owner chooses', async () => {
  expect(await idsOnShelf()).toEqual(['em-todas']);
});

test('a book is for sale only if it has a price in each currency that is sold', async () => {
  await sell(['BRL', 'NZD'], 'NZD');
  expect(await idsOnShelf()).toEqual(['em-todas', 'sem-dolar']);
  for (const { price, currentPrices } of await shelf()) {
    expect(price).toEqual({ minor: 2_990, currency: 'NZD' });
    expect(currentPrices).toEqual({ BRL: 2_990, NZD: 2_990 });
  }
  const { json } = await site.until(
    () => site.call('GET', '/api/site'),
    ({ json: info }) => info.currencies.default === 'NZD',
  );
  expect(json.currencies.sold).toEqual(['BRL', 'NZD']);
});

test('an order in a currency that is not sold is rejected with a sentence and not stored', async () => {
  await sell(['BRL']);
  const buyer = await site.signIn('customer');
  const { status, json } = await site.checkout(buyer, site.cart(['em-todas'], { currency: 'USD' }));
  expect([status, json.code]).toEqual([409, 'currency_not_sold']);
  expect(await site.rows('GET', 'orders?currency=eq.USD&select=id')).toEqual([]);
  expect((await site.checkout(buyer, site.cart(['em-todas']))).status).toBe(200);
});

test('the book form asks for prices in the sold currencies, and keeps prices in other currencies', async () => {
  await sell(['BRL']);
  const saved = await edit('em-todas', { listPrices: { BRL: '31,00' } });
  expect([saved.status, saved.json.listPrices]).toEqual([200, { BRL: 3_100, USD: 2_990, NZD: 2_990 }]);
  const refused = await edit('em-todas', { listPrices: {} });
  expect([refused.status, refused.json.error.fields]).toEqual([400, { 'listPrices.BRL': 'required' }]);
  const emptied = await edit('rascunho', { listPrices: { BRL: '', NZD: null } });
  expect([emptied.status, emptied.json.listPrices]).toEqual([200, { BRL: null, USD: 2_990, NZD: null }]);
});

test('an owner who adds a currency sees the books without a price in it, which leave the shop until they have one', async () => {
  const { json } = await site.call('GET', '/api/admin/settings', { token });
  const { currencies } = v.parse(endpoints['GET /api/admin/settings'].answer, json);
  expect(currencies).toEqual([
    { currency: 'BRL', isSold: true, withoutPrice: { count: 0, titles: [] } },
    { currency: 'USD', isSold: false, withoutPrice: { count: 1, titles: ['sem-dolar'] } },
    { currency: 'NZD', isSold: false, withoutPrice: { count: 0, titles: [] } },
  ]);
  await sell(['BRL', 'USD']);
  expect(await idsOnShelf()).toEqual(['em-todas']);
  expect((await edit('sem-dolar', { listPrices: { BRL: '29,90', USD: '9,90' } })).status).toBe(200);
  expect(await idsOnShelf()).toEqual(['em-todas', 'sem-dolar']);
});

test.each([
  [{ sold: [], default: 'BRL' }, 'sold'],
  [{ sold: ['BRL', 'BRL'], default: 'BRL' }, 'sold'],
  [{ sold: ['BRL'], default: 'USD' }, 'default'],
  [{ sold: ['EUR'], default: 'EUR' }, 'sold.0'],
])('the currency setting %j is rejected', async (body, field) => {
  const { status, json } = await send(body);
  expect(status).toBe(400);
  expect(Object.keys(json.error.fields)).toContain(field);
});

test('a reader keeps a book that has no price in today’s currencies', async () => {
  const reader = await site.signIn('newcomer');
  await sell(['BRL']);
  const { json } = await site.checkout(reader, site.cart(['sem-dolar']));
  await site.payByCard(json.sessionId);
  await site.confirm(reader, json.sessionId);
  await edit('sem-dolar', { state: 'archived', listPrices: { BRL: '' } });
  const library = await site.call('GET', '/api/me/library', { token: reader });
  expect([library.status, library.json.items.map(({ ebook }: { ebook: { id: string } }) => ebook.id)]).toEqual([200, ['sem-dolar']]);
});
