import { randomUUID } from 'node:crypto';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import type { Receipt } from '@site/shared/contracts/receipts.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiSite, startApiSite, tokenOf } from './api-site.ts';

let site: ApiSite;
let admin: string;

beforeAll(async () => {
  site = await startApiSite();
  await site.addBooks({ id: 'um', title: 'Café com Fé' }, { id: 'dois', title: 'Raízes' });
  admin = await site.signIn('admin');
});
afterAll(async () => await site?.close());

const CNPJ = '12.ABC.345/01DE-35';
const detailOf = (json: unknown) => v.parse(endpoints['GET /api/me/orders/:id'].answer, json);

const aBuyer = async () => {
  const uid = randomUUID();
  const email = `${uid}@leitores.test`;
  return { uid, email, token: await tokenOf(site, { uid, email }) };
};
type Buyer = Awaited<ReturnType<typeof aBuyer>>;

const wish = ({ token }: Buyer, body: object) => site.call('PUT', '/api/me/receipt-buyer', { token, body });

async function buy(buyer: Buyer, ids: string[]) {
  const { json } = await site.checkout(buyer.token, site.cart(ids));
  await site.payByCard(json.sessionId);
  const order = await site.until(
    () => site.order(json.sessionId),
    (found) => found?.state === 'paid',
  );
  return { sessionId: String(json.sessionId), id: order?.id ?? '' };
}
const pageOf = async ({ token }: Buyer, id: string) => detailOf((await site.call('GET', `/api/me/orders/${id}`, { token })).json);
const named = (receipts: readonly Receipt[]) =>
  receipts.map(({ series, kind, of, total, lines }) => [series, kind, of !== null, total.minor, lines.map(({ title }) => title)]);

/** Checks that the numbers of both series have no gaps, and how many there are. */
async function hasNoGaps(): Promise<void> {
  const rows = await site.rows<{ series: string; number: number }>('GET', 'receipts?select=series,number&order=series,number');
  const series = await site.rows<{ series: string; last: number }>('GET', 'receipt_series?select=series,last');
  expect(series.length).toBeGreaterThan(0);
  for (const { series: name, last } of series) {
    const numbers = rows.filter((row) => row.series === name).map(({ number }) => number);
    expect([name, numbers]).toEqual([name, Array.from({ length: last }, (_, index) => index + 1)]);
  }
}

test("a paid order has a receipt with the buyer's details, and each refund a credit note", async () => {
  const buyer = await aBuyer();
  expect((await wish(buyer, { name: 'Ana Ltda.', taxId: CNPJ.toLowerCase() })).json).toEqual({ name: 'Ana Ltda.', taxId: CNPJ });
  const { id, sessionId } = await buy(buyer, ['um', 'dois']);
  const page = await pageOf(buyer, id);
  expect(named(page.receipts)).toEqual([['R', 'receipt', false, 5_980, ['Café com Fé', 'Raízes']]]);
  expect(page.receipts[0]).toMatchObject({
    buyer: { name: 'Ana Ltda.', email: buyer.email, taxId: { kind: 'cnpj', text: CNPJ } },
    seller: { legalName: '', taxId: '', address: '' },
  });
  const [mail] = await site.rows<{ payload: { receipt: string } }>('GET', `outbox?key=eq.purchase_paid:${id}&select=payload`);
  expect(mail?.payload.receipt).toBe(`R ${page.receipts[0]?.number}`);

  const refund = await site.call('POST', `/api/admin/orders/${id}/refunds`, {
    token: admin,
    body: { attemptId: randomUUID(), items: [{ ebookId: 'dois', quantity: 1 }], amount: { minor: 2_990, currency: 'BRL' } },
  });
  expect(refund.status, refund.text).toBe(200);
  await site.atProvider(`sessions/${sessionId}/refund`, { amount: 1_000 });
  await site.until(
    () => site.order(sessionId),
    (order) => order?.refunded_minor === 3_990,
  );
  const { receipts } = await pageOf(buyer, id);
  expect(named(receipts).slice(1)).toEqual([
    ['NC', 'credit', true, 2_990, ['Raízes']],
    ['NC', 'credit', true, 1_000, [null]],
  ]);
  expect(receipts[1]?.buyer).toEqual(page.receipts[0]?.buyer);
  await hasNoGaps();
});

test('a lost dispute creates one credit note over the rest, and winning it later creates a new receipt', async () => {
  const buyer = await aBuyer();
  const { id, sessionId } = await buy(buyer, ['um', 'dois']);
  await site.atProvider(`sessions/${sessionId}/refund`, { amount: 1_000 });
  await site.until(
    () => site.order(sessionId),
    (order) => order?.refunded_minor === 1_000,
  );
  const decide = async (of: string, outcome: 'won' | 'lost') => {
    await site.atProvider(`sessions/${of}/dispute`);
    await site.until(
      () => site.order(of),
      (order) => order?.state === 'disputed',
    );
    await site.atProvider(`sessions/${of}/close-dispute`, { outcome });
  };
  await decide(sessionId, 'lost');
  const { receipts } = await site.until(
    () => pageOf(buyer, id),
    (page) => page.receipts.length > 2,
  );
  expect(named(receipts).slice(1)).toEqual([
    ['NC', 'credit', true, 1_000, [null]],
    ['NC', 'credit', true, 4_980, ['Café com Fé', 'Raízes']],
  ]);
  expect(receipts.map(({ isOfDispute }) => isOfDispute)).toEqual([false, false, true]);
  const [dispute] = await site.rows<{ id: string; closed_at: string }>('GET', `disputes?order_id=eq.${id}`);
  const file = (await site.call('GET', '/api/admin/receipts.csv?locale=en', { token: admin })).text.split('\r\n');
  expect(file.filter((line) => line.endsWith(`,${dispute?.id}`))).toEqual([expect.stringContaining('credit note')]);
  const body = { name: 'Ana', taxId: '', number: receipts[0]?.number };
  expect((await site.call('POST', `/api/admin/orders/${id}/receipts`, { token: admin, body })).status, 'nothing is left').toBe(409);

  /** The number of Stripe's next sync. */
  let syncNo = 1_000;
  const settle = async (state: 'lost' | 'won', orderState: string) => {
    syncNo += 1;
    await site.rows('POST', 'rpc/settle_order', {
      ...{ p_order_id: id, p_sync_no: syncNo, p_state: orderState, p_payment_intent_id: null, p_refunded_minor: 1_000, p_paid_at: null },
      p_facts: { disputes: [{ ...dispute, state }] },
    });
    return named((await pageOf(buyer, id)).receipts).slice(3);
  };
  expect(await settle('lost', 'disputed'), 'once').toEqual([]);
  expect(await settle('won', 'partly_refunded')).toEqual([['R', 'receipt', true, 4_980, ['Café com Fé', 'Raízes']]]);

  const winner = await aBuyer();
  const other = await buy(winner, ['um']);
  await decide(other.sessionId, 'won');
  await site.until(
    () => site.order(other.sessionId),
    (order) => order?.state === 'paid',
  );
  expect((await pageOf(winner, other.id)).receipts).toHaveLength(1);
  await hasNoGaps();
});

test('an invalid tax id is rejected, and the purchase continues without it', async () => {
  const buyer = await aBuyer();
  const refused = await wish(buyer, { name: '', taxId: '12.ABC.345/01DE-36' });
  expect([refused.status, refused.json.error.fields]).toEqual([400, { taxId: 'tax_id' }]);
  const { id } = await buy(buyer, ['um']);
  expect((await pageOf(buyer, id)).receipts[0]?.buyer.taxId).toBeNull();
});

test('the buyer can change receipt details for a day, then only the owner, with a note and a new receipt', async () => {
  const buyer = await aBuyer();
  const { id } = await buy(buyer, ['um']);
  const change = (token: string, body: object) => site.call('PUT', `/api/me/orders/${id}/receipt-buyer`, { token, body });
  const other = await aBuyer();
  expect((await change(other.token, { name: '', taxId: CNPJ })).status).toBe(404);
  const changed = detailOf((await change(buyer.token, { name: 'Ana', taxId: '111.444.777-35' })).json);
  expect(changed.receipts.map(({ buyer: { name, taxId } }) => [name, taxId?.text])).toEqual([['Ana', '111.444.777-35']]);
  const number = changed.receipts[0]?.number ?? 0;

  await site.rows('PATCH', `orders?id=eq.${id}`, { paid_at: new Date(Date.now() - 86_401_000).toISOString() });
  expect((await change(buyer.token, { name: '', taxId: '' })).status).toBe(409);
  expect((await pageOf(buyer, id)).canChangeReceipt).toBe(false);
  for (const [method, body] of [
    ['PATCH', { total_minor: 1 }],
    ['DELETE', undefined],
  ] as const) {
    await expect(site.rows(method, `receipts?series=eq.R&number=eq.${number}`, body)).rejects.toThrow('cannot be changed');
  }

  const replace = (seen: number) =>
    site.call('POST', `/api/admin/orders/${id}/receipts`, { token: admin, body: { name: 'Ana Ltda.', taxId: CNPJ, number: seen } });
  const replaced = await replace(number);
  expect(replaced.status, replaced.text).toBe(200);
  const { receipts, auditEntries } = v.parse(endpoints['GET /api/admin/orders/:id'].answer, replaced.json);
  expect(named(receipts)).toEqual([
    ['R', 'receipt', false, 2_990, ['Café com Fé']],
    ['NC', 'credit', true, 2_990, ['Café com Fé']],
    ['R', 'receipt', false, 2_990, ['Café com Fé']],
  ]);
  expect(receipts.map(({ buyer: { taxId } }) => taxId?.text)).toEqual(['•••.•••.•77-35', '•••.•••.•77-35', '••.•••.•••/••DE-35']);
  expect(JSON.stringify(auditEntries)).toContain('order_receipt_replaced');
  expect(JSON.stringify(replaced.json)).not.toContain('11144477735');
  expect((await replace(number)).status).toBe(409);
  await hasNoGaps();
});

test('the accountant’s file lists receipts and credit notes of the chosen days, with negative amounts for refunds', async () => {
  const file = async (query: string) => (await site.call('GET', `/api/admin/receipts.csv?locale=en${query}`, { token: admin })).text;
  const lines = (await file('')).trimEnd().split('\r\n');
  expect(lines[0]).toContain('Document,Kind,About receipt');
  const replaced = lines.slice(1).map((line) => line.split(','));
  expect(replaced).toHaveLength((await site.rows('GET', 'receipts?select=number')).length);
  expect(replaced.filter(([, kind]) => kind === 'credit note').every((cells) => cells.at(-4)?.startsWith('-'))).toBe(true);
  expect(lines.join()).toContain(CNPJ);
  expect((await file('&to=2020-01-01')).trimEnd().split('\r\n')).toHaveLength(1);
});

test('receipt details are in the data export and are deleted with the account, and an issued receipt stays', async () => {
  const buyer = await aBuyer();
  await wish(buyer, { name: '', taxId: CNPJ });
  const { id } = await buy(buyer, ['dois']);
  const kept = async () => await site.rows('POST', 'rpc/get_personal_data', { p_uid: buyer.uid, p_email: buyer.email });
  expect(JSON.stringify(await kept()).match(/12ABC34501DE35/g)).toHaveLength(2);
  const gone = await site.call('DELETE', '/api/me', { token: buyer.token, body: { email: buyer.email, locale: 'pt-BR' } });
  expect(gone.status, gone.text).toBe(200);
  expect(await site.rows('GET', `receipt_buyers?uid=eq.${buyer.uid}`)).toEqual([]);
  expect(await site.rows('GET', `receipts?order_id=eq.${id}&select=buyer`)).toMatchObject([
    { buyer: { tax_id: { value: '12ABC34501DE35' } } },
  ]);
});
