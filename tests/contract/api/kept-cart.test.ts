import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiSite, startApiSite } from './api-site.ts';

let site: ApiSite;
let token: string;
let person: { uid: string; email: string };

beforeAll(async () => {
  site = await startApiSite();
  person = { uid: 'carrinho-1', email: 'carrinho@example.test' };
  token = await site.tokenOf(person);
  await site.addBooks({ id: 'um-livro' }, { id: 'outro-livro' });
});
afterAll(async () => await site?.close());

const kept = async () => (await site.call('GET', '/api/me/cart', { token })).json;
const keep = (lines: unknown[], revision: number) => site.call('PUT', '/api/me/cart', { token, body: { lines, revision } });
const rows = () => site.rows(`GET`, `kept_carts?uid=eq.${person.uid}`);

describe("bought copies leave the account's cart once", () => {
  const id = 'um-presente';
  const put = async (buyer: string, line: object) => {
    const { revision } = (await site.call('GET', '/api/me/cart', { token: buyer })).json;
    const saved = await site.call('PUT', '/api/me/cart', { token: buyer, body: { lines: [{ id, ...line }], revision } });
    expect(saved.status, saved.text).toBe(200);
  };
  const linesOf = async (buyer: string) => (await site.call('GET', '/api/me/cart', { token: buyer })).json.lines;
  const order = async (buyer: string, line: object): Promise<string> => {
    await put(buyer, line);
    const cart = { ...site.cart([id]), items: [{ id, price: 2_990, ...line }] };
    const { json, text } = await site.checkout(buyer, cart);
    expect(json.sessionId, text).toBeDefined();
    return json.sessionId;
  };
  const stateIs = (sessionId: string, state: string) =>
    site.until(
      async () => (await site.order(sessionId))?.state,
      (now) => now === state,
    );
  const settle = async (sessionId: string) => {
    await site.atProvider(`sessions/${sessionId}/settle`, { outcome: 'paid' });
    await stateIs(sessionId, 'paid');
  };
  beforeAll(async () => await site.addBooks({ id }));

  test.each([
    ['a copy to read', { quantity: 1 }],
    ['gifts', { quantity: 3, gift: 'all' }],
  ])('a cart line of %s is removed when its boleto is issued, and gifts added later stay when the boleto is paid', async (what, line) => {
    const buyer = await site.tokenOf({ uid: `boleto-${what}`.replaceAll(' ', '-'), email: `${what.replaceAll(' ', '-')}@example.test` });
    const sessionId = await order(buyer, line);
    await site.payByBoleto(sessionId);
    await stateIs(sessionId, 'waiting');
    expect(await linesOf(buyer)).toEqual([]);
    const more = { quantity: 4, gift: 'all' };
    await put(buyer, more);
    await settle(sessionId);
    expect(await linesOf(buyer)).toEqual([{ id, ...more }]);
  });

  test('a cart line is removed when its Pix is paid, and until then the cart can be paid in another way', async () => {
    const buyer = await site.tokenOf({ uid: 'pix-1', email: 'pix-1@example.test' });
    const sessionId = await order(buyer, { quantity: 1 });
    await site.showPix(sessionId);
    await stateIs(sessionId, 'waiting');
    expect(await linesOf(buyer)).toEqual([{ id, quantity: 1 }]);
    await settle(sessionId);
    expect(await linesOf(buyer)).toEqual([]);
  });

  test.each([
    ['copies that were added in the meantime', { quantity: 2, gift: 'all' }, { quantity: 5, gift: 'all' }, { quantity: 3, gift: 'all' }],
    [
      'a group that keeps at least two seats',
      { quantity: 2, gift: 'group' },
      { quantity: 3, gift: 'group' },
      { quantity: 2, gift: 'group' },
    ],
    ['gifts when a copy to read was bought', { quantity: 1 }, { quantity: 3, gift: 'all' }, { quantity: 3, gift: 'all' }],
  ])('a payment removes the paid copies from the cart but keeps %s', async (what, ordered, meanwhile, left) => {
    const uid = what.replaceAll(/[ ,]+/g, '-');
    const buyer = await site.tokenOf({ uid, email: `${uid}@example.test` });
    const sessionId = await order(buyer, ordered);
    await put(buyer, meanwhile);
    await site.payByCard(sessionId);
    await stateIs(sessionId, 'paid');
    expect(await linesOf(buyer)).toEqual([{ id, ...left }]);
  });
});

describe('the cart of an account', () => {
  const one = { id: 'um-livro', quantity: 1, chosen: { minor: 500, currency: 'BRL' } };
  const gifts = { id: 'outro-livro', quantity: 3, gift: 'group' };

  test("an account's cart keeps the latest change of any device, and rejects a change to an older version", async () => {
    expect(await kept()).toEqual({ lines: [], revision: 0 });
    const saved = await keep([one], 0);
    expect([saved.status, saved.json]).toEqual([200, { lines: [one], revision: 1 }]);
    expect((await keep([gifts], 0)).json).toEqual({ lines: [one], revision: 1 });
    expect((await keep([one, gifts], 1)).json.revision).toBe(2);
    expect(await kept()).toEqual({ lines: [one, gifts], revision: 2 });
  });

  test.each([
    ['the same line twice', [one, one]],
    ['more copies than allowed', [{ id: 'um-livro', quantity: 21 }]],
    ['a group of one', [{ ...gifts, quantity: 1 }]],
    ['more lines than allowed', Array.from({ length: 51 }, (_, n) => ({ id: `livro-${n}`, quantity: 1 }))],
  ])("an account's cart cannot hold %s", async (_, lines) => {
    expect((await keep(lines, 2)).status).toBe(400);
  });

  test("an account's cart loses bought books, whichever device paid for them", async () => {
    const { json } = await site.checkout(token, site.cart(['um-livro']));
    expect((await kept()).revision, 'not yet paid').toBe(2);
    await site.payByCard(json.sessionId);
    const after = await site.until(kept, ({ revision }) => revision > 2);
    expect(after).toEqual({ lines: [gifts], revision: 3 });
  });

  test("an account's cart is in the export, expires after 90 days, and is deleted with the account", async () => {
    const answer = await fetch(`${site.addresses.api}/api/me/export`, { headers: { authorization: `Bearer ${token}` } });
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(JSON.parse(strFromU8(files['cart.json'] ?? new Uint8Array()))).toEqual([gifts]);
    await site.rows('POST', 'kept_carts', [{ uid: 'antigo', lines: [], changed_at: new Date(Date.now() - 91 * 86_400_000).toISOString() }]);
    await site.rows('POST', 'rpc/sweep_kept_carts', {});
    expect(await site.rows('GET', 'kept_carts?uid=eq.antigo')).toEqual([]);
    expect(await rows()).toHaveLength(1);

    const gone = await site.call('DELETE', '/api/me', { token, body: { email: person.email } });
    expect(gone.status, gone.text).toBe(200);
    expect(await rows()).toEqual([]);
    expect((await keep([one], 0)).status).toBe(410);
    expect(await rows()).toEqual([]);
  });
});
