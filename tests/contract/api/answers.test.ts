import { endpoints } from '@site/shared/contracts/endpoints.ts';
import { ErrorBodySchema, TextErrorBodySchema } from '@site/shared/contracts/errors.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiSite, startApiSite } from './api-site.ts';

let site: ApiSite;
let customer: string;
let admin: string;

const BOOKS = 60;

beforeAll(async () => {
  site = await startApiSite();
  await site.addBooks(
    { id: 'cafe-com-fe', title: 'Café com Fé', description: 'Sobre coração e esperança.\n\nUm segundo parágrafo (100% real).' },
    { id: 'raizes', title: 'Raízes que sustentam', description: 'Crescer devagar.' },
    { id: 'rascunho', title: 'Rascunho secreto', state: 'draft' },
    { id: 'fora-da-loja', title: 'Fora da loja', state: 'archived' },
    ...Array.from({ length: BOOKS }, (_, index) => ({ id: `serie-${index}`, title: `Série, volume ${index}` })),
  );
  await site.addPdf('cafe-com-fe');
  customer = await site.signIn('newcomer');
  admin = await site.signIn('admin');
});
afterAll(async () => await site?.close());

/** Returns the answer of a call that must succeed, checked by its contract. */
async function answerOf<Key extends keyof typeof endpoints>(
  key: Key,
  path: string,
  init: { token?: string; body?: unknown } = {},
): Promise<v.InferOutput<(typeof endpoints)[Key]['answer']>> {
  const { status, text, json } = await site.call(key.split(' ')[0] ?? 'GET', path, init);
  expect(status, text).toBe(200);
  const schema: v.GenericSchema = v.strictObject({ answer: endpoints[key].answer as v.GenericSchema });
  return (v.parse(schema, { answer: json }) as { answer: v.InferOutput<(typeof endpoints)[Key]['answer']> }).answer;
}

describe('every answer matches its contract', () => {
  test('the answers of the catalogue match their contracts', async () => {
    await answerOf('GET /api/ebooks', '/api/ebooks');
    await answerOf('GET /api/ebooks/featured', '/api/ebooks/featured');
    await answerOf('GET /api/ebooks/:id', '/api/ebooks/raizes');
    await answerOf('GET /api/episodes', '/api/episodes');
    await answerOf('GET /api/testimonials', '/api/testimonials?locale=en');
  });

  test('every answer of a purchase, from cart to PDF, matches its contract', async () => {
    const opened = await answerOf('POST /api/create-checkout-session', '/api/create-checkout-session', {
      token: customer,
      body: site.cart(['cafe-com-fe']),
    });
    if (!('sessionId' in opened)) throw new Error('no payment page');
    const { sessionId } = opened;
    expect('url' in opened && opened.url).toContain(sessionId);
    await site.payByCard(sessionId);
    const confirmed = await answerOf('POST /send-purchase-email', '/send-purchase-email', { token: customer, body: { sessionId } });
    expect(confirmed.order).toMatchObject({ state: 'paid', email: 'nova@semente.test', total: { minor: 2_990, currency: 'BRL' } });

    expect((await answerOf('GET /api/me', '/api/me', { token: customer })).role).toBe('customer');
    const library = await answerOf('GET /api/me/library', '/api/me/library', { token: customer });
    expect(library.items.map((item) => item.ebook.id)).toEqual(['cafe-com-fe']);
    const orders = await answerOf('GET /api/me/orders', '/api/me/orders', { token: customer });
    expect(orders.orders[0]?.items).toMatchObject([
      { ebookId: 'cafe-com-fe', name: 'Café com Fé', language: 'pt-BR', quantity: 1, format: 'PDF' },
    ]);
    const all = await answerOf('GET /api/completed-orders', '/api/completed-orders', { token: admin });
    expect(all.orders.map((order) => order.id)).toContain(confirmed.order.id);

    const link = await answerOf('POST /api/me/library/:ebookId/download', '/api/me/library/cafe-com-fe/download', { token: customer });
    const file = await fetch(link.url);
    expect(await file.text()).toContain('%PDF');
    expect(file.headers.get('content-disposition')).toContain('cafe-com-fe.pdf');
    const lifetime = Date.parse(link.expiresAt) - Date.now();
    expect(lifetime).toBeGreaterThan(60_000);
    expect(lifetime).toBeLessThanOrEqual(300_000);
  });

  test('error answers match their contract, in both forms', async () => {
    const plain = await site.call('GET', '/api/ebooks/nao-existe');
    expect(v.parse(ErrorBodySchema, plain.json).error).toMatchObject({ code: 'not_found', requestId: plain.headers.get('x-request-id') });
    const text = await site.call('POST', '/api/create-checkout-session', { body: site.cart(['raizes']) });
    expect(v.parse(TextErrorBodySchema, text.json)).toMatchObject({ code: 'unauthenticated' });
    expect(text.headers.get('www-authenticate')).toBe('Bearer');
  });
});

describe('the catalogue', () => {
  const idsOf = async (search: string) => (await answerOf('GET /api/ebooks', `/api/ebooks?${search}`)).ebooks.map((book) => book.id);

  test.each([
    ['q=cafe', ['cafe-com-fe']],
    ['q=CAFÉ', ['cafe-com-fe']],
    ['q=coracao', ['cafe-com-fe']],
    ['q=esperança.%20um', ['cafe-com-fe']],
    ['q=fe+cafe', ['cafe-com-fe']],
    ['q=coracao+segundo+um', ['cafe-com-fe']],
    ['q=cafe+com+raizes', []],
    ['q=volume+serie+7', ['serie-7']],
    // Only one title contains the exact phrase. All books of the series contain its words.
    ['q=serie,+volume+7', ['serie-7']],
    ['q=cafe%CC%81', ['cafe-com-fe']],
    ['q=f%C3%A9', ['cafe-com-fe']],
    ['q=100%25', ['cafe-com-fe']],
    ['q=%25', []],
    ['q=_', []],
    ['q=%5C', []],
    ["q='%20or%201=1", []],
    ['q=%00caf%00', ['cafe-com-fe']],
    ['q=*', []],
    ['q=a,b)&or=(id.eq.rascunho', []],
    ['q=rascunho', []],
    ['q=fora+da+loja', []],
    ['ids=raizes,cafe-com-fe,rascunho,nada,../../etc', ['cafe-com-fe', 'raizes']],
    ['ids=', []],
  ])('the catalogue finds the expected books with %s', async (search, ids) => {
    expect(await idsOf(encodeURI(decodeURI(search)).replaceAll('%2525', '%25'))).toEqual(ids);
  });

  test('the catalogue is read in pages, each book once, newest first', async () => {
    const seen: string[] = [];
    let after = '';
    do {
      const page = await answerOf('GET /api/ebooks', `/api/ebooks?q=volume&after=${after}`);
      expect(page.total).toBe(BOOKS);
      seen.push(...page.ebooks.map((book) => book.id));
      after = page.nextCursor ?? '';
    } while (after);
    expect(seen).toEqual(Array.from({ length: BOOKS }, (_, index) => `serie-${index}`));
  });

  test('the catalogue is not sent again to a browser that has it', async () => {
    const first = await site.call('GET', '/api/ebooks');
    const etag = first.headers.get('etag') ?? '';
    const again = await site.call('GET', '/api/ebooks', { headers: { 'if-none-match': `"other", W/${etag}` } });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await site.call('GET', '/api/ebooks', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  test('a cart sees a changed price at once', async () => {
    const priceOf = async () => (await answerOf('GET /api/ebooks', '/api/ebooks?ids=raizes')).ebooks[0]?.currentPrices.USD;
    expect(await priceOf()).toBe(2_990);
    await site.rows('PATCH', 'list_prices?ebook_id=eq.raizes&currency=eq.USD', { amount_minor: 3_190 });
    expect(await priceOf()).toBe(3_190);
  });

  test('the catalogue features the book that sold most', async () => {
    const { featured } = await answerOf('GET /api/ebooks/featured', '/api/ebooks/featured');
    expect(featured?.reason).toMatch(/^(best_seller|highlight)$/);
    expect(featured?.ebook.id).not.toMatch(/rascunho|fora/);
  });
});

describe('invalid input', () => {
  const line = { id: 'raizes', price: 2_990, quantity: 1 };
  const sent = (change: Record<string, unknown>) => ({ ...site.cart(['raizes']), ...change });
  const withLine = (change: Record<string, unknown>) => () => sent({ items: [{ ...line, ...change }] });

  test.each<[string, () => unknown, string]>([
    ['no body', () => undefined, 'body'],
    ['no JSON', () => '{"items":', 'body'],
    ['a list', () => [], 'items'],
    ['a word', () => '"cart"', 'body'],
    ['no items', () => sent({ items: [] }), 'items'],
    ['too many items', () => sent({ items: Array.from({ length: 51 }, (_, n) => ({ ...line, id: `serie-${n}` })) }), 'items'],
    ['one book twice', () => sent({ items: [line, line] }), 'items'],
    ['quantity 0', withLine({ quantity: 0 }), 'items.0.quantity'],
    ['a negative quantity', withLine({ quantity: -1 }), 'items.0.quantity'],
    ['more copies than are sold', withLine({ quantity: 21 }), 'items.0.quantity'],
    ['a billion copies', withLine({ quantity: 1e9 }), 'items.0.quantity'],
    ['half a copy', withLine({ quantity: 1.5 }), 'items.0.quantity'],
    ['a quantity in words', withLine({ quantity: '1' }), 'items.0.quantity'],
    ['no price', withLine({ price: undefined }), 'items.0.price'],
    ['a negative price', withLine({ price: -2_990 }), 'items.0.price'],
    ['a price with decimals', withLine({ price: 29.9 }), 'items.0.price'],
    ['an id that is SQL', withLine({ id: "raizes'; drop table orders" }), 'items.0.id'],
    ['an unknown currency', () => sent({ currency: 'EUR' }), 'currency'],
    ['an unknown language', () => sent({ locale: 'xx' }), 'locale'],
    ['an attempt without number', () => sent({ attemptId: 'again' }), 'attemptId'],
  ])('a checkout with %s is rejected with its field', async (_, body, field) => {
    const { status, json, text } = await site.call('POST', '/api/create-checkout-session', { token: customer, body: body() });
    expect(status, text).toBe(400);
    expect(Object.keys(v.parse(TextErrorBodySchema, json).fields ?? {})).toContain(field);
  });

  test.each<[string, () => unknown, string, unknown]>([
    ['a lower price', withLine({ price: 1 }), 'price_changed', { minor: 2_990, currency: 'BRL' }],
    ['a higher price', withLine({ price: 9_007_199_254_740_991 }), 'price_changed', { minor: 2_990, currency: 'BRL' }],
    ['the price of another currency', () => sent({ currency: 'USD' }), 'price_changed', { minor: 3_190, currency: 'USD' }],
    ['a draft', () => site.cart(['rascunho']), 'ebook_unavailable', null],
    ['a book that left the shop', () => site.cart(['fora-da-loja']), 'ebook_unavailable', null],
    ['a book that never was', () => site.cart(['nunca-existiu']), 'ebook_unavailable', null],
  ])('a checkout with %s is rejected with the correct value, and no order is written', async (_, body, code, unit) => {
    const before = (await site.rows('GET', 'orders?select=id')).length;
    const { status, json } = await site.call('POST', '/api/create-checkout-session', { token: customer, body: body() });
    expect(status).toBe(409);
    const error = v.parse(TextErrorBodySchema, json);
    expect(error.code).toBe(code);
    expect(error.corrections?.map((correction) => correction.unit)).toEqual([unit]);
    expect((await site.rows('GET', 'orders?select=id')).length).toBe(before);
  });

  test('a body with another content type than JSON is rejected, even if it is JSON', async () => {
    const headers = { 'content-type': 'text/plain' };
    const body = JSON.stringify(site.cart(['raizes']));
    const { status, json } = await site.call('POST', '/api/create-checkout-session', { token: customer, headers, body });
    expect([status, json.fields]).toEqual([400, { body: 'content_type' }]);
  });

  test('a body without end is cut off at the limit', async () => {
    const body = JSON.stringify({ items: 'x'.repeat(300_000) });
    expect((await site.call('POST', '/api/create-checkout-session', { token: customer, body })).status).toBe(413);
    // The body sends just over the limit and then stalls, so no write is in progress when the answer arrives.
    const stream = new ReadableStream({
      start: (controller) => {
        for (let n = 0; n < 27; n += 1) controller.enqueue(new TextEncoder().encode('x'.repeat(10_000)));
      },
    });
    const answer = await fetch(`${site.addresses.api}/api/webhooks/stripe`, {
      method: 'POST',
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
  });

  const forged = (position: string) => Buffer.from(position).toString('base64url');
  test.each([
    '/api/ebooks?after=abc',
    '/api/ebooks?after=eyJ9',
    '/api/episodes?after=W10',
    `/api/ebooks?q=${'x'.repeat(101)}`,
    `/api/ebooks?after=${forged('["2026-02-31T00:00:00Z","a"]')}`,
    `/api/ebooks?after=${forged('["0000-01-01T00:00:00Z","a"]')}`,
    `/api/ebooks?after=${forged('["2026-01-01T00:00:00Z","\\u0000"]')}`,
    `/api/episodes?after=${forged('["2026-01-01T00:00:00Z","\\ud800"]')}`,
  ])('the request %s is rejected', async (path) => {
    const { status, json } = await site.call('GET', path);
    expect([status, json.error.code]).toEqual([400, 'invalid_input']);
  });

  test('an unknown path is answered with 404', async () => {
    for (const [method, path] of [
      ['GET', '/api/ebooks/Raizes'],
      ['GET', '/api/ebooks/..%2f..%2fetc'],
      ['GET', '/api/me.css'],
      ['POST', '/api/me/library/NOT-AN-ID/download'],
    ] as const) {
      const { status, json, headers } = await site.call(method, path, { token: customer });
      expect([path, status, json.error.code]).toEqual([path, 404, 'not_found']);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test('the API sets the id of a request itself, whatever the caller sends', async () => {
    const ids = new Set<string | null>();
    for (const id of ['0123456789abcdef', '0123456789abcdef', 'short', 'x'.repeat(65), '{"a":1,"b":2}']) {
      const { headers, json } = await site.call('GET', '/api/none', { headers: { 'x-request-id': id } });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(json.error.requestId).toBe(headers.get('x-request-id'));
      ids.add(headers.get('x-request-id'));
    }
    expect(ids.size).toBe(5);
  });
});

test('password ranges are limited for each network', async () => {
  const ask = (network: string) => site.call('GET', '/api/password-ranges/7C4A8', { headers: { 'x-forwarded-for': network } });
  const statuses: number[] = [];
  // The minute can end between two batches.
  for (let ten = 0; ten < 25 && !statuses.includes(429); ten += 1)
    statuses.push(...(await Promise.all(Array.from({ length: 10 }, () => ask('203.0.113.50')))).map(({ status }) => status));
  expect(statuses).toContain(429);
  expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(110);
  expect((await ask('203.0.113.51')).status).toBe(200);
});

test('a person with too many downloads gets a time to retry, and other people are not limited', async () => {
  const statuses: number[] = [];
  let retryAfter: string | null = null;
  for (let n = 0; n < 70 && retryAfter === null; n += 1) {
    const { status, headers } = await site.call('POST', '/api/me/library/raizes/download', { token: customer });
    statuses.push(status);
    retryAfter = headers.get('retry-after');
  }
  expect(statuses.at(-1)).toBe(429);
  expect(Number(retryAfter)).toBeGreaterThan(0);
  expect(Number(retryAfter)).toBeLessThanOrEqual(60);
  expect((await site.call('POST', '/api/me/library/raizes/download', { token: admin })).status).toBe(404);
});
