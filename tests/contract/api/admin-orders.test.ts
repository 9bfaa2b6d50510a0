import { randomUUID } from 'node:crypto';
import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import type { OrderDetail } from '@site/shared/contracts/orders.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { type ApiSite, startApiSite, tokenOf } from './api-site.ts';

let site: ApiSite;
let admin: string;

beforeAll(async () => {
  site = await startApiSite();
  await site.addBooks({ id: 'um', title: 'Café com Fé' }, { id: 'dois', title: 'Raízes' }, { id: 'tres', title: 'Sal' });
  admin = await site.signIn('admin');
});
afterAll(async () => await site?.close());

const asAdmin = (method: string, path: string, body?: unknown) => site.call(method, path, { token: admin, ...(body ? { body } : {}) });

function checked<Key extends keyof typeof endpoints>(key: Key, { status, text, json }: { status: number; text: string; json: unknown }) {
  expect(status, text).toBe(200);
  const schema = v.strictObject({ answer: endpoints[key].answer as v.GenericSchema });
  return v.parse(schema, { answer: json }).answer as v.InferOutput<(typeof endpoints)[Key]['answer']>;
}
const list = async (query: Record<string, string>) =>
  checked('GET /api/admin/orders', await asAdmin('GET', `/api/admin/orders?${new URLSearchParams(query)}`));
const page = async (id: string) => checked('GET /api/admin/orders/:id', await asAdmin('GET', `/api/admin/orders/${id}`));

/** A customer who has bought nothing yet. */
const aBuyer = () => {
  const uid = randomUUID();
  return tokenOf(site, { uid, email: `${uid}@leitores.test` });
};

async function buy(ids: string[], token?: string, card?: Parameters<ApiSite['payByCard']>[1]): Promise<AdminOrder> {
  const { json } = await site.checkout(token ?? (await aBuyer()), site.cart(ids));
  return await pay(json.sessionId, card);
}

async function pay(sessionId: string, card?: Parameters<ApiSite['payByCard']>[1]): Promise<AdminOrder> {
  await site.payByCard(sessionId, card);
  const order = await site.until(
    () => site.order(sessionId),
    (found) => found?.state === 'paid',
  );
  return await page(order?.id ?? '');
}

/** Returns an order of two copies, from the time when more copies were sold. */
async function buyTwo(id: string): Promise<AdminOrder> {
  const [draft] = await site.rows<{ id: string }>('POST', 'orders?select=id', {
    attempt_id: randomUUID(),
    buyer_uid: 'dois-de-um',
    buyer_email: 'dois-de-um@example.test',
    locale: 'pt-BR',
    currency: 'BRL',
    subtotal_minor: 5_980,
    total_minor: 5_980,
    terms_version: 'x',
  });
  const copies = [1, 2].map((no) => ({ order_id: draft?.id, ebook_id: id, no, title: 'Sal', list_minor: 2_990, paid_minor: 2_990 }));
  await site.rows('POST', 'order_copies?select=order_id', copies);
  const answer = await fetch(`${site.addresses.payments}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.internal.stripeSecretKey}` },
    body: new URLSearchParams({
      mode: 'payment',
      client_reference_id: draft?.id ?? '',
      customer_email: 'dois-de-um@example.test',
      success_url: 'https://example.test/ok',
      'line_items[0][quantity]': '2',
      'line_items[0][price_data][currency]': 'brl',
      'line_items[0][price_data][unit_amount]': '2990',
      'line_items[0][price_data][product_data][name]': 'Sal',
    }),
  });
  const session = (await answer.json()) as { id: string };
  await site.rows('PATCH', `orders?id=eq.${draft?.id}`, { session_id: session.id });
  return await pay(session.id);
}

const refund = (id: string, items: { ebookId: string; quantity: number }[] | null, minor: number, attemptId = randomUUID()) =>
  asAdmin('POST', `/api/admin/orders/${id}/refunds`, { attemptId, items, amount: { minor, currency: 'BRL' } });
const atStripe = async (order: AdminOrder) => {
  const url = `${site.addresses.payments}/v1/refunds?payment_intent=${order.paymentIntentId}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${site.internal.stripeSecretKey}` } });
  return ((await answer.json()) as { data: { amount: number }[] }).data.map(({ amount }) => amount);
};
const accessOf = (order: Pick<OrderDetail, 'items'>) => Object.fromEntries(order.items.map((item) => [item.ebookId, item.access]));

describe('a refund', () => {
  test('a refund of one book removes this book and leaves the other', async () => {
    const order = await buy(['um', 'dois']);
    expect(order).toMatchObject({ refundable: { minor: 5_980, currency: 'BRL' }, obstacle: null });
    const after = checked('POST /api/admin/orders/:id/refunds', await refund(order.id, [{ ebookId: 'um', quantity: 1 }], 2_990));
    expect(after).toMatchObject({ state: 'partly_refunded', refunded: { minor: 2_990 }, refundable: { minor: 2_990 } });
    expect(after.refunds).toMatchObject([{ state: 'done', items: [{ ebookId: 'um', quantity: 1 }], by: demoAccounts.admin.email }]);
    expect(accessOf(after)).toEqual({ um: 'refunded', dois: 'readable' });
    expect(after.items.map((item) => item.refundable.length).toSorted()).toEqual([0, 1]);
    expect(after.auditEntries).toMatchObject([{ action: 'order_refund_asked', actorEmail: demoAccounts.admin.email }]);
    expect(after.timeline.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['created', 'paid', 'refund_asked', 'refunded']));
    expect(await atStripe(order)).toEqual([2_990]);

    const rest = checked('POST /api/admin/orders/:id/refunds', await refund(order.id, null, 2_990));
    expect(rest).toMatchObject({ state: 'refunded', obstacle: 'already_refunded', refundable: { minor: 0 } });
    expect(accessOf(rest)).toEqual({ um: 'refunded', dois: 'refunded' });
  });

  test('a refund of one of two copies leaves the book readable', async () => {
    const order = await buyTwo('tres');
    const after = checked('POST /api/admin/orders/:id/refunds', await refund(order.id, [{ ebookId: 'tres', quantity: 1 }], 2_990));
    expect([accessOf(after), after.items[0]?.refundable.length]).toEqual([{ tres: 'readable' }, 1]);
    expect((await refund(order.id, [{ ebookId: 'tres', quantity: 2 }], 5_980)).json.error.code).toBe('changed_meanwhile');
  });

  test('a refund happens once, for a repeated attempt and for two admins at once', async () => {
    const order = await buy(['um', 'tres']);
    const attemptId = randomUUID();
    const same = await Promise.all([1, 2, 3, 4].map(() => refund(order.id, [{ ebookId: 'um', quantity: 1 }], 2_990, attemptId)));
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await atStripe(order)).toEqual([2_990]);
    expect((await refund(order.id, null, 2_990, attemptId)).json.error.code).toBe('attempt_reused');

    const together = await Promise.all([1, 2, 3].map(() => refund(order.id, null, 2_990)));
    expect(together.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await atStripe(order)).toSorted()).toEqual([2_990, 2_990]);
    expect((await page(order.id)).auditEntries.filter(({ action }) => action === 'order_refund_asked')).toHaveLength(2);
  });

  test('a refund whose answer was lost is requested again and given once', async () => {
    const order = await buy(['dois', 'tres']);
    // The process was killed after it recorded the refund: before it called Stripe, and after.
    const begin = async (ebookId: string) =>
      (await site.rows('POST', 'rpc/begin_refund', {
        p_actor: { uid: 'x', email: 'dona@example.test', request_id: 'request-1' },
        p_order_id: order.id,
        p_attempt_id: randomUUID(),
        p_items: [{ ebook_id: ebookId, quantity: 1 }],
        p_amount_minor: 2_990,
        p_currency: 'BRL',
      })) as unknown as { refund: { id: string } };
    const unasked = await begin('dois');
    const unheard = await begin('tres');
    const answer = await fetch(`${site.addresses.payments}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: `Bearer ${site.internal.stripeSecretKey}`, 'idempotency-key': 'forgotten by now' },
      body: new URLSearchParams({
        payment_intent: order.paymentIntentId ?? '',
        amount: '2990',
        'metadata[refund_id]': unheard.refund.id,
      }),
    });
    expect(answer.ok).toBe(true);
    await site.rows('PATCH', `order_refunds?id=in.(${unasked.refund.id},${unheard.refund.id})`, { check_after: new Date(0).toISOString() });
    await site.rows('PATCH', 'jobs?name=eq.reconciliation', { last_run_at: '2026-01-01T00:00:00Z' });
    const settled = await site.until(
      () => page(order.id),
      ({ refunds }) => refunds.every(({ state }) => state === 'done'),
    );
    expect(settled).toMatchObject({ state: 'refunded', refunded: { minor: 5_980 } });
    expect(await atStripe(order)).toEqual([2_990, 2_990]);
  });

  test('a refund that the bank returned is announced to the buyer again, once, when it is given again', async () => {
    const [order] = await site.rows<{ id: string }>('POST', 'orders?select=id', {
      attempt_id: randomUUID(),
      buyer_uid: 'banco',
      buyer_email: 'banco@example.test',
      buyer_name: 'Banco',
      locale: 'pt-BR',
      currency: 'BRL',
      subtotal_minor: 2_990,
      total_minor: 2_990,
      terms_version: 'x',
      state: 'paid',
      paid_at: new Date().toISOString(),
    });
    await site.rows('POST', 'order_copies?select=order_id', {
      order_id: order?.id,
      ebook_id: 'dois',
      title: 'Raízes',
      no: 1,
      list_minor: 2_990,
      paid_minor: 2_990,
    });
    const told: [number, string][] = [];
    for (const [index, refunded] of [1_000, 0, 1_000, 1_000, 2_000, 1_000].entries()) {
      const settled = (await site.rows('POST', 'rpc/settle_order', {
        p_order_id: order?.id,
        p_sync_no: index + 1,
        p_state: refunded > 0 ? 'partly_refunded' : 'paid',
        p_payment_intent_id: null,
        p_refunded_minor: refunded,
        p_paid_at: null,
      })) as unknown as { order: { email: string } };
      const mails = await site.rows('GET', `outbox?recipient=eq.banco@example.test&kind=eq.purchase_refunded&select=key`);
      told.push([mails.length, settled.order.email]);
    }
    // Refunds at Stripe, while a dispute of the order is open.
    for (const [index, refunded] of [1_000, 1_500].entries()) {
      await site.rows('POST', 'rpc/settle_order', {
        ...{ p_order_id: order?.id, p_sync_no: 10 + index, p_state: 'disputed', p_payment_intent_id: null },
        ...{ p_refunded_minor: refunded, p_paid_at: null },
      });
    }
    const [last] = await site.rows(
      'GET',
      'outbox?recipient=eq.banco@example.test&kind=eq.purchase_refunded&select=payload&order=created_at.desc',
    );
    expect(last?.payload).toMatchObject({ refunded_minor: 1_500, went_back_minor: 500 });
    const known = expect.stringMatching(/^(queued|sent)$/);
    expect(told).toEqual([
      [1, known],
      [1, 'none'],
      [2, known],
      [2, known],
      [3, known],
      [3, known],
    ]);
  });

  test('a refund is pending until Stripe says that it arrived, and can be given again after it failed', async () => {
    const buyer = await aBuyer();
    const order = await buy(['um', 'dois'], buyer, 'slowRefunds');
    const move = async (status: string, reason: string | undefined, isThere: (found: AdminOrder) => boolean) => {
      await site.atProvider(`sessions/${order.sessionId}/move-refund`, { status, reason });
      return await site.until(() => page(order.id), isThere);
    };
    const ofBuyer = async () => checked('GET /api/me/orders/:id', await site.call('GET', `/api/me/orders/${order.id}`, { token: buyer }));
    const tasks = async () =>
      checked('GET /api/admin/tasks', await asAdmin('GET', '/api/admin/tasks')).tasks.filter(({ subject }) => subject === order.id);

    const one = checked('POST /api/admin/orders/:id/refunds', await refund(order.id, [{ ebookId: 'um', quantity: 1 }], 2_990));
    expect(one).toMatchObject({ state: 'paid', refunded: { minor: 0 }, refundPending: { minor: 2_990 }, refundable: { minor: 2_990 } });
    expect(one.refunds).toMatchObject([{ state: 'pending', waitsFor: 'bank' }]);
    expect(accessOf(one), 'until the money arrived').toEqual({ um: 'readable', dois: 'readable' });
    expect(await ofBuyer()).toMatchObject({ refunded: { minor: 0 }, refundPending: { minor: 2_990 }, refundAsksBuyer: false });

    const both = checked('POST /api/admin/orders/:id/refunds', await refund(order.id, null, 2_990));
    expect(both).toMatchObject({ state: 'paid', refundPending: { minor: 5_980 }, refundable: { minor: 0 } });
    expect((await ofBuyer()).canRequestRefund, 'all of it is on its way').toBe(false);

    const failed = await move('failed', 'expired_or_canceled_card', ({ refunds }) => refunds[1]?.state === 'failed');
    expect(failed).toMatchObject({ refundPending: { minor: 2_990 }, refundable: { minor: 2_990 }, obstacle: null });
    expect(failed.refunds[1]).toMatchObject({ obstacle: 'returned', waitsFor: null });
    expect(failed.timeline.filter(({ kind }) => kind === 'refund_failed')).toMatchObject([{ amount: { minor: 2_990 } }]);
    expect(await tasks()).toMatchObject([{ kind: 'failed_refund', detail: 'returned' }]);

    await move('requires_action', undefined, ({ refunds }) => refunds[0]?.waitsFor === 'buyer');
    expect((await ofBuyer()).refundAsksBuyer).toBe(true);
    const arrived = await move('succeeded', undefined, ({ refunds }) => refunds[0]?.state === 'done');
    expect(arrived).toMatchObject({ state: 'partly_refunded', refunded: { minor: 2_990 }, refundPending: { minor: 0 } });
    expect(accessOf(arrived)).toEqual({ um: 'refunded', dois: 'readable' });
    expect(arrived.emails.filter(({ kind }) => kind === 'purchase_refunded')).toHaveLength(1);

    const sentBack = await move('failed', undefined, ({ refunds }) => refunds[0]?.state === 'failed');
    expect(sentBack).toMatchObject({ state: 'paid', refunded: { minor: 0 }, refundable: { minor: 5_980 } });
    expect(sentBack.timeline.filter(({ kind }) => kind === 'refund_failed')).toHaveLength(2);
    expect(accessOf(sentBack)).toEqual({ um: 'readable', dois: 'readable' });

    checked('POST /api/admin/orders/:id/refunds', await refund(order.id, null, 5_980));
    expect(await tasks(), 'given again').toEqual([]);
  });

  test('a failed refund is shown until it is given again, even if all remaining money was refunded after it', async () => {
    const order = await buy(['um', 'dois'], undefined, 'slowRefunds');
    checked('POST /api/admin/orders/:id/refunds', await refund(order.id, [{ ebookId: 'um', quantity: 1 }], 2_990));
    checked('POST /api/admin/orders/:id/refunds', await refund(order.id, null, 2_990));
    const move = async (status: string, nth: number, state: string) => {
      await site.atProvider(`sessions/${order.sessionId}/move-refund`, { status });
      await site.until(
        () => page(order.id),
        ({ refunds }) => refunds[nth]?.state === state,
      );
    };
    const tasks = async () =>
      checked('GET /api/admin/tasks', await asAdmin('GET', '/api/admin/tasks')).tasks.filter(({ subject }) => subject === order.id);
    await move('succeeded', 1, 'done');
    await move('failed', 0, 'failed');
    expect(await tasks()).toMatchObject([{ kind: 'failed_refund', detail: 'returned' }]);
    checked('POST /api/admin/orders/:id/refunds', await refund(order.id, null, 2_990));
    expect(await tasks()).toEqual([]);
  });

  test("a boleto's refund is paid by hand with a proof, counts once and removes the book", async () => {
    const { json } = await site.checkout(await aBuyer(), site.cart(['dois'], { currency: 'BRL' }));
    await site.payByBoleto(json.sessionId);
    const waiting = await site.until(
      () => site.order(json.sessionId),
      (found) => found?.state === 'waiting',
    );
    const refused = await refund(waiting?.id ?? '', null, 2_990);
    expect([refused.status, refused.json.error.fields]).toEqual([409, { refund: 'not_paid' }]);
    await site.atProvider(`sessions/${json.sessionId}/settle`, { outcome: 'paid' });
    const paid = await site.until(
      () => page(waiting?.id ?? ''),
      ({ state }) => state === 'paid',
    );
    // The provider cannot refund this payment at all.
    const impossible = await refund(paid.id, null, 2_990);
    expect([impossible.status, impossible.json.error.fields]).toEqual([409, { refund: 'method' }]);
    const after = await page(paid.id);
    expect(after).toMatchObject({ state: 'paid', refundable: { minor: 2_990 }, refundChannels: ['manual'], refunds: [] });
    expect(accessOf(after)).toEqual({ dois: 'readable' });

    const byHand = { attemptId: randomUUID(), items: null, amount: { minor: 2_990, currency: 'BRL' }, evidence: 'E123, 23/11' };
    const send = (body: object) => site.call('POST', `/api/admin/orders/${paid.id}/refunds`, { token: admin, body });
    expect((await send({ ...byHand, evidence: '' })).status).toBe(400);
    const answers = await Promise.all([send(byHand), send(byHand)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const refunded = await page(paid.id);
    expect(refunded).toMatchObject({
      state: 'refunded',
      refunded: { minor: 2_990 },
      refundable: { minor: 0 },
      refunds: [{ state: 'done', channel: 'manual', evidence: 'E123, 23/11' }],
    });
    expect(accessOf(refunded)).toEqual({ dois: 'refunded' });
    const read = await site.rows<{ payload: { is_by_hand: boolean } }>(
      'GET',
      `outbox?key=like.purchase_refunded:${paid.id}*&select=payload`,
    );
    expect(read).toMatchObject([{ payload: { is_by_hand: true } }]);
  });

  describe('a refund of an amount', () => {
    const give = (id: string, minor: number, left: number, more: object = {}) =>
      asAdmin('POST', `/api/admin/orders/${id}/refunds`, {
        ...{ attemptId: randomUUID(), items: null, amount: { minor, currency: 'BRL' }, left, keepsAccess: true },
        ...more,
      });
    const given = async (...args: Parameters<typeof give>) => checked('POST /api/admin/orders/:id/refunds', await give(...args));

    test('a refund of an amount keeps the books, tells the buyer amount, date and reason, and appears in numbers, list and file', async () => {
      const buyer = await aBuyer();
      const order = await buy(['um', 'dois'], buyer);
      const start = String(Math.floor(Date.now() / 86_400_000) * 86_400);
      const query = new URLSearchParams({ dayStart: start, weekStart: start, monthStart: start });
      const day = async (): Promise<number> => {
        const { refunds } = checked('GET /api/stats', await asAdmin('GET', `/api/stats?${query}`));
        return refunds.today.find(({ currency }) => currency === 'BRL')?.minor ?? 0;
      };
      const before = await day();
      const after = await given(order.id, 1_000, 5_980, { reason: 'Desculpe a demora.' });
      expect(after).toMatchObject({
        state: 'partly_refunded',
        refunded: { minor: 1_000 },
        refundable: { minor: 4_980 },
        owed: { minor: 0 },
      });
      expect(after.refunds).toMatchObject([{ state: 'done', keepsAccess: true, reason: 'Desculpe a demora.' }]);
      expect(after.auditEntries[0]?.after).toMatchObject({ amount_minor: 1_000, keeps_access: true });
      expect(accessOf(after)).toEqual({ um: 'readable', dois: 'readable' });
      expect(await atStripe(order)).toEqual([1_000]);
      expect((await day()) - before).toBe(1_000);

      const ofBuyer = checked('GET /api/me/orders/:id', await site.call('GET', `/api/me/orders/${order.id}`, { token: buyer }));
      expect(accessOf(ofBuyer)).toEqual({ um: 'readable', dois: 'readable' });
      expect(ofBuyer.receipts.at(-1)).toMatchObject({
        kind: 'credit',
        total: { minor: 1_000 },
        refund: { keepsAccess: true, reason: 'Desculpe a demora.' },
      });
      const mails = await site.rows<{ payload: object }>('GET', `outbox?key=like.purchase_refunded:${order.id}*&select=payload`);
      expect(mails).toMatchObject([
        { payload: { went_back_minor: 1_000, reason: 'Desculpe a demora.', kept_titles: ['Café com Fé', 'Raízes'], ended_titles: [] } },
      ]);
    });

    test('a refund of an amount removes no book but the named one when the rest is refunded in Stripe’s dashboard', async () => {
      const order = await buy(['um', 'dois']);
      await given(order.id, 2_990, 5_980, { items: [{ ebookId: 'um', quantity: 1 }] });
      const answer = await fetch(`${site.addresses.payments}/v1/refunds`, {
        method: 'POST',
        headers: { authorization: `Bearer ${site.internal.stripeSecretKey}` },
        body: new URLSearchParams({ payment_intent: order.paymentIntentId ?? '', amount: '2990' }),
      });
      expect(answer.ok).toBe(true);
      const after = await site.until(
        () => page(order.id),
        ({ refunded }) => refunded.minor === 5_980,
      );
      expect(accessOf(after)).toEqual({ um: 'readable', dois: 'refunded' });
    });

    test('refunds never exceed the payment, even with simultaneous owners or refunds in Stripe’s dashboard', async () => {
      const order = await buy(['um', 'dois']);
      const together = await Promise.all([1, 2, 3].map(() => give(order.id, 4_000, 5_980)));
      expect(together.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
      expect((await give(order.id, 1_981, 1_980)).json.error.code).toBe('changed_meanwhile');
      // A refund in Stripe's dashboard that is not known here yet.
      await site.rows('PATCH', `orders?id=eq.${order.id}`, { last_sync_no: 1_000, applied_sync_no: 1_000_000 });
      const answer = await fetch(`${site.addresses.payments}/v1/refunds`, {
        method: 'POST',
        headers: { authorization: `Bearer ${site.internal.stripeSecretKey}` },
        body: new URLSearchParams({ payment_intent: order.paymentIntentId ?? '', amount: '1500' }),
      });
      expect(answer.ok).toBe(true);
      const late = await give(order.id, 1_000, 1_980);
      expect([late.status, late.json.error.fields]).toEqual([409, { refund: 'less_left' }]);
      expect((await atStripe(order)).reduce((sum, minor) => sum + minor, 0)).toBe(5_500);
    });
  });

  describe('a refund of a free book', () => {
    const aFreeBook = async () => {
      const id = `gratis-${randomUUID().slice(0, 8)}`;
      await site.addBooks({ id, title: 'Grátis', minor: 0 });
      return id;
    };
    const takeBack = (id: string, items: { ebookId: string; quantity: number }[] | null, attemptId = randomUUID()) =>
      refund(id, items, 0, attemptId);
    const libraryOf = async (token: string) =>
      (await site.call('GET', '/api/me/library', { token })).json.items.map(({ ebook }: { ebook: { id: string } }) => ebook.id);
    const order = async (token: string, body: object): Promise<AdminOrder> => {
      const { json, text } = await site.checkout(token, body);
      if (json.orderId) return await page(json.orderId);
      expect(json.sessionId, text).toBeTruthy();
      return await pay(json.sessionId);
    };

    test('taking back a free book ends the entitlement once, without the payment provider or an email about money', async () => {
      const [book, buyer] = [await aFreeBook(), await aBuyer()];
      const free = await order(buyer, { ...site.cart([book]), items: [{ id: book, price: 0, quantity: 1 }] });
      expect(free).toMatchObject({ state: 'paid', sessionId: null, obstacle: null, refundable: { minor: 0 } });
      expect(free.items.map(({ refundable }) => refundable)).toEqual([[{ minor: 0, currency: 'BRL' }]]);
      const attemptId = randomUUID();
      const answers = await Promise.all([1, 2].map(() => takeBack(free.id, null, attemptId)));
      expect(
        answers.map(({ status }) => status),
        answers[0]?.text,
      ).toEqual([200, 200]);
      const after = await page(free.id);
      expect(after).toMatchObject({ state: 'refunded', obstacle: 'already_refunded', refunded: { minor: 0 }, receipts: [] });
      expect(after.refunds).toMatchObject([{ state: 'done', channel: 'none', items: null, amount: { minor: 0 }, evidence: null }]);
      expect(after.auditEntries).toMatchObject([{ action: 'order_copies_taken_back', actorEmail: demoAccounts.admin.email }]);
      expect(after.timeline.map(({ kind }) => kind)).toContain('taken_back');
      expect(after.timeline.map(({ kind }) => kind)).not.toContain('refund_asked');
      expect([accessOf(after), await libraryOf(buyer)]).toEqual([{ [book]: 'taken_back' }, []]);
      expect(await site.rows('GET', `outbox?kind=eq.purchase_refunded&payload->>id=eq.${free.id}`)).toEqual([]);
      expect((await takeBack(free.id, null)).json.error.fields).toEqual({ refund: 'already_refunded' });
    });

    test('taking back a free book keeps the money and the other books of its order, also during another refund', async () => {
      const [one, two, buyer] = [await aFreeBook(), await aFreeBook(), await aBuyer()];
      const paid = await order(buyer, {
        ...site.cart(['um']),
        items: [{ id: 'um', price: 2_990, quantity: 1 }, ...[one, two].map((id) => ({ id, price: 0, quantity: 1 }))],
      });
      expect((await takeBack(paid.id, [{ ebookId: 'um', quantity: 1 }])).json.error.code, 'not without its money').toBe(
        'changed_meanwhile',
      );
      expect((await refund(paid.id, [{ ebookId: one, quantity: 1 }], 2_990)).json.error.code).toBe('changed_meanwhile');
      expect((await takeBack(paid.id, [])).json.error.code, 'nothing is taken back').toBe('changed_meanwhile');
      const after = checked('POST /api/admin/orders/:id/refunds', await takeBack(paid.id, [{ ebookId: one, quantity: 1 }]));
      expect(after).toMatchObject({ state: 'paid', refunded: { minor: 0 }, refundable: { minor: 2_990 }, obstacle: null });
      expect(accessOf(after)).toEqual({ um: 'readable', [one]: 'taken_back', [two]: 'readable' });
      expect(await atStripe(paid)).toEqual([]);
      const all = checked('POST /api/admin/orders/:id/refunds', await refund(paid.id, null, 2_990));
      expect(all).toMatchObject({ state: 'refunded', refunded: { minor: 2_990 } });
      expect(accessOf(all)).toEqual({ um: 'refunded', [one]: 'taken_back', [two]: 'taken_back' });
    });

    test('an order reads as refunded once each of its books was taken back or refunded', async () => {
      const [free, buyer] = [await aFreeBook(), await aBuyer()];
      const items = [...['um', 'dois'].map((id) => ({ id, price: 2_990, quantity: 1 })), { id: free, price: 0, quantity: 1 }];
      const paid = await order(buyer, { ...site.cart(['um', 'dois']), items });
      for (const ebookId of ['um', 'dois']) await refund(paid.id, [{ ebookId, quantity: 1 }], 2_990);
      const after = await page(paid.id);
      expect([after.state, after.refunded.minor]).toEqual(['refunded', 5_980]);
      expect(accessOf(after)).toEqual({ um: 'refunded', dois: 'refunded', [free]: 'readable' });
      const states = async (state: string) => (await list({ state })).orders.filter(({ id }) => id === paid.id).map((row) => row.state);
      expect([await states('refunded'), await states('partly_refunded')]).toEqual([['refunded'], []]);
    });

    test('a claimed gift is taken back only on request, and its email is cancelled when nobody claimed it', async () => {
      const [book, buyer, reader] = [await aFreeBook(), await aBuyer(), await aBuyer()];
      const free = await order(buyer, { ...site.cart([book]), items: [{ id: book, price: 0, quantity: 3 }] });
      const gifts = await site.call('GET', `/api/me/orders/${free.id}/gifts`, { token: buyer });
      const { url } = gifts.json.gifts[0];
      const [giftId, key] = [new URL(url).pathname.split('/').at(-1), new URL(url).hash.slice(1)];
      const claimed = await site.call('POST', `/api/gifts/${giftId}/claim`, { token: reader, body: { key } });
      expect(claimed.json.outcome, claimed.text).toBe('claimed');
      expect((await takeBack(free.id, null)).json.error.code).toBe('changed_meanwhile');
      const two = checked('POST /api/admin/orders/:id/refunds', await takeBack(free.id, [{ ebookId: book, quantity: 2 }]));
      expect([two.state, await libraryOf(buyer), await libraryOf(reader)]).toEqual(['paid', [], [book]]);
      const body = { attemptId: randomUUID(), items: null, amount: { minor: 0, currency: 'BRL' }, takesClaimed: true };
      const all = checked('POST /api/admin/orders/:id/refunds', await asAdmin('POST', `/api/admin/orders/${free.id}/refunds`, body));
      expect([all.state, await libraryOf(reader)]).toEqual(['refunded', []]);
      expect((await site.call('POST', `/api/gifts/${giftId}/claim`, { token: reader, body: { key } })).status).toBe(404);
    });
  });

  test.each([
    ['an amount that differs from the items', (id: string) => refund(id, null, 1), 409],
    ['a book that is not in the order', (id: string) => refund(id, [{ ebookId: 'dois', quantity: 1 }], 2_990), 409],
    [
      'a book twice',
      (id: string) =>
        refund(
          id,
          Array.from({ length: 2 }, () => ({ ebookId: 'um', quantity: 1 })),
          5_980,
        ),
      400,
    ],
    ['half a copy', (id: string) => refund(id, [{ ebookId: 'um', quantity: 0.5 }], 1_495), 400],
    ['minus one copy', (id: string) => refund(id, [{ ebookId: 'um', quantity: -1 }], 2_990), 400],
    ['an owed amount when nothing is owed', (id: string) => refund(id, [], 2_990), 409],
    ['a fraction of a cent', (id: string) => refund(id, null, 2_990.5), 400],
    ['a negative amount', (id: string) => refund(id, null, -2_990), 400],
    ['an unknown order id', () => refund(randomUUID(), null, 2_990), 404],
    ['an invalid order id', () => refund('x', null, 2_990), 404],
  ])('a refund of %s is rejected and moves no money', async (_about, ask, status) => {
    const order = await sharedOrder();
    expect((await ask(order.id)).status).toBe(status);
    expect(await atStripe(order)).toEqual([]);
  });

  let shared: Promise<AdminOrder> | undefined;
  const sharedOrder = () => {
    shared ??= site.signIn('newcomer').then((token) => buy(['um'], token));
    return shared;
  };
});

describe('the purchase email of an order', () => {
  test('resending the purchase email writes it to the audit log', async () => {
    const [order] = (await list({ q: 'café' })).orders;
    const paid = (await list({ state: 'paid' })).orders.find(({ id }) => id !== order?.id) ?? order;
    const after = checked('POST /api/admin/orders/:id/email', await asAdmin('POST', `/api/admin/orders/${paid?.id}/email`));
    const subject = { kind: 'order', id: paid?.id, name: String(paid?.number) };
    expect(after.auditEntries[0]).toMatchObject({ action: 'order_email_resent', before: null, after: null, subject });
    expect(after.timeline.map(({ kind }) => kind)).toContain('email_resent');
  });

  test('a corrected address gets the purchase email, and its owner takes over the order at the next sign-in', async () => {
    const buyer = await aBuyer();
    const order = await buy(['um', 'dois', 'tres'], buyer);
    const email = demoAccounts.newcomer.email;
    const change = { email: ` ${email.toUpperCase()} `, previousEmail: order.email };
    const path = `/api/admin/orders/${order.id}/buyer-email`;
    const after = checked('PUT /api/admin/orders/:id/buyer-email', await asAdmin('PUT', path, change));
    expect(after).toMatchObject({ email, awaitsNewOwner: true, buyerUid: order.buyerUid });
    expect(after.auditEntries[0]).toMatchObject({
      action: 'order_email_corrected',
      before: { buyer_email: order.email },
      after: { buyer_email: email },
    });
    expect((await asAdmin('PUT', path, change)).json.error.code, 'another admin was first').toBe('changed_meanwhile');
    await site.until(
      () => site.inbox(email),
      (mails) => mails.some(({ text }) => text.includes(String(order.number))),
    );

    // The previous buyer keeps access until the new one signs in. An address that is not verified takes over nothing.
    const newcomer = await site.signIn('newcomer');
    expect((await site.call('GET', `/api/me/orders/${order.id}`, { token: buyer })).status).toBe(200);
    await site.call('GET', '/api/me', { token: await site.signUp() });
    expect((await page(order.id)).buyerUid).toBe(order.buyerUid);
    await site.call('GET', '/api/me', { token: newcomer });
    expect((await site.call('GET', `/api/me/orders/${order.id}`, { token: newcomer })).status).toBe(200);
    expect((await site.call('GET', `/api/me/orders/${order.id}`, { token: buyer })).status).toBe(404);
    const taken = await page(order.id);
    expect(taken).toMatchObject({ awaitsNewOwner: false });
    expect(taken.timeline.map(({ kind }) => kind)).toContain('taken_over');
    // The new buyer owns the first book already, so this copy becomes a gift.
    expect(accessOf(taken)).toEqual({ um: 'gift', dois: 'readable', tres: 'readable' });
    const library = await site.call('GET', '/api/me/library', { token: newcomer });
    expect(library.json.items.map((item: { ebook: { id: string } }) => item.ebook.id)).toEqual(expect.arrayContaining(['dois', 'tres']));
  });

  test.each(['', 'x', 'a@', 'a@example.test\r\nBcc: b@example.test', `${'a'.repeat(250)}@example.test`])(
    'the purchase email is not sent to %j',
    async (email) => {
      const [order] = (await list({})).orders;
      const { status, json } = await asAdmin('PUT', `/api/admin/orders/${order?.id}/buyer-email`, { email, previousEmail: order?.email });
      expect([status, Object.keys(json.error.fields)]).toEqual([400, ['email']]);
    },
  );
});

describe('the list of orders', () => {
  beforeAll(async () => {
    for (let index = 0; index < 45; index += 1) {
      const at = new Date(Date.UTC(2034, 0, 1 + Math.floor(index / 3), 12)).toISOString();
      const [order] = await site.rows<{ id: string }>('POST', 'orders?select=id', {
        attempt_id: randomUUID(),
        buyer_uid: `lista-${index}`,
        buyer_email: `lista-${index}@example.test`,
        buyer_name: index === 7 ? '=HYPERLINK("http://x")' : `Lista Conceição ${index}`,
        locale: 'pt-BR',
        currency: 'BRL',
        subtotal_minor: 2_990,
        total_minor: 2_990,
        terms_version: 'x',
        state: index % 5 === 0 ? 'refunded' : 'paid',
        created_at: at,
        paid_at: at,
      });
      await site.rows('POST', 'order_copies?select=order_id', {
        order_id: order?.id,
        ebook_id: 'dois',
        title: index === 9 ? 'Ornitorrinco' : 'Raízes',
        no: 1,
        list_minor: 2_990,
        paid_minor: 2_990,
      });
    }
  });

  test('the list of orders has pages of 20 in both directions', async () => {
    const query = { q: 'conceicao' };
    const first = await list(query);
    const second = await list({ ...query, after: first.nextCursor ?? '' });
    const third = await list({ ...query, after: second.nextCursor ?? '' });
    expect([first, second, third].map(({ orders }) => orders.length)).toEqual([20, 20, 4]);
    expect(new Set([first, second, third].flatMap(({ orders }) => orders.map(({ id }) => id))).size).toBe(44);
    expect([first.previousCursor, third.nextCursor]).toEqual([null, null]);
    const back = await list({ ...query, before: third.previousCursor ?? '' });
    expect(back.orders).toEqual(second.orders);
    expect((await list({ ...query, before: back.previousCursor ?? '' })).orders).toEqual(first.orders);
  });

  test('the list of orders is searched by name, address, number and book', async () => {
    const [known] = (await list({ q: 'lista-30@example' })).orders;
    expect(known?.email).toBe('lista-30@example.test');
    for (const q of [
      'conceição 30',
      '30 raízes lista',
      `${known?.number}`,
      `#${known?.number}`,
      `nº ${known?.number}`,
      `pedido n° ${known?.number}`,
      'LISTA-30@EXAMPLE.TEST',
    ])
      expect(
        (await list({ q })).orders.map(({ id }) => id),
        q,
      ).toEqual([known?.id]);
    expect((await list({ q: 'ornito' })).orders.map(({ email }) => email)).toEqual(['lista-9@example.test']);
    for (const q of ['%', '__', 'ista-30@example.test', '999999999999999', "'; drop table orders"])
      expect((await list({ q })).orders, q).toEqual([]);
  });

  test("the list of orders is filtered by days in the site's time zone and by state", async () => {
    const days = await list({ from: '2034-01-02', to: '2034-01-03' });
    expect(days.orders).toHaveLength(6);
    expect(new Set(days.orders.map(({ date }) => date.slice(0, 10)))).toEqual(new Set(['2034-01-02', '2034-01-03']));
    const refunded = await list({ from: '2034-01-01', to: '2034-01-31', state: 'refunded' });
    expect(refunded.orders).toHaveLength(9);
    expect((await list({ state: 'waiting' })).orders).toEqual([]);
  });

  test.each(['from=2034-13-01', 'from=ontem', 'to=2034-02-30', 'state=open', 'after=x', 'after=x&before=x', `q=${'x'.repeat(101)}`])(
    'the list of orders rejects %s',
    async (query) => {
      expect((await asAdmin('GET', `/api/admin/orders?${query}`)).status).toBe(400);
    },
  );

  test("the orders' CSV file holds no formula", async () => {
    const answer = await asAdmin('GET', '/api/admin/orders.csv?from=2034-01-01&to=2034-01-31');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="pedidos-\d{4}-\d\d-\d\d\.csv"$/);
    const lines = answer.text.trim().split('\r\n');
    expect(lines).toHaveLength(46);
    expect(lines[0]).toContain('Número;Data;Pago em');
    expect(answer.text).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(lines[1]).toMatch(/^\d+;2034-01-15 09:00:00;2034-01-15 09:00:00;/);
    expect(answer.text).toContain('"29,90"');
  });
});

test('an unknown order is not found', async () => {
  for (const id of [randomUUID(), 'x', '%27']) expect((await asAdmin('GET', `/api/admin/orders/${id}`)).status).toBe(404);
});

test('the global search finds a few results of every kind', async () => {
  const search = async (q: string) =>
    checked('GET /api/admin/search', await asAdmin('GET', `/api/admin/search?${new URLSearchParams({ q })}`));
  expect(await search('')).toEqual({
    orders: [],
    users: [],
    subscribers: [],
    ebooks: [],
    messages: [],
    episodes: [],
    posts: [],
    campaigns: [],
  });
  const lists = await search('lista-');
  expect([lists.orders.length, lists.users.length]).toEqual([5, 5]);
  expect((await search('cafe')).ebooks).toEqual([{ id: 'um', title: 'Café com Fé', state: 'published' }]);
  await site.channelIsRead();
  const [episode] = await site.rows<{ slug: string; title: string }>('GET', 'episodes?removed_at=is.null&select=slug,title&limit=1');
  expect((await search(episode?.title ?? '')).episodes.map(({ slug }) => slug)).toContain(episode?.slug);
});
