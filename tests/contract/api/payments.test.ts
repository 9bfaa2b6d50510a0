import { createHmac, randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { type ApiSite, startApiSite } from './api-site.ts';

let site: ApiSite;
let buyer: string;
let other: string;
let admin: string;
let books = 0;

beforeAll(async () => {
  site = await startApiSite();
  [buyer, other, admin] = await Promise.all([site.signIn('newcomer'), site.signIn('customer'), site.signIn('admin')]);
});
afterAll(async () => await site?.close());
// One person buys more here than is allowed in a minute.
beforeEach(async () => void (await site.rows('DELETE', 'rate_limits?hits=gt.0')));

const buyerEmail = demoAccounts.newcomer.email;
const ownerEmail = 'ola@raizepalavra.test';

/** Adds a book that no other test sells. */
async function aBook(): Promise<string> {
  books += 1;
  const id = `livro-${books}`;
  await site.addBooks({ id });
  return id;
}

/** Adds a new book, and opens the payment page of a cart with it. */
async function aCheckout(
  change: Record<string, unknown> = {},
): Promise<{ book: string; cart: ReturnType<ApiSite['cart']>; sessionId: string }> {
  const book = await aBook();
  const cart = site.cart([book], change);
  const { status, text, json } = await site.checkout(buyer, cart);
  expect(status, text).toBe(200);
  return { book, cart, sessionId: json.sessionId };
}

const stateIs = (sessionId: string, state: string) =>
  site.until(
    () => site.order(sessionId),
    (order) => order?.state === state,
  );
const libraryOf = async (token: string): Promise<string[]> =>
  (await site.call('GET', '/api/me/library', { token })).json.items.map((item: { ebook: { id: string } }) => item.ebook.id);
const mailsOf = async (sessionId: string): Promise<string[]> => {
  const order = await site.order(sessionId);
  return (await site.rows<{ kind: string }>('GET', `outbox?key=like.*${order?.id}*&kind=neq.sale_made&select=kind&order=created_at`)).map(
    (row) => row.kind,
  );
};

/** Returns an event like Stripe's, with a signature that the API accepts. */
function signedEvent(event: { id: string; type: string; object: object }, change: { secret?: string; age?: number } = {}) {
  const body = JSON.stringify({ id: event.id, object: 'event', type: event.type, created: 1, data: { object: event.object } });
  const at = Math.floor(Date.now() / 1_000) - (change.age ?? 0);
  const signature = createHmac('sha256', change.secret ?? site.internal.stripeWebhookSecret)
    .update(`${at}.${body}`)
    .digest('hex');
  return { body, headers: { 'stripe-signature': `t=${at},v1=${signature}` } };
}
const deliver = (sent: { body: string; headers: Record<string, string> }) => site.call('POST', '/api/webhooks/stripe', sent);

describe('the state of an order follows the provider', () => {
  test('a card payment makes one order, one email and one entitlement, however many requests check it at once', async () => {
    const { book, sessionId } = await aCheckout();
    await site.atProvider('webhooks/pause');
    expect((await site.payByCard(sessionId)).status).toBe(303);
    const event = (n: number) =>
      signedEvent({ id: `evt_${n}_${sessionId.slice(-8)}`, type: 'checkout.session.completed', object: { id: sessionId } });
    // On a slow machine the database cannot serve all of them in time. Provider and page then retry, and so does this test.
    const answered = (ask: () => ReturnType<ApiSite['call']>) => site.until(ask, ({ status }) => status !== 503);
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => answered(() => deliver(event(1)))),
      ...Array.from({ length: 10 }, (_, n) => answered(() => deliver(event(n)))),
      ...Array.from({ length: 10 }, () => answered(() => site.confirm(buyer, sessionId))),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    await site.atProvider('webhooks/resume');
    await stateIs(sessionId, 'paid');
    expect(await mailsOf(sessionId)).toEqual(['purchase_paid']);
    expect((await libraryOf(buyer)).filter((id) => id === book)).toHaveLength(1);
    const order = await site.order(sessionId);
    expect(await site.rows('GET', `order_copies?order_id=eq.${order?.id}&select=ebook_id,entitlements(revoked_at)`)).toEqual([
      { ebook_id: book, entitlements: { revoked_at: null } },
    ]);
    const mails = await site.until(
      () => site.inbox(buyerEmail, true),
      (all) => all.length > 0,
    );
    expect(mails.filter((mail) => mail.subject.includes('seus eBooks estão prontos'))).toHaveLength(1);
  });

  test('the reconciliation finds a payment without any webhook', async () => {
    const { sessionId } = await aCheckout();
    await site.atProvider('webhooks/pause');
    await site.payByCard(sessionId);
    // The last run began just after the event, and read the list before the event was in it.
    const last_success_at = new Date(Date.now() + 60_000).toISOString();
    await site.rows('PATCH', 'jobs?name=eq.reconciliation', { last_run_at: '2026-01-01T00:00:00Z', last_success_at });
    await stateIs(sessionId, 'paid');
    await site.atProvider('webhooks/resume');
    expect(await mailsOf(sessionId)).toEqual(['purchase_paid']);
  });

  test('the reconciliation still checks an open order of last year', async () => {
    const { sessionId } = await aCheckout();
    await site.atProvider('webhooks/pause');
    await site.payByCard(sessionId);
    const old = { created_at: '2025-01-01T00:00:00Z', check_after: '2025-01-02T00:00:00Z' };
    await site.rows('PATCH', `orders?session_id=eq.${sessionId}`, old);
    // The provider deleted the events of this order long ago.
    await site.rows('PATCH', 'jobs?name=eq.reconciliation', {
      last_run_at: '2026-01-01T00:00:00Z',
      last_success_at: '2100-01-01T00:00:00Z',
    });
    await stateIs(sessionId, 'paid');
    await site.rows('PATCH', 'jobs?name=eq.reconciliation', { last_success_at: '2026-01-01T00:00:00Z' });
    await site.atProvider('webhooks/resume');
  });

  test('a declined order stays open without an email, and another card pays it', async () => {
    const { sessionId } = await aCheckout();
    expect((await site.payByCard(sessionId, 'declined')).location, 'the buyer stays on the page').toBeNull();
    expect((await site.confirm(buyer, sessionId)).json).toMatchObject({ order: { state: 'open' }, email: 'none' });
    expect(await mailsOf(sessionId)).toEqual([]);
    await site.payByCard(sessionId);
    await stateIs(sessionId, 'paid');
  });

  test("a boleto's number, links and due day are on the success page, on the order’s page and in the email until it is paid", async () => {
    const { book, sessionId } = await aCheckout();
    await site.payByBoleto(sessionId);
    const { id } = await stateIs(sessionId, 'waiting').then((order) => order ?? { id: '' });
    const toPay = {
      with: 'boleto',
      code: expect.stringMatching(/^\d{47}$/),
      pdfUrl: expect.stringContaining('/pdf'),
      url: expect.stringContaining(`/c/boleto/${sessionId}`),
      // This time is 23:59 in São Paulo.
      by: expect.stringMatching(/T02:59:00\.000Z$/),
    };
    expect(await libraryOf(buyer)).not.toContain(book);
    expect((await site.confirm(buyer, sessionId)).json.order).toMatchObject({ state: 'waiting', toPay, paymentMethod: null });
    const page = async () => (await site.call('GET', `/api/me/orders/${id}`, { token: buyer })).json;
    expect(await page()).toMatchObject({ toPay, canCancel: true, canceledAt: null });
    expect((await fetch((await page()).toPay.pdfUrl)).headers.get('content-type')).toBe('application/pdf');

    const [mail] = await site.until(
      async () => (await site.inbox(buyerEmail)).filter(({ subject }) => subject.includes('pague o boleto até')),
      (found) => found.length > 0,
    );
    expect(mail?.text).toMatch(/Pague o boleto até \d\d\/\d\d para receber os livros/);
    expect(mail?.text).toContain('Linha digitável: 0101');
    expect(mail?.text).toContain(`/c/boleto/${sessionId}`);
    expect(mail?.text).toContain(`/user-dashboard/orders/${id}`);
    expect(mail?.text).not.toContain('Não é preciso pagar de novo');

    await site.atProvider(`sessions/${sessionId}/settle`, { outcome: 'paid' });
    await stateIs(sessionId, 'paid');
    expect(await page()).toMatchObject({
      toPay: { code: null, pdfUrl: null, url: null },
      canCancel: false,
      paymentMethod: { type: 'boleto', brand: null, last4: null },
    });
    expect(await libraryOf(buyer)).toContain(book);
    expect(await mailsOf(sessionId)).toEqual(['purchase_waiting', 'purchase_paid']);
  });

  test('a boleto that its buyer gives up is hidden and no longer blocks its books, and a late payment still counts', async () => {
    const { book, cart, sessionId } = await aCheckout();
    await site.payByBoleto(sessionId);
    const order = await stateIs(sessionId, 'waiting');
    const cancel = (token: string) => site.call('POST', `/api/me/orders/${order?.id}/cancel`, { token });
    expect((await cancel(other)).status, 'not by another account').toBe(404);
    const answers = await Promise.all([cancel(buyer), cancel(buyer), cancel(buyer)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[0]?.json).toMatchObject({
      state: 'failed',
      canceledAt: expect.any(String),
      canCancel: false,
      toPay: { code: null, url: null },
      items: [{ access: 'unpaid' }],
    });
    // The provider still waits for the payment, but the order no longer waits.
    expect((await site.confirm(buyer, sessionId)).json.order.state).toBe('failed');
    expect(await mailsOf(sessionId)).toEqual(['purchase_waiting', 'purchase_failed']);
    const again = await site.checkout(buyer, { ...cart, attemptId: randomUUID() });
    expect(again.status, again.text).toBe(200);

    await site.atProvider(`sessions/${sessionId}/settle`, { outcome: 'paid' });
    await stateIs(sessionId, 'paid');
    expect(await libraryOf(buyer)).toContain(book);
    expect((await cancel(buyer)).json.error.code, 'what was paid is not given up').toBe('changed_meanwhile');
  });

  test('a given-up boleto paid after another purchase of the book is reported to both sides until one is refunded', async () => {
    const { cart, sessionId } = await aCheckout();
    await site.payByBoleto(sessionId);
    const first = await stateIs(sessionId, 'waiting');
    await site.call('POST', `/api/me/orders/${first?.id}/cancel`, { token: buyer });
    const { json: second } = await site.checkout(buyer, { ...cart, attemptId: randomUUID() });
    await site.payByCard(second.sessionId);
    const other = await stateIs(second.sessionId, 'paid');
    const asBuyer = async (id?: string) => (await site.call('GET', `/api/me/orders/${id}`, { token: buyer })).json;
    const asOwner = async (id?: string) => (await site.call('GET', `/api/admin/orders/${id}`, { token: admin })).json;
    expect((await asBuyer(other?.id)).items).toMatchObject([{ paidAlsoIn: null }]);

    await site.atProvider(`sessions/${sessionId}/settle`, { outcome: 'paid' });
    await stateIs(sessionId, 'paid');
    const [{ number }, { number: otherNumber }] = [await asBuyer(first?.id), await asBuyer(other?.id)];
    for (const page of [asBuyer, asOwner]) {
      expect((await page(first?.id)).items).toMatchObject([{ paidAlsoIn: { id: other?.id, number: otherNumber } }]);
      expect((await page(other?.id)).items).toMatchObject([{ paidAlsoIn: { id: first?.id, number } }]);
    }
    expect((await asBuyer(first?.id)).canRequestRefund).toBe(true);
    expect((await asOwner(first?.id)).timeline).toContainEqual(expect.objectContaining({ kind: 'paid_twice' }));

    const tasks = async () => (await site.call('GET', '/api/admin/tasks', { token: admin })).json.tasks as { kind: string }[];
    const twice = async () => (await tasks()).filter(({ kind }) => kind === 'paid_twice');
    // The provider does not refund a boleto, so the owner is sent to the other order.
    expect(await twice()).toMatchObject([{ subject: other?.id, label: String(otherNumber), detail: String(number) }]);
    const look = async () => await site.rows('PATCH', 'jobs?name=eq.alerts', { last_run_at: '2026-01-01T00:00:00Z' });
    const emails = async () => (await site.inbox(ownerEmail)).filter(({ subject }) => subject === 'Um livro foi pago duas vezes');
    await look();
    const [email] = await site.until(emails, (found) => found.length > 0);
    expect(email?.text).toContain(`Pedido nº ${otherNumber}`);
    expect(email?.text).toContain(`O mesmo livro está no pedido nº ${number}`);
    expect(email?.text).toContain('“Reembolsar”');
    expect(email?.text).toContain(`/dashboard/orders/${other?.id}`);

    const [mail] = await site.until(
      async () => (await site.inbox(buyerEmail)).filter(({ subject }) => subject === `Pedido nº ${number}: seus eBooks estão prontos`),
      (found) => found.length > 0,
    );
    expect(mail?.text).toContain(`duas vezes: também no pedido nº ${otherNumber}`);
    expect(mail?.text).toContain(`/user-dashboard/orders/${first?.id}`);

    const { refundable } = await asOwner(other?.id);
    const refund = { attemptId: randomUUID(), items: null, amount: refundable };
    const refunded = await site.call('POST', `/api/admin/orders/${other?.id}/refunds`, { token: admin, body: refund });
    expect(refunded.status, refunded.text).toBeLessThan(300);
    expect(await twice()).toEqual([]);
    expect((await asBuyer(first?.id)).items).toMatchObject([{ access: 'readable', paidAlsoIn: null }]);
  });

  test('a boleto that was paid a moment ago cannot be given up', async () => {
    const { sessionId } = await aCheckout();
    await site.payByBoleto(sessionId);
    const order = await stateIs(sessionId, 'waiting');
    await site.atProvider('webhooks/pause');
    await site.atProvider(`sessions/${sessionId}/settle`, { outcome: 'paid' });
    const { status, json } = await site.call('POST', `/api/me/orders/${order?.id}/cancel`, { token: buyer });
    await site.atProvider('webhooks/resume');
    expect([status, json.error.code]).toEqual([409, 'changed_meanwhile']);
    expect((await site.order(sessionId))?.state).toBe('paid');
  });

  test("a boleto's buyer is reminded once before it is due, and the owner two working days after", async () => {
    const { sessionId } = await aCheckout();
    await site.payByBoleto(sessionId);
    const order = await stateIs(sessionId, 'waiting');
    const { id = '' } = order ?? {};
    const look = async (pay_by: string) => {
      await site.rows('PATCH', `orders?id=eq.${id}`, { pay_by, created_at: '2026-01-01T00:00:00Z', check_after: '2100-01-01T00:00:00Z' });
      await site.rows('PATCH', 'jobs?name=eq.alerts', { last_run_at: '2026-01-01T00:00:00Z' });
    };
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const reminders = () =>
      site.rows<{ payload: { is_reminder: boolean } }>('GET', `outbox?key=eq.purchase_waiting:${id}:reminder&select=payload`);
    // A late event stores the provider's deadline again.
    const lookAgain = () => look(inHours(20)).then(reminders);
    expect(await site.until(lookAgain, (found) => found.length > 0)).toMatchObject([{ payload: { is_reminder: true } }]);
    await look(inHours(-24 * 6));
    const tasks = async () =>
      (await site.call('GET', '/api/admin/tasks', { token: admin })).json.tasks as { kind: string; subject: string }[];
    expect((await tasks()).filter(({ subject }) => subject === id)).toMatchObject([{ kind: 'overdue_payment', detail: 'boleto' }]);
    await site.atProvider(`sessions/${sessionId}/settle`, { outcome: 'failed' });
    await stateIs(sessionId, 'failed');
    expect((await tasks()).filter(({ subject }) => subject === id)).toEqual([]);
    expect(await reminders()).toHaveLength(1);
  });

  test('an unpaid boleto fails with an email, and the same cart can be paid again', async () => {
    const { cart, book, sessionId } = await aCheckout();
    await site.payByBoleto(sessionId);
    await site.atProvider(`sessions/${sessionId}/settle`, { outcome: 'failed' });
    await stateIs(sessionId, 'failed');
    expect(await mailsOf(sessionId)).toEqual(['purchase_waiting', 'purchase_failed']);
    const order = await site.order(sessionId);
    const { json } = await site.call('GET', `/api/me/orders/${order?.id}`, { token: buyer });
    expect(json, 'it expired, and its voucher is gone').toMatchObject({
      canceledAt: null,
      toPay: { code: null, url: null, by: expect.any(String) },
    });
    const again = await site.checkout(buyer, cart);
    expect(again.status, again.text).toBe(200);
    expect(again.json.sessionId).not.toBe(sessionId);
    await site.payByCard(again.json.sessionId);
    await stateIs(again.json.sessionId, 'paid');
    expect(await libraryOf(buyer)).toContain(book);
  });

  describe('an order paid by Pix', () => {
    const pageOf = async (id: string | undefined) => (await site.call('GET', `/api/me/orders/${id}`, { token: buyer })).json;

    test('a Pix code and its end are on the order’s page until it is paid, and a prompt payer gets one email', async () => {
      const { book, cart, sessionId } = await aCheckout();
      await site.showPix(sessionId);
      const order = await stateIs(sessionId, 'waiting');
      const page = await pageOf(order?.id);
      expect(page).toMatchObject({
        toPay: { with: 'pix', code: expect.stringContaining('br.gov.bcb.pix'), url: expect.stringContaining('/c/pix/'), pdfUrl: null },
        canCancel: true,
      });
      // The payment page was requested with a duration of half an hour.
      expect(Math.abs(Date.parse(page.toPay.by) - Date.now() - 1_800_000)).toBeLessThan(60_000);
      expect((await site.checkout(buyer, { ...cart, attemptId: randomUUID() })).json.code, 'nothing is paid beside it').toBe(
        'ebook_pending',
      );
      await site.atProvider(`sessions/${sessionId}/settle`, { outcome: 'paid' });
      await stateIs(sessionId, 'paid');
      expect(await pageOf(order?.id)).toMatchObject({ toPay: { code: null, url: null }, paymentMethod: { type: 'pix' } });
      expect(await mailsOf(sessionId)).toEqual(['purchase_paid']);
      expect(await libraryOf(buyer)).toContain(book);
    });

    test('an expired Pix is reported by email, and the same cart continues on the same page', async () => {
      const { cart, sessionId } = await aCheckout();
      await site.showPix(sessionId);
      const { id = '' } = (await stateIs(sessionId, 'waiting')) ?? {};
      await site.rows('PATCH', `outbox?key=like.purchase_waiting:${id}*`, { due_at: '2026-01-01T00:00:00Z' });
      const mail = (words: string) =>
        site.until(
          async () => (await site.inbox(buyerEmail)).filter(({ text }) => text.includes(id) && text.includes(words)),
          (found) => found.length > 0,
        );
      expect((await mail('Pix copia e cola'))[0]?.subject).toMatch(/o Pix vence às \d\d:\d\d$/);
      await site.atProvider(`sessions/${sessionId}/settle`, { outcome: 'failed' });
      await stateIs(sessionId, 'open');
      expect((await mail('e nada foi cobrado'))[0]?.subject).toContain('o Pix venceu');
      expect(await pageOf(id)).toMatchObject({ state: 'open', canCancel: false, toPay: { code: null, url: null } });
      const listed = async () =>
        (await site.call('GET', '/api/me/orders', { token: buyer })).json.orders.map((order: { id: string }) => order.id);
      expect(await listed(), 'its mail leads to it').toContain(id);
      const left = await aCheckout();
      expect(await listed(), 'a cart that was left').not.toContain((await site.order(left.sessionId))?.id);
      const again = await site.checkout(buyer, { ...cart, attemptId: randomUUID() });
      expect(again.json.sessionId).toBe(sessionId);
      await site.showPix(sessionId);
      await stateIs(sessionId, 'waiting');
      await site.atProvider(`sessions/${sessionId}/settle`, { outcome: 'paid' });
      await stateIs(sessionId, 'paid');
    });

    test('a given-up Pix closes its page, and a late payment still counts', async () => {
      const { book, cart, sessionId } = await aCheckout();
      await site.showPix(sessionId);
      const order = await stateIs(sessionId, 'waiting');
      const { url } = (await pageOf(order?.id)).toPay;
      const canceled = await site.call('POST', `/api/me/orders/${order?.id}/cancel`, { token: buyer });
      expect(canceled.json).toMatchObject({ state: 'failed', canceledAt: expect.any(String) });
      expect((await site.confirm(buyer, sessionId)).json.order.state).toBe('failed');
      expect((await fetch(url)).status).toBe(404);
      const again = await site.checkout(buyer, { ...cart, attemptId: randomUUID() });
      expect(again.json.sessionId).not.toBe(sessionId);
      await site.atProvider(`sessions/${sessionId}/settle`, { outcome: 'paid' });
      await stateIs(sessionId, 'paid');
      expect(await libraryOf(buyer)).toContain(book);
      expect(await mailsOf(sessionId)).toEqual(['purchase_failed', 'purchase_paid']);
    });

    test("a Pix paid after its page ended is delivered by the payment's event, or when the payment is read again", async () => {
      for (const isTold of [true, false]) {
        const { book, sessionId } = await aCheckout();
        await site.showPix(sessionId);
        await stateIs(sessionId, 'waiting');
        await site.atProvider(`sessions/${sessionId}/expire`);
        expect((await stateIs(sessionId, 'failed'))?.state).toBe('failed');
        if (!isTold) await site.atProvider('webhooks/pause');
        await site.atProvider(`sessions/${sessionId}/settle`, { outcome: 'paid' });
        if (!isTold) {
          await site.rows('PATCH', `orders?session_id=eq.${sessionId}`, { check_after: '2026-01-01T00:00:00Z' });
          await site.rows('PATCH', 'jobs?name=eq.reconciliation', {
            last_run_at: '2026-01-01T00:00:00Z',
            last_success_at: '2100-01-01T00:00:00Z',
          });
        }
        await stateIs(sessionId, 'paid');
        expect(await libraryOf(buyer)).toContain(book);
      }
      await site.rows('PATCH', 'jobs?name=eq.reconciliation', { last_success_at: '2026-01-01T00:00:00Z' });
      await site.atProvider('webhooks/resume');
    });

    test.each(['without_iof', 'off'])('a shop whose Stripe account has Pix %s can still sell', async (pix) => {
      await site.atProvider('account', { pix });
      const { sessionId } = await aCheckout();
      await site.atProvider('account', { pix: 'on' });
      await site.payByCard(sessionId);
      await stateIs(sessionId, 'paid');
    });
  });

  test('an order refunded in two parts is checked until all is refunded, and each part is reported', async () => {
    const { book, sessionId } = await aCheckout();
    await site.payByCard(sessionId);
    await stateIs(sessionId, 'paid');
    await site.atProvider(`sessions/${sessionId}/refund`, { amount: 1_000 });
    expect(await stateIs(sessionId, 'partly_refunded')).toMatchObject({ refunded_minor: 1_000 });
    expect(await libraryOf(buyer)).toContain(book);
    await site.atProvider(`sessions/${sessionId}/refund`);
    expect(await stateIs(sessionId, 'refunded')).toMatchObject({ refunded_minor: 2_990 });
    expect(await libraryOf(buyer)).not.toContain(book);
    expect((await site.call('POST', `/api/me/library/${book}/download`, { token: buyer })).status).toBe(404);
    expect(await mailsOf(sessionId)).toEqual(['purchase_paid', 'purchase_refunded', 'purchase_refunded']);
  });

  test('a disputed order is suspended, and restored when the dispute is won', async () => {
    const { book, sessionId } = await aCheckout();
    await site.payByCard(sessionId);
    await stateIs(sessionId, 'paid');
    await site.atProvider(`sessions/${sessionId}/dispute`);
    await stateIs(sessionId, 'disputed');
    expect(await libraryOf(buyer)).not.toContain(book);
    await site.atProvider(`sessions/${sessionId}/close-dispute`, { outcome: 'won' });
    await stateIs(sessionId, 'paid');
    expect(await libraryOf(buyer)).toContain(book);
    expect(await mailsOf(sessionId)).toEqual(['purchase_paid']);
  });

  test.each(['prevented', 'warning_closed'])('a dispute that ends %s keeps the money, and the buyer reads again', async (outcome) => {
    const { book, sessionId } = await aCheckout();
    await site.payByCard(sessionId, 'disputed');
    await stateIs(sessionId, 'disputed');
    await site.atProvider(`sessions/${sessionId}/close-dispute`, { outcome });
    await stateIs(sessionId, 'paid');
    expect(await libraryOf(buyer)).toContain(book);
    expect(await mailsOf(sessionId), 'also when the money was contested before it was seen').toEqual(['purchase_paid']);
  });

  test('a disputed order that is bought again and then won is reported to both sides as paid twice', async () => {
    const { book, sessionId } = await aCheckout();
    await site.payByCard(sessionId);
    await stateIs(sessionId, 'paid');
    await site.atProvider(`sessions/${sessionId}/dispute`);
    const order = await stateIs(sessionId, 'disputed');
    const { json } = await site.checkout(buyer, site.cart([book]));
    await site.payByCard(json.sessionId);
    const again = await stateIs(json.sessionId, 'paid');
    const tasks = async () =>
      (await site.call('GET', '/api/admin/tasks', { token: admin })).json.tasks
        .filter(({ kind, subject }: { kind: string; subject: string }) => kind === 'paid_twice' && [order?.id, again?.id].includes(subject))
        .map(({ detail }: { detail: string }) => detail);
    expect(await tasks()).toEqual([]);
    await site.atProvider(`sessions/${sessionId}/close-dispute`, { outcome: 'won' });
    await stateIs(sessionId, 'paid');
    expect(await tasks()).toHaveLength(1);
  });

  test("an order under a bank's inquiry can be refunded, and then needs no answer", async () => {
    const { book, sessionId } = await aCheckout();
    await site.payByCard(sessionId);
    await stateIs(sessionId, 'paid');
    await site.atProvider(`sessions/${sessionId}/dispute`, { isInquiry: true });
    const order = await stateIs(sessionId, 'disputed');
    expect(await libraryOf(buyer)).not.toContain(book);
    const asksToAnswer = async () =>
      (await site.call('GET', '/api/admin/tasks', { token: admin })).json.tasks.some(
        ({ kind, subject }: { kind: string; subject: string }) => kind === 'dispute' && subject === order?.id,
      );
    expect(await asksToAnswer()).toBe(true);
    await site.rows('PATCH', 'jobs?name=eq.alerts', { last_run_at: '2026-01-01T00:00:00Z' });
    const page = (await site.call('GET', `/api/admin/orders/${order?.id}`, { token: admin })).json;
    const [email] = await site.until(
      async () =>
        (await site.inbox(demoAccounts.admin.email)).filter(({ subject }) => subject === `Pedido nº ${page.number}: pagamento contestado`),
      (emails) => emails.length > 0,
    );
    expect(email?.text).toContain('só pede informações');
    expect(page).toMatchObject({ obstacle: null, refundable: { minor: 2_990 }, dispute: { state: 'needs_response' } });
    const body = { attemptId: randomUUID(), items: null, amount: page.refundable };
    const refunded = await site.call('POST', `/api/admin/orders/${order?.id}/refunds`, { token: admin, body });
    expect(refunded.status, refunded.text).toBe(200);
    await stateIs(sessionId, 'refunded');
    expect(await asksToAnswer()).toBe(false);
    expect(await mailsOf(sessionId)).toEqual(expect.arrayContaining(['purchase_paid', 'purchase_refunded']));
  });

  test('a lost dispute keeps the book suspended and is not listed as open', async () => {
    const { book, sessionId } = await aCheckout();
    await site.payByCard(sessionId, 'disputed');
    const order = await stateIs(sessionId, 'disputed');
    await site.atProvider(`sessions/${sessionId}/close-dispute`, { outcome: 'lost' });
    const asOwner = async () => (await site.call('GET', `/api/admin/orders/${order?.id}`, { token: admin })).json;
    expect(await site.until(asOwner, (page) => page.disputeState === 'lost')).toMatchObject({
      state: 'disputed',
      items: [{ access: 'refunded' }],
    });
    const { json } = await site.call('GET', `/api/me/orders/${order?.id}`, { token: buyer });
    expect(json).toMatchObject({ state: 'disputed', disputeState: 'lost', items: [{ access: 'refunded' }] });
    expect((await site.confirm(buyer, sessionId)).json.order.state).toBe('disputed');
    expect(await libraryOf(buyer)).not.toContain(book);
    const list = (await site.call('GET', '/api/admin/orders?state=disputed', { token: admin })).json.orders as { id: string }[];
    expect(list).toContainEqual(expect.objectContaining({ id: order?.id, disputeState: 'lost' }));
  });

  test('an order is settled even if the key may not read its dispute, which is read later when the key may', async () => {
    const { book, sessionId } = await aCheckout();
    await site.atProvider('faults', { path: '/v1/disputes', status: 403, count: 1_000 });
    await site.payByCard(sessionId, 'disputed');
    const order = await stateIs(sessionId, 'disputed');
    expect(await libraryOf(buyer)).not.toContain(book);
    const tasks = async () =>
      (await site.call('GET', '/api/admin/tasks', { token: admin })).json.tasks as {
        kind: string;
        subject: string;
        detail: string;
      }[];
    const ofOrder = async () => (await tasks()).filter(({ subject }) => subject === order?.id).map(({ kind, detail }) => [kind, detail]);
    expect(await ofOrder()).toEqual([['disputes_unread', 'dispute_read']]);
    await site.atProvider('faults', {}, 'DELETE');
    // This is a quarter of an hour later.
    await site.rows('PATCH', `orders?id=eq.${order?.id}`, { checked_at: '2026-01-01T00:00:00Z' });
    await site.rows('PATCH', 'jobs?name=eq.reconciliation', { last_run_at: '2026-01-01T00:00:00Z' });
    await site.until(ofOrder, ([task]) => task?.[0] === 'dispute');
    await site.atProvider(`sessions/${sessionId}/close-dispute`, { outcome: 'won' });
    await stateIs(sessionId, 'paid');
    expect(await ofOrder()).toEqual([]);
  });

  test('each owner gets one email about a dispute, and sees its reason and deadline until it is answered', async () => {
    const { sessionId } = await aCheckout();
    await site.payByCard(sessionId, 'disputed');
    const order = await stateIs(sessionId, 'disputed');
    const page = async () => (await site.call('GET', `/api/admin/orders/${order?.id}`, { token: admin })).json;
    const { number, dispute } = await page();
    expect(dispute).toMatchObject({ reason: 'fraudulent', state: 'needs_response', amount: { minor: 2_990, currency: 'BRL' } });
    expect(dispute.url).toMatch(/^https:\/\/dashboard\.stripe\.com\/test\/payments\/pi_/);
    expect(Date.parse(dispute.dueBy)).toBeGreaterThan(Date.now());
    const look = async () => await site.rows('PATCH', 'jobs?name=eq.alerts', { last_run_at: '2026-01-01T00:00:00Z' });
    const emails = async () =>
      (await site.inbox(demoAccounts.admin.email)).filter(({ subject }) => subject === `Pedido nº ${number}: pagamento contestado`);
    const task = async () =>
      (await site.call('GET', '/api/admin/tasks', { token: admin })).json.tasks.find(
        ({ subject }: { subject: string }) => subject === order?.id,
      );
    expect(await task()).toMatchObject({
      kind: 'dispute',
      label: String(number),
      detail: 'fraudulent',
      amount: { minor: 2_990, currency: 'BRL' },
      dueBy: dispute.dueBy,
      url: dispute.url,
      isLate: false,
    });
    await look();
    const [email] = await site.until(emails, (found) => found.length > 0);
    expect(email?.text).toContain('Compra não reconhecida (fraude)');
    expect(email?.text.replaceAll('\u00a0', ' ')).toContain('R$ 29,90');
    expect(email?.text).toContain('Responder até');
    expect(email?.text).toContain(dispute.url);

    await site.atProvider(`sessions/${sessionId}/answer-dispute`);
    expect((await site.until(page, (now) => now.dispute.state === 'under_review')).state).toBe('disputed');
    expect(await task()).toBeUndefined();
    expect((await page()).dispute).toMatchObject({ answeredAt: expect.any(String), closedAt: null });
    await look();
    expect(await emails()).toHaveLength(1);
  });

  test('a payment with another amount or currency than the order’s delivers nothing, and the owner decides', async () => {
    for (const [change, price] of [
      [{}, 2_991],
      [{ currency: 'USD' }, 2_990],
    ] as const) {
      const { book, sessionId } = await aCheckout();
      const [paid] = await site.rows<{ id: string; buyer_uid: string }>('GET', `orders?session_id=eq.${sessionId}&select=id,buyer_uid`);
      // The page belongs to an order with another amount or currency.
      await site.rows('PATCH', `orders?id=eq.${paid?.id}`, { session_id: null, state: 'expired' });
      const [order] = await site.rows<{ id: string }>('POST', 'orders?select=id', {
        ...{ attempt_id: randomUUID(), session_id: sessionId, buyer_uid: paid?.buyer_uid, buyer_email: buyerEmail, locale: 'pt-BR' },
        ...{ currency: 'BRL', subtotal_minor: price, total_minor: price, terms_version: 'x', ...change },
      });
      const copy = { order_id: order?.id, ebook_id: book, no: 1, title: book, list_minor: price, paid_minor: price };
      await site.rows('POST', 'order_copies?select=order_id', copy);
      await site.payByCard(sessionId);
      expect((await site.confirm(buyer, sessionId)).json.order.state).toBe('waiting');
      await site.confirm(buyer, sessionId);
      // The buyer gets no email about waiting for a payment that already arrived.
      expect(await mailsOf(sessionId)).toEqual([]);
      expect(await libraryOf(buyer)).not.toContain(book);
      const task = async () => {
        const { json } = await site.call('GET', '/api/admin/tasks', { token: await site.signIn('admin') });
        return json.tasks.find(({ subject }: { subject: string }) => subject === order?.id);
      };
      expect(await task()).toMatchObject({ kind: 'amount_differs', detail: `2990 BRL, ${price} ${'currency' in change ? 'USD' : 'BRL'}` });
      // Delivering the order or refunding it at Stripe ends the task.
      const { json: person } = await site.call('POST', '/api/admin/people', { token: admin, body: { kind: 'order', id: order?.id } });
      const gift = { attemptId: randomUUID(), uid: paid?.buyer_uid, ebookId: book, reason: 'Pagou outro valor' };
      const given = await site.call('POST', `/api/admin/people/${person.id}/gifts`, { token: admin, body: gift });
      expect(given.status, given.text).toBe(200);
      expect(await libraryOf(buyer)).toContain(book);
      expect(await task()).toBeUndefined();
      const { order: gave } = given.json.books.find(({ ebookId }: { ebookId: string }) => ebookId === book);
      expect((await site.call('DELETE', `/api/admin/people/${person.id}/gifts/${gave.id}`, { token: admin })).status).toBe(200);
      expect(await task()).toMatchObject({ kind: 'amount_differs' });
      await site.atProvider(`sessions/${sessionId}/refund`);
      await stateIs(sessionId, 'failed');
      expect(await task()).toBeUndefined();
    }
  });

  test('a session unknown to the provider ends an order that was never paid, and no other', async () => {
    const unpaid = await aCheckout();
    await site.rows('PATCH', `orders?session_id=eq.${unpaid.sessionId}`, { session_id: 'cs_test_gone_unpaid' });
    expect((await site.confirm(buyer, 'cs_test_gone_unpaid')).json.order.state).toBe('expired');
    const { book, sessionId } = await aCheckout();
    await site.payByCard(sessionId);
    await stateIs(sessionId, 'paid');
    await site.atProvider(`sessions/${sessionId}/refund`, { amount: 1_000 });
    const order = await stateIs(sessionId, 'partly_refunded');
    await site.rows('PATCH', `orders?id=eq.${order?.id}`, { session_id: 'cs_test_gone_paid' });
    expect((await site.confirm(buyer, 'cs_test_gone_paid')).status).toBe(500);
    expect((await site.order('cs_test_gone_paid'))?.state).toBe('partly_refunded');
    expect(await libraryOf(buyer)).toContain(book);
  });

  describe('a pending order whose session the provider does not know, as of another account', () => {
    /** Creates a waiting boleto or Pix whose session is unknown to the provider. */
    async function aLostWait(show: (sessionId: string) => Promise<unknown>) {
      const { book, cart, sessionId } = await aCheckout();
      await show(sessionId);
      const { id = '' } = (await stateIs(sessionId, 'waiting')) ?? {};
      const lost = `cs_test_gone_${randomUUID().slice(0, 8)}`;
      const change = (to: object) => site.rows('PATCH', `orders?id=eq.${id}`, to);
      await change({ session_id: lost });
      const stateOf = async (asked: string) => (await site.confirm(buyer, asked)).json.order?.state;
      return { book, cart, sessionId, id, lost, change, stateOf };
    }
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

    test('a pending order with an unknown session waits, and its buyer can give it up and buy again', async () => {
      const { cart, id, lost, stateOf } = await aLostWait(site.payByBoleto);
      expect(await stateOf(lost)).toBe('waiting');
      const canceled = await site.call('POST', `/api/me/orders/${id}/cancel`, { token: buyer });
      expect(canceled.status, canceled.text).toBe(200);
      expect(canceled.json).toMatchObject({ state: 'failed', canceledAt: expect.any(String) });
      expect(await stateOf(lost)).toBe('failed');
      expect(await mailsOf(lost)).toEqual(['purchase_waiting', 'purchase_failed']);
      const again = await site.checkout(buyer, { ...cart, attemptId: randomUUID() });
      expect(again.status, again.text).toBe(200);
    });

    test('a boleto order whose session is unknown fails two working days after its due day', async () => {
      const { book, sessionId, lost, change, stateOf } = await aLostWait(site.payByBoleto);
      await change({ pay_by: inDays(-1) });
      expect(await stateOf(lost)).toBe('waiting');
      await change({ pay_by: inDays(-6) });
      expect(await stateOf(lost)).toBe('failed');
      expect(await stateOf(lost)).toBe('failed');
      expect(await mailsOf(lost)).toEqual(['purchase_waiting', 'purchase_failed']);
      await change({ session_id: sessionId });
      await site.atProvider(`sessions/${sessionId}/settle`, { outcome: 'paid' });
      await stateIs(sessionId, 'paid');
      expect(await libraryOf(buyer)).toContain(book);
    });

    test("an unknown session's order fails at the end of its Pix, or after three weeks for a bank debit", async () => {
      const pix = await aLostWait(site.showPix);
      await pix.change({ pay_by: inDays(-0.01) });
      expect(await pix.stateOf(pix.lost)).toBe('failed');
      const debit = await aLostWait(site.payByBoleto);
      await debit.change({ pay_with: null, pay_by: null, created_at: inDays(-20) });
      expect(await debit.stateOf(debit.lost)).toBe('waiting');
      await debit.change({ created_at: inDays(-22) });
      expect(await debit.stateOf(debit.lost)).toBe('failed');
    });
  });

  test("an order shows the buyer's country and the card", async () => {
    const { sessionId } = await aCheckout();
    await site.payByCard(sessionId);
    const order = await stateIs(sessionId, 'paid');
    const { json } = await site.call('GET', `/api/admin/orders/${order?.id}`, { token: admin });
    expect(json).toMatchObject({ country: 'US', paymentMethod: { type: 'card', brand: 'visa', last4: '4242' } });
  });

  test('an expired order gets no email, and the same attempt opens another page', async () => {
    const { cart, sessionId } = await aCheckout();
    await site.atProvider(`sessions/${sessionId}/expire`);
    await stateIs(sessionId, 'expired');
    expect(await mailsOf(sessionId)).toEqual([]);
    const again = await site.checkout(buyer, cart);
    expect(again.status, again.text).toBe(200);
    expect(again.json.sessionId).not.toBe(sessionId);
  });

  test('an order ignores an older state of the payment that arrives late', async () => {
    const { sessionId } = await aCheckout();
    const rpc = async (name: string, args: object) => {
      const answer = await fetch(`${site.addresses.data}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { apikey: site.internal.dataSecretKey, 'content-type': 'application/json' },
        body: JSON.stringify(args),
      });
      return (await answer.json()) as { sync_no: number; applied: boolean; order: { id: string; state: string } };
    };
    const slow = await rpc('begin_payment_sync', { p_session_id: sessionId, p_order_id: null });
    await site.payByCard(sessionId);
    await stateIs(sessionId, 'paid');
    const late = { p_state: 'open', p_payment_intent_id: null, p_refunded_minor: 0, p_paid_at: null };
    const settled = await rpc('settle_order', { p_order_id: slow.order.id, p_sync_no: slow.sync_no, ...late });
    expect(settled).toMatchObject({ applied: false, order: { state: 'paid' } });
    expect((await site.order(sessionId))?.state).toBe('paid');
  });
});

test('orders of one buyer that are paid at the same moment are all counted', async () => {
  const uid = crypto.randomUUID();
  const person = await site.tokenOf({ uid, email: `${uid}@example.test` });
  const orders = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const book = await aBook();
      const { json } = await site.checkout(person, site.cart([book]));
      return json.sessionId as string;
    }),
  );
  await Promise.all(orders.map((sessionId) => site.payByCard(sessionId)));
  await Promise.all(orders.map((sessionId) => stateIs(sessionId, 'paid')));
  expect(await site.rows('GET', `users?uid=eq.${uid}&select=orders`)).toEqual([{ orders: 8 }]);
});

describe('a sale', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
  const setSale = async (id: string, sale: object | null) => {
    const { revision } = (await site.call('GET', `/api/admin/ebooks/${id}`, { token: admin })).json;
    return await site.call('PUT', `/api/admin/ebooks/${id}/sale`, { token: admin, body: { revision, sale } });
  };
  const shown = async (id: string) => (await site.call('GET', `/api/ebooks/${id}`)).json;

  test('a sale sets the price of a book while it runs: shown, paid and on the receipt, and ends without a job', async () => {
    const book = await aBook();
    const endsAt = inAnHour();
    const set = await setSale(book, { startsAt: null, endsAt, prices: { BRL: '19,90', USD: '' } });
    expect(set.status, set.text).toBe(200);
    expect(await shown(book)).toMatchObject({
      currentPrices: { BRL: 1_990, USD: 2_990, NZD: 2_990 },
      sales: { BRL: { list: 2_990, before: 2_990, endsAt } },
    });
    // An answer of this moment may still be made from older copies.
    const { json: now } = await site.until(
      () => site.call('GET', '/api/site'),
      ({ json }) => json.pricesUntil !== undefined,
    );
    expect(Date.parse(now.pricesUntil)).toBeLessThanOrEqual(Date.now());
    await site.rows('PATCH', `ebook_sales?ebook_id=eq.${book}`, { starts_at: new Date(Date.now() - 60_000).toISOString() });
    // No other test of this site sets a sale.
    const info = await site.until(
      () => site.call('GET', '/api/site'),
      ({ json }) => json.pricesUntil === endsAt,
    );
    expect(info.status).toBe(200);
    const due = [5, 40].map((seconds) => Date.parse(endsAt) + seconds * 1_000);
    const purges = await site.rows<{ due_at: string }>('GET', `purges?due_at=gt.${endsAt}&select=due_at&order=due_at`);
    expect(purges.map(({ due_at }) => Date.parse(due_at))).toEqual(due);

    const cart = site.cart([book]);
    const refused = await site.checkout(buyer, cart);
    expect([refused.status, refused.json.corrections]).toEqual([409, [{ id: book, unit: { minor: 1_990, currency: 'BRL' } }]]);
    const atSale = { ...cart, items: [{ id: book, price: 1_990, quantity: 1 }] };
    const { status, text, json } = await site.checkout(buyer, atSale);
    expect(status, text).toBe(200);
    await site.payByCard(json.sessionId);
    await stateIs(json.sessionId, 'paid');
    const { id } = (await site.order(json.sessionId)) ?? {};
    const order = (await site.call('GET', `/api/me/orders/${id}`, { token: buyer })).json;
    const amount = (minor: number) => ({ minor, currency: 'BRL' });
    expect(order.total).toEqual(amount(1_990));
    expect(order.items).toMatchObject([{ price: amount(1_990), amount: amount(1_990), list: amount(2_990), reasons: ['sale'] }]);
    const stored = await site.rows('GET', `orders?id=eq.${id}&select=subtotal_minor,discount_minor,quote`);
    expect(stored).toMatchObject([
      { subtotal_minor: 2_990, discount_minor: 1_000, quote: { discounts: [{ kind: 'sale', label: '', minor: 1_000 }] } },
    ]);

    await site.rows('PATCH', `ebook_sales?ebook_id=eq.${book}`, { ends_at: new Date().toISOString() });
    const after = await shown(book);
    expect([after.currentPrices.BRL, after.sales]).toEqual([2_990, undefined]);
    const late = await site.checkout(other, { ...atSale, attemptId: randomUUID() });
    expect([late.status, late.json.code]).toEqual([409, 'price_changed']);
  });

  test('a sale names the lowest price before it while it only deepens, and none that was not higher', async () => {
    const book = await aBook();
    const sale = (brl: string, startsAt: string | null = null) => ({ startsAt, endsAt: inAnHour(), prices: { BRL: brl } });
    const named = async () => (await shown(book)).sales.BRL.before;
    await setSale(book, sale('19,90'));
    expect(await named()).toBe(2_990);
    await setSale(book, sale('14,90'));
    expect(await named()).toBe(2_990);
    const { json: admins } = await site.call('GET', `/api/admin/ebooks/${book}`, { token: admin });
    const body = { revision: admins.revision, sale: sale('17,90') };
    const preview = await site.call('POST', `/api/admin/ebooks/${book}/sale-preview`, { token: admin, body });
    expect(preview.json.sale.prices).toEqual({ BRL: { now: 1_790, before: null } });
    expect((await shown(book)).currentPrices.BRL).toBe(1_490);
    await setSale(book, sale('17,90'));
    expect([(await shown(book)).currentPrices.BRL, await named()]).toEqual([1_790, null]);
    await setSale(book, null);
    expect((await shown(book)).currentPrices.BRL).toBe(2_990);
    const changes = await site.rows('GET', `audit_log?subject_id=eq.${book}&select=action,before,after&order=id`);
    expect(changes).toMatchObject([
      { action: 'ebook_sale_set', before: { sale: null }, after: { sale: { prices: { BRL: 1_990 } } } },
      { action: 'ebook_sale_set', before: { sale: { prices: { BRL: 1_990 } } } },
      { action: 'ebook_sale_set' },
      { action: 'ebook_sale_ended', after: { sale: null } },
    ]);
  });

  test('a sale that is not lower than the price or already over is rejected, and so is a price not above its sale', async () => {
    const book = await aBook();
    const fieldsOf = async (sale: object) => (await setSale(book, sale)).json.error.fields;
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect(await fieldsOf({ startsAt: null, endsAt: tomorrow, prices: { BRL: '29,90', USD: '1' } })).toEqual({ 'prices.BRL': 'not_below' });
    expect(await fieldsOf({ startsAt: tomorrow, endsAt: inAnHour(), prices: { BRL: '19,90' } })).toEqual({ endsAt: 'over' });
    expect(await fieldsOf({ startsAt: null, endsAt: tomorrow, prices: { BRL: '' } })).toEqual({ 'sale.prices': 'required' });
    const planned = await setSale(book, { startsAt: inAnHour(), endsAt: tomorrow, prices: { BRL: '19,90' } });
    expect((await shown(book)).currentPrices.BRL).toBe(2_990);
    const { title, description, author, language, state, revision } = planned.json;
    const written = { title, description, author, language, state, revision, listPrices: { BRL: '19,90', USD: '9,90', NZD: '9,90' } };
    const edited = await site.call('PUT', `/api/admin/ebooks/${book}`, { token: admin, body: written });
    expect([edited.status, edited.json.error.fields]).toEqual([400, { 'listPrices.BRL': 'not_above_sale' }]);
    await expect(site.rows('PATCH', `list_prices?ebook_id=eq.${book}&currency=eq.BRL`, { amount_minor: 1_990 })).rejects.toThrow(
      'not below its list price',
    );
  });
});

describe('a free book', () => {
  const free = async (id: string) => void (await site.rows('PATCH', `list_prices?ebook_id=eq.${id}`, { amount_minor: 0 }));

  test('a free book is delivered at once and only once, without the payment provider', async () => {
    const book = await aBook();
    await free(book);
    const cart = { ...site.cart([book]), items: [{ id: book, price: 0, quantity: 1 }] };
    const { status, json, text } = await site.checkout(buyer, cart);
    expect([status, Object.keys(json)], text).toEqual([200, ['orderId']]);
    expect(await libraryOf(buyer)).toContain(book);
    const order = (await site.call('GET', `/api/me/orders/${json.orderId}`, { token: buyer })).json;
    expect(order).toMatchObject({ state: 'paid', total: { minor: 0 }, canRequestRefund: false, items: [{ access: 'readable' }] });
    expect(await site.rows('GET', `outbox?key=eq.purchase_paid:${json.orderId}&select=recipient`)).toEqual([{ recipient: buyerEmail }]);
    expect((await site.checkout(buyer, cart)).json.code).toBe('already_paid');
    expect((await site.checkout(buyer, { ...cart, attemptId: randomUUID() })).json.code).toBe('ebook_owned');
  });

  test('a free book is no best seller, however many readers took it', async () => {
    const [given, sold] = [await aBook(), await aBook()];
    await free(given);
    for (let taken = 0; taken < 3; taken += 1) {
      const token = await site.tokenOf({ uid: randomUUID(), email: `${randomUUID()}@leitores.test` });
      const cart = { ...site.cart([given]), items: [{ id: given, price: 0, quantity: 20, gift: 'all' }] };
      expect((await site.checkout(token, cart)).status).toBe(200);
    }
    const cart = { ...site.cart([sold]), items: [{ id: sold, price: 2_990, quantity: 20 }] };
    const { json } = await site.checkout(buyer, cart);
    await site.payByCard(json.sessionId);
    const order = await stateIs(json.sessionId, 'paid');
    const featured = async () =>
      (await site.rows<{ reason: string; ebook: { id: string } }>('POST', 'rpc/get_featured_ebook', {})) as unknown;
    expect(await featured()).toMatchObject({ reason: 'best_seller', ebook: { id: sold } });
    const taken = await site.call('POST', `/api/admin/orders/${order?.id}/refunds`, {
      token: admin,
      body: { attemptId: randomUUID(), items: [{ ebookId: sold, quantity: 19 }], amount: { minor: 19 * 2_990, currency: 'BRL' } },
    });
    expect(taken.status, taken.text).toBe(200);
    await stateIs(json.sessionId, 'partly_refunded');
    expect(await featured()).not.toMatchObject({ ebook: { id: sold } });
  });

  test('a free book in a cart with another is delivered with it, and is no line of the payment', async () => {
    const [paid, gift] = [await aBook(), await aBook()];
    await free(gift);
    const items = [
      { id: paid, price: 2_990, quantity: 1 },
      { id: gift, price: 0, quantity: 1 },
    ];
    const { status, json, text } = await site.checkout(buyer, { ...site.cart([paid]), items });
    expect(status, text).toBe(200);
    expect(await libraryOf(buyer)).not.toContain(gift);
    await site.payByCard(json.sessionId);
    await stateIs(json.sessionId, 'paid');
    expect(await libraryOf(buyer)).toEqual(expect.arrayContaining([paid, gift]));
  });
});

describe('one cart is paid once', () => {
  test('a double click and a second tab open the same payment page', async () => {
    const book = await aBook();
    const cart = site.cart([book]);
    const tab = { ...cart, attemptId: randomUUID() };
    const answers = await Promise.all([cart, cart, tab, tab].map((body) => site.checkout(buyer, body)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.json.sessionId)).size).toBe(1);
    expect(await site.rows('GET', `order_copies?ebook_id=eq.${book}&select=order_id`)).toHaveLength(1);
  });

  test('an attempt id that belongs to another cart is rejected', async () => {
    const { cart } = await aCheckout();
    const { status, json } = await site.checkout(buyer, { ...site.cart([await aBook()]), attemptId: cart.attemptId });
    expect([status, json.code]).toEqual([409, 'attempt_reused']);
  });

  test('a buyer who goes back after paying is led to the existing payment', async () => {
    const { cart, sessionId } = await aCheckout();
    await site.atProvider('webhooks/pause');
    await site.payByCard(sessionId);
    const same = await site.checkout(buyer, cart);
    expect([same.status, same.json.code, same.json.sessionId]).toEqual([409, 'already_paid', sessionId]);
    await site.atProvider('webhooks/resume');
  });

  test('a checkout of the same cart in another currency closes the first payment page', async () => {
    const { cart, sessionId } = await aCheckout();
    const dollars = await site.checkout(buyer, { ...cart, currency: 'USD' });
    expect(dollars.status, dollars.text).toBe(200);
    expect(dollars.json.sessionId).not.toBe(sessionId);
    await stateIs(sessionId, 'expired');
    await site.payByCard(dollars.json.sessionId);
    await stateIs(dollars.json.sessionId, 'paid');
  });

  test('only the last of the pages opened in turn, here or at the provider and in any language, can be paid', async () => {
    const { cart, sessionId: hosted } = await aCheckout();
    const embedded = await site.checkout(buyer, { ...cart, ui: 'embedded' });
    expect(embedded.status, embedded.text).toBe(200);
    expect(embedded.json).toEqual({ sessionId: expect.not.stringMatching(hosted), clientSecret: expect.stringContaining('_secret_') });
    expect((await site.checkout(buyer, { ...cart, ui: 'embedded' })).json).toEqual(embedded.json);
    await stateIs(hosted, 'expired');
    const back = await site.checkout(buyer, { ...cart, ui: 'hosted' });
    expect(back.json.url).toContain(back.json.sessionId);
    await stateIs(embedded.json.sessionId, 'expired');
    const english = await site.checkout(buyer, { ...cart, locale: 'en' });
    await stateIs(back.json.sessionId, 'expired');
    await site.payByCard(english.json.sessionId);
    await stateIs(english.json.sessionId, 'paid');
  });

  test('if a hosted page and a frame are requested at once, only one of them can be paid', async () => {
    const cart = site.cart([await aBook()]);
    const answers = await Promise.all(['embedded', 'hosted', 'embedded', 'hosted'].map((ui) => site.checkout(buyer, { ...cart, ui })));
    const opened = answers.filter(({ status }) => status === 200).map(({ json }) => json.sessionId);
    const orders = await Promise.all([...new Set(opened)].map((id) => site.order(id)));
    expect(orders.filter((order) => order?.state === 'open')).toHaveLength(1);
    expect(answers.every(({ status, json }) => status === 200 || json.code === 'checkout_elsewhere')).toBe(true);
  });

  test('a price change closes payment pages that were opened before', async () => {
    const { book, cart, sessionId } = await aCheckout();
    await site.rows('PATCH', `list_prices?ebook_id=eq.${book}`, { amount_minor: 3_990 });
    const refused = await site.checkout(buyer, cart);
    expect([refused.status, refused.json.code]).toEqual([409, 'price_changed']);
    const items = [{ id: book, price: 3_990, quantity: 1 }];
    const again = await site.checkout(buyer, { ...cart, items });
    expect(again.status, again.text).toBe(200);
    await stateIs(sessionId, 'expired');
  });

  test('a payment page whose creation answer was lost is found again at the provider', async () => {
    const book = await aBook();
    const cart = site.cart([book]);
    await site.atProvider('faults', { path: '/v1/checkout/sessions', when: 'after', status: 0, count: 6 });
    const lost = await site.checkout(buyer, cart);
    await site.atProvider('faults', {}, 'DELETE');
    expect([lost.status, lost.json.code]).toEqual([503, 'payment_unavailable']);
    expect(Number(lost.headers.get('retry-after'))).toBeGreaterThan(0);
    const found = await site.checkout(buyer, cart);
    expect(found.status, found.text).toBe(200);
    expect(await site.rows('GET', `order_copies?ebook_id=eq.${book}&select=order_id`)).toHaveLength(1);
    await site.payByCard(found.json.sessionId);
    await stateIs(found.json.sessionId, 'paid');
  });

  test('a failure that Stripe keeps for its idempotency key does not lock the cart: the next press has a new key', async () => {
    const book = await aBook();
    const cart = site.cart([book]);
    await site.atProvider('faults', { path: '/v1/checkout/sessions', status: 500 });
    const once = await site.checkout(buyer, cart);
    expect(once.status, once.text).toBe(200);
    expect(await site.rows('GET', `orders?session_id=eq.${once.json.sessionId}&select=state`)).toEqual([{ state: 'open' }]);

    const other = site.cart([await aBook()]);
    await site.atProvider('faults', { path: '/v1/checkout/sessions', status: 500, count: 20 });
    const failed = await site.checkout(buyer, other);
    await site.atProvider('faults', {}, 'DELETE');
    expect([failed.status, failed.json.code]).toEqual([503, 'payment_unavailable']);
    const again = await site.checkout(buyer, other);
    expect(again.status, again.text).toBe(200);
    await site.payByCard(again.json.sessionId);
    await stateIs(again.json.sessionId, 'paid');
  });

  test.each([
    ['is revoked', 401],
    ['lacks the permission for payment pages', 403],
  ])('while our key at Stripe %s nobody can pay, and the next press works once it is fixed', async (_, status) => {
    const cart = site.cart([await aBook()]);
    await site.atProvider('faults', { path: '/v1/checkout/sessions', status, count: 20 });
    const failed = await site.checkout(buyer, cart);
    await site.atProvider('faults', {}, 'DELETE');
    expect([failed.status, failed.json.code]).toEqual([503, 'payment_unavailable']);
    expect(Number(failed.headers.get('retry-after'))).toBeGreaterThan(0);
    const again = await site.checkout(buyer, cart);
    expect(again.status, again.text).toBe(200);
  });

  test("a checkout with a slow provider ends within the page's time limit, and the next one continues the same order", async () => {
    const { cart: older, sessionId: olderPage } = await aCheckout();
    const [shared] = older.items;
    const added = await aBook();
    const late = { ...older, attemptId: randomUUID(), items: [...site.cart([added]).items, shared], total: 5_980 };
    const alone = site.cart([await aBook()]);
    const { sessionId: waiting } = await aCheckout();
    const other = await site.signIn('customer');
    // The slow cart calls the provider more than once, so that its deadline passes between two answers.
    await site.atProvider('faults', { status: null, delayMs: 4_500, count: 100 });
    const started = performance.now();
    const timed = async (asked: ReturnType<ApiSite['call']>) => {
      const { status, json } = await asked;
      return { status, code: json.code ?? json.error?.code, ms: performance.now() - started };
    };
    const answers = await Promise.all(
      [
        site.checkout(buyer, late),
        site.confirm(buyer, waiting),
        site.call('GET', '/api/admin/payouts', { token: admin }),
        site.checkout(other, alone),
      ].map(timed),
    );
    await site.atProvider('faults', {}, 'DELETE');
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(9_800);
    expect(answers[0]).toMatchObject({ status: 503, code: 'payment_unavailable' });
    expect(answers.slice(1).map(({ status }) => status)).toEqual([200, 200, 200]);

    await site.atProvider('faults', { status: null, delayMs: 25_000, count: 100 });
    const cut = await Promise.all(
      [site.checkout(buyer, site.cart([await aBook()])), site.confirm(buyer, waiting)].map(async (asked) => await asked),
    );
    await site.atProvider('faults', {}, 'DELETE');
    expect(cut.map(({ status, json }) => [status, json.code])).toEqual(Array(2).fill([503, 'payment_unavailable']));

    const again = await site.checkout(buyer, late);
    expect(again.status, again.text).toBe(200);
    await stateIs(olderPage, 'expired');
    await site.payByCard(again.json.sessionId);
    await stateIs(again.json.sessionId, 'paid');
    const paid = await site.rows('GET', `order_copies?ebook_id=eq.${added}&select=orders!inner(state)&orders.state=eq.paid`);
    expect(paid).toHaveLength(1);
  }, 60_000);

  test('a payment page whose creation answer was lost is linked to its order when the page is paid', async () => {
    const { sessionId } = await aCheckout();
    const order = await site.order(sessionId);
    await site.rows('PATCH', `orders?id=eq.${order?.id}`, { session_id: null });
    await site.payByCard(sessionId);
    await stateIs(sessionId, 'paid');
  });
});

describe('one copy of a book for each buyer', () => {
  const atStripe = async (sessionId: string) =>
    (await (
      await fetch(`${site.addresses.payments}/v1/checkout/sessions/${sessionId}`, {
        headers: { authorization: `Bearer ${site.internal.stripeSecretKey}` },
      })
    ).json()) as { status: string; adaptive_pricing: unknown };
  const boughtBooks = async () => (await site.call('GET', '/api/me/bought-ebooks', { token: buyer })).json.ebooks as { ebookId: string }[];

  test('a book that the buyer owns is not sold again, alone or with other books', async () => {
    const { book, sessionId } = await aCheckout();
    await site.payByCard(sessionId);
    const order = await stateIs(sessionId, 'paid');
    for (const ids of [[book], [book, await aBook()]]) {
      const { status, json } = await site.checkout(buyer, site.cart(ids));
      expect([status, json.code]).toEqual([409, 'ebook_owned']);
      expect(json.bought).toEqual([{ ebookId: book, standing: 'owned', orderId: order?.id }]);
    }
    expect(await site.rows('GET', `order_copies?ebook_id=eq.${book}&select=order_id`)).toHaveLength(1);
    expect((await boughtBooks()).find(({ ebookId }) => ebookId === book)).toEqual({ ebookId: book, standing: 'owned', orderId: order?.id });
  });

  test('a book with a pending boleto is not sold again, and the answer names the order', async () => {
    const { book, sessionId } = await aCheckout();
    await site.payByBoleto(sessionId);
    const order = await stateIs(sessionId, 'waiting');
    const bought = [{ ebookId: book, standing: 'waiting', orderId: order?.id }];
    const second = await aBook();
    for (const ids of [[book], [book, second]]) {
      const { status, json } = await site.checkout(buyer, site.cart(ids));
      expect([status, json.code, json.bought]).toEqual([409, 'ebook_pending', bought]);
    }
    expect(await boughtBooks()).toEqual(expect.arrayContaining(bought));
    expect((await site.call('GET', '/api/me/bought-ebooks', { token: other })).json.ebooks).not.toEqual(expect.arrayContaining(bought));

    // Other books can be bought, and a boleto that ends unpaid frees its book.
    expect((await site.checkout(buyer, site.cart([second]))).status).toBe(200);
    await site.atProvider(`sessions/${sessionId}/settle`, { outcome: 'failed' });
    await stateIs(sessionId, 'failed');
    expect((await site.checkout(buyer, site.cart([book]))).status).toBe(200);
  });

  test('a buyer may buy a refunded book again', async () => {
    const { book, sessionId } = await aCheckout();
    await site.payByCard(sessionId);
    await stateIs(sessionId, 'paid');
    await site.atProvider(`sessions/${sessionId}/refund`);
    await stateIs(sessionId, 'refunded');
    expect((await boughtBooks()).map(({ ebookId }) => ebookId)).not.toContain(book);
    expect((await site.checkout(buyer, site.cart([book]))).status).toBe(200);
  });

  test("a pending order is found even if Stripe's event did not arrive", async () => {
    const { book, sessionId } = await aCheckout();
    await site.atProvider('webhooks/pause');
    await site.payByBoleto(sessionId);
    const { status, json } = await site.checkout(buyer, site.cart([book, await aBook()]));
    await site.atProvider('webhooks/resume');
    expect([status, json.code]).toEqual([409, 'ebook_pending']);
  });

  test('the payment page of an older cart with the same book can no longer be paid', async () => {
    const { book, sessionId } = await aCheckout();
    const later = await site.checkout(buyer, site.cart([book, await aBook()]));
    expect(later.status, later.text).toBe(200);
    expect((await atStripe(sessionId)).status).toBe('expired');
    expect((await site.payByCard(sessionId)).location).toBeNull();
    await stateIs(sessionId, 'expired');
    expect(await atStripe(later.json.sessionId)).toMatchObject({ status: 'open', adaptive_pricing: { enabled: false } });
  });

  test('one of several simultaneous carts can be paid, and the other tabs say so', async () => {
    const book = await aBook();
    const carts = await Promise.all([1, 2, 3].map(async () => site.cart([book, await aBook()])));
    const answers = await Promise.all([site.cart([book]), ...carts].map((cart) => site.checkout(buyer, cart)));
    const sessions = answers.flatMap(({ status, json }) => (status === 200 ? [json.sessionId as string] : []));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ json }) => json.code)).toEqual(refused.map(() => 'checkout_elsewhere'));
    expect(sessions.length).toBeGreaterThan(0);
    for (const session of sessions) await site.payByCard(session);
    const paid = await site.until(
      async () =>
        await site.rows<{ state: string }>('GET', `orders?select=state,order_copies!inner(ebook_id)&order_copies.ebook_id=eq.${book}`),
      (orders) => orders.every(({ state }) => state !== 'open'),
    );
    expect(paid.filter(({ state }) => state === 'paid')).toHaveLength(1);
    const after = await site.checkout(buyer, site.cart([book]));
    expect(after.json.code).toBe('ebook_owned');
  });

  test('the database rejects a second page for a book that has one', async () => {
    const { book, sessionId } = await aCheckout();
    const call = async (name: string, args: object) => {
      const answer = await fetch(`${site.addresses.data}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { apikey: site.internal.dataSecretKey, 'content-type': 'application/json' },
        body: JSON.stringify(args),
      });
      return await answer.json();
    };
    const [order] = await site.rows<{ id: string; buyer_uid: string }>('GET', `orders?session_id=eq.${sessionId}&select=id,buyer_uid`);
    const copies = [book, await aBook()].map((id) => ({ id, no: 1, list: 2_990, now: 2_990, paid: 2_990, reasons: [] }));
    const second = await call('open_order', {
      p_buyer_uid: order?.buyer_uid,
      p_buyer_email: buyerEmail,
      p_buyer_name: '',
      p_locale: 'en',
      p_currency: 'BRL',
      p_attempt_id: randomUUID(),
      p_terms_version: '1',
      p_quote: { copies, subtotal: 5_980, discounts: [], total: 5_980 },
    });
    expect(second).toMatchObject({ outcome: 'opened', superseded: [{ id: order?.id }] });
    const attach = () => call('attach_session', { p_order_id: second.order.id, p_session_id: `cs_test_${randomUUID().slice(0, 8)}` });
    expect(await attach()).toBeNull();
    await site.atProvider(`sessions/${sessionId}/expire`);
    await stateIs(sessionId, 'expired');
    expect(await attach()).toMatch(/^cs_test_/);
    await site.rows('PATCH', `orders?id=eq.${second.order.id}`, { state: 'expired' });
  });
});

describe('a body without currency, language or attempt', () => {
  const item = (id: string) => ({
    id,
    name: id,
    description: 'Uma descrição.',
    price: 2_990,
    quantity: 1,
    image: 'https://example.test/covers/livro.webp',
    metadata: { type: 'ebook', layout: 'portrait', displayStyle: 'cover' },
  });
  const post = (body: object, headers: Record<string, string> = {}) =>
    site.call('POST', '/api/create-checkout-session', { token: buyer, body, headers });
  const facts = async (sessionId: string) =>
    (await site.rows<{ currency: string; locale: string }>('GET', `orders?session_id=eq.${sessionId}&select=currency,locale`))[0];

  test('a checkout with items only is enough: twice the same gives one page, in the site’s language and currency', async () => {
    const body = { items: [item(await aBook())] };
    const answers = await Promise.all([post(body), post(body)]);
    answers.push(await post(body));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const sessions = new Set(answers.map(({ json }) => json.sessionId));
    expect(sessions.size).toBe(1);
    expect(await facts([...sessions][0])).toEqual({ currency: 'BRL', locale: 'pt-BR' });
  });

  test.each([
    ['the browser', { 'accept-language': 'en-NZ,en;q=0.8' }, { currency: 'NZD', locale: 'en' }],
    ['the buyer’s choice', { 'accept-language': 'en-NZ', cookie: 'locale=pt-BR; currency=USD' }, { currency: 'USD', locale: 'pt-BR' }],
  ])('a checkout with items only uses language and currency of %s', async (_, headers, expected) => {
    const { status, text, json } = await post({ items: [item(await aBook())] }, headers);
    expect(status, text).toBe(200);
    expect(await facts(json.sessionId)).toEqual(expected);
  });
});

describe('a buyer who tries again and again', () => {
  test.each([
    ['checkout', () => site.checkout(buyer, site.cart(['nunca-existiu']))],
    ['purchase email', () => site.confirm(buyer, 'cs_test_nobody00')],
  ])('a buyer who tries again and again must wait: %s', async (_, ask) => {
    expect((await ask()).status).not.toBe(429);
    await site.useUpLimits();
    const refused = await ask();
    expect([refused.status, refused.json.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('requests of strangers', () => {
  test("an account sees no data of another account's payment session", async () => {
    const { sessionId } = await aCheckout();
    await site.payByCard(sessionId);
    const { status, json, text } = await site.confirm(other, sessionId);
    expect([status, json.code]).toEqual([404, 'not_found']);
    expect(text).not.toContain(buyerEmail);
  });

  test("an email address in a checkout's request body gets no email", async () => {
    const { sessionId } = await aCheckout();
    await site.payByCard(sessionId);
    const { json } = await site.confirm(buyer, sessionId, { customerEmail: 'ladrao@example.test', customerName: 'Ladrão' });
    expect(json.order.email).toBe(buyerEmail);
    await site.until(
      () => site.confirm(buyer, sessionId),
      (answer) => answer.json.email === 'sent',
    );
    expect(await site.inbox('ladrao@example.test')).toEqual([]);
  });

  test.each<[string, (body: { body: string; headers: Record<string, string> }) => { body: string; headers: Record<string, string> }]>([
    ['no signature', ({ body }) => ({ body, headers: {} })],
    ['a signature of another secret', () => signedEvent(anEvent(), { secret: 'whsec_other' })],
    ['a signature of ten minutes ago', () => signedEvent(anEvent(), { age: 600 })],
    ['a body that was changed', ({ body, headers }) => ({ body: `${body} `, headers })],
    ['a signature that is none', ({ body }) => ({ body, headers: { 'stripe-signature': 't=1,v1=abc' } })],
  ])('an event with %s is not trusted, and nothing is written', async (_, change) => {
    const events = async () => (await site.rows('GET', 'stripe_events?select=id')).length;
    const before = await events();
    const { status, json } = await deliver(change(signedEvent(anEvent())));
    expect([status, json.error.code]).toEqual([400, 'invalid_signature']);
    expect(await events()).toBe(before);
  });

  test('the API asks the provider instead of trusting an event that says that a session was paid', async () => {
    const { sessionId } = await aCheckout();
    const lie = { id: sessionId, payment_status: 'paid', status: 'complete', amount_total: 1 };
    expect(
      (await deliver(signedEvent({ id: `evt_lie_${sessionId.slice(-8)}`, type: 'checkout.session.completed', object: lie }))).status,
    ).toBe(200);
    expect((await site.order(sessionId))?.state).toBe('open');
  });

  test('the API ignores payment sessions of other shops at the same provider', async () => {
    const stripe = new Stripe(site.internal.stripeSecretKey, {
      host: '127.0.0.1',
      port: new URL(site.addresses.payments).port,
      protocol: 'http',
    });
    const foreign = await stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: 'https://example.test/ok',
      line_items: [{ quantity: 1, price_data: { currency: 'brl', unit_amount: 500, product_data: { name: 'Other' } } }],
    });
    const sent = signedEvent({ id: `evt_foreign_${foreign.id.slice(-8)}`, type: 'checkout.session.completed', object: { id: foreign.id } });
    expect((await deliver(sent)).status).toBe(200);
    expect(await site.order(foreign.id)).toBeUndefined();
  });
});

const anEvent = () => ({ id: 'evt_forged', type: 'checkout.session.completed', object: { id: 'cs_test_forged' } });
