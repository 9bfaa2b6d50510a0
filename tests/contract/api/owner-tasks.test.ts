import { randomUUID } from 'node:crypto';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { createData, type Data } from '../../../api/src/gateways/supabase/data.ts';
import { type ApiSite, startApiSite, tokenOf } from './api-site.ts';

let site: ApiSite;
let admin: string;
let data: Data;
let books = 0;

beforeAll(async () => {
  site = await startApiSite();
  data = createData(site.addresses.data, site.internal.dataSecretKey);
  admin = await site.signIn('admin');
});
afterAll(async () => await site?.close());
beforeEach(async () => void (await site.rows('DELETE', 'rate_limits?hits=gt.0')));

const HOUR = 3_600_000;
const ownerEmail = 'ola@raizepalavra.test';
const asAdmin = (method: string, path: string, body?: unknown) => site.call(method, path, { token: admin, ...(body ? { body } : {}) });

type Answer<Key extends keyof typeof endpoints> = v.InferOutput<(typeof endpoints)[Key]['answer']>;
function checked<Key extends keyof typeof endpoints>(key: Key, { status, text, json }: { status: number; text: string; json: unknown }) {
  expect(status, text).toBe(200);
  const schema = v.strictObject({ answer: endpoints[key].answer as v.GenericSchema });
  return v.parse(schema, { answer: json }).answer as Answer<Key>;
}
const tasks = async () => checked('GET /api/admin/tasks', await asAdmin('GET', '/api/admin/tasks'));
const tasksOf = async (subject: string) => (await tasks()).tasks.filter((task) => task.subject === subject);
const page = async (id: string) => checked('GET /api/admin/orders/:id', await asAdmin('GET', `/api/admin/orders/${id}`));
const emails = async (to: string, subject: string | RegExp) =>
  (await site.inbox(to)).filter((email) => (typeof subject === 'string' ? email.subject === subject : subject.test(email.subject)));
const emailTo = async (to: string, subject: string | RegExp) =>
  (
    await site.until(
      () => emails(to, subject),
      (found) => found.length > 0,
    )
  )[0];

/** Returns a paid order of a new customer. */
async function buy(card?: Parameters<ApiSite['payByCard']>[1], email = `${randomUUID()}@leitores.test`, locale = 'pt-BR') {
  books += 1;
  const book = `livro-${books}`;
  await site.addBooks({ id: book });
  const token = await tokenOf(site, { uid: randomUUID(), email });
  const { json } = await site.checkout(token, site.cart([book], { locale }));
  await site.payByCard(json.sessionId, card);
  const order = await site.until(
    () => site.order(json.sessionId),
    (found) => found?.state === (card === 'disputed' ? 'disputed' : 'paid'),
  );
  const { number } = await page(order?.id ?? '');
  return { id: order?.id ?? '', number, token, email, sessionId: json.sessionId as string };
}
const requestRefund = (order: { id: string; token: string }) =>
  site.call('POST', `/api/me/orders/${order.id}/refund-request`, { token: order.token, body: { reason: 'Não era o que eu esperava.' } });
const decline = (id: string, note: string) => asAdmin('POST', `/api/admin/orders/${id}/refund-refusal`, { note });
const refund = (id: string, minor = 2_990) =>
  asAdmin('POST', `/api/admin/orders/${id}/refunds`, { attemptId: randomUUID(), items: null, amount: { minor, currency: 'BRL' } });

async function write(email = `${randomUUID()}@visitas.test`): Promise<number> {
  const { status, text } = await site.call('POST', '/api/contact', {
    body: {
      attemptId: randomUUID(),
      name: 'Rita Vale',
      email,
      subject: 'other',
      message: 'Olá!',
      locale: 'pt-BR',
      website: '',
      openForMs: 60_000,
    },
  });
  expect(status, text).toBe(200);
  const [stored] = await site.rows<{ number: number }>('GET', `contact_messages?email=eq.${email}&select=number&order=number.desc`);
  return stored?.number ?? 0;
}

describe('a refund request', () => {
  test('a refund request waits until it is declined with a reason, which the buyer gets and sees in their language', async () => {
    const order = await buy(undefined, undefined, 'en');
    expect((await requestRefund(order)).status).toBe(200);
    expect(await tasksOf(order.id)).toMatchObject([
      {
        kind: 'refund_request',
        label: String(order.number),
        amount: { minor: 2_990 },
        detail: 'Não era o que eu esperava.',
        snoozedUntil: null,
      },
    ]);
    const before = (await tasks()).counts.orders;
    expect((await decline(order.id, '  ')).status).toBe(400);
    const [first, second] = await Promise.all([decline(order.id, 'You have read all of it.'), decline(order.id, 'No.')]);
    expect([first?.status, second?.status].sort(), 'one of two who decide at once').toEqual([200, 409]);
    const note = first?.status === 200 ? 'You have read all of it.' : 'No.';
    expect((await page(order.id)).refundRequest).toMatchObject({ decision: 'declined', note, decidedAt: expect.any(String) });
    expect(await tasksOf(order.id)).toEqual([]);
    expect((await tasks()).counts.orders).toBe(before - 1);

    const email = await emailTo(order.email, `Order no. ${order.number}: answer to your refund request`);
    expect(email?.text).toContain(`> ${note}`);
    const kinds = (
      await site.until(
        () => page(order.id),
        ({ timeline }) => timeline.some(({ kind }) => kind === 'refund_declined'),
      )
    ).timeline.map(({ kind }) => kind);
    expect(kinds, 'each email by its kind').toEqual(expect.arrayContaining(['purchase_paid', 'refund_acknowledged', 'refund_declined']));
    const mine = checked('GET /api/me/orders/:id', await site.call('GET', `/api/me/orders/${order.id}`, { token: order.token }));
    expect(mine).toMatchObject({ refundDeclined: { note }, canRequestRefund: false });
    expect((await site.call('GET', '/api/me/export', { token: order.token })).status).toBe(200);
  });

  test('a refund request ends when the refund is sent, and waits again if the refund fails', async () => {
    const order = await buy('slowRefunds');
    await requestRefund(order);
    await refund(order.id);
    expect(await tasksOf(order.id)).toEqual([]);
    expect((await page(order.id)).refundRequest?.decision).toBe('refunded');
    expect((await decline(order.id, 'Tarde demais.')).status).toBe(409);
    await site.atProvider(`sessions/${order.sessionId}/move-refund`, { status: 'failed', reason: 'merchant_request' });
    await site.until(
      () => tasksOf(order.id),
      (found) => found.some(({ kind }) => kind === 'refund_request'),
    );
  });

  test('a declined refund request is hidden after a later refund, and a lost dispute closes an open request', async () => {
    const order = await buy();
    const mine = async ({ id, token }: typeof order) =>
      checked('GET /api/me/orders/:id', await site.call('GET', `/api/me/orders/${id}`, { token }));
    await requestRefund(order);
    expect(await mine(order)).toMatchObject({ refundRequestedAt: expect.any(String) });
    await decline(order.id, 'Você leu tudo.');
    await refund(order.id);
    await site.until(
      () => page(order.id),
      ({ state }) => state === 'refunded',
    );
    expect(await mine(order)).toMatchObject({ refundRequestedAt: null, refundDeclined: null });
    expect((await page(order.id)).refundRequest).toMatchObject({ decision: 'refunded', note: null });

    const back = await buy('slowRefunds');
    await requestRefund(back);
    expect((await decline(back.id, 'Você leu tudo.')).status).toBe(200);
    await refund(back.id);
    await site.atProvider(`sessions/${back.sessionId}/move-refund`, { status: 'failed' });
    await site.until(
      () => tasksOf(back.id),
      (found) => found.some(({ kind }) => kind === 'refund_request'),
    );
    await site.rows('PATCH', `outbox?key=like.refund_declined:${back.id}:*`, { key: `refund_declined:${back.id}:1` });
    const again = await decline(back.id, 'Ainda não.');
    expect(again.status, again.text).toBe(200);

    const lost = await buy();
    await requestRefund(lost);
    await site.atProvider(`sessions/${lost.sessionId}/dispute`);
    await site.until(
      () => page(lost.id),
      ({ state }) => state === 'disputed',
    );
    expect(await mine(lost)).toMatchObject({ refundRequestedAt: expect.any(String) });
    await site.atProvider(`sessions/${lost.sessionId}/close-dispute`, { outcome: 'lost' });
    await site.until(
      () => page(lost.id),
      ({ disputeState }) => disputeState === 'lost',
    );
    expect(await mine(lost)).toMatchObject({ refundRequestedAt: null, refundDeclined: null });
    expect((await page(lost.id)).refundRequest).toMatchObject({ decision: 'refunded' });
  });
});

describe('tasks for messages and drafts', () => {
  test('messages and drafts are tasks until answered or published, and late after two working days', async () => {
    const number = await write();
    const before = await tasks();
    const [message] = await tasksOf(String(number));
    expect(message).toMatchObject({ kind: 'message', label: 'Rita Vale', isLate: false });
    // The time from a Friday to the end of Tuesday in São Paulo.
    await site.rows('PATCH', `contact_messages?number=eq.${number}`, { created_at: '2026-03-06T23:00:00Z' });
    expect(await tasksOf(String(number))).toMatchObject([{ isLate: true, dueBy: '2026-03-11T02:59:59.000Z' }]);
    expect((await tasks()).tasks[0]?.subject, 'first of all').toBe(String(number));
    await site.rows('PATCH', `contact_messages?number=eq.${number}`, { state: 'answered' });
    expect(await tasksOf(String(number))).toEqual([]);
    expect((await tasks()).counts.messages).toBe(before.counts.messages - 1);

    await site.addBooks({ id: 'rascunho', state: 'draft' });
    expect(await tasksOf('rascunho')).toMatchObject([{ kind: 'ebook_draft' }]);
    await site.rows('PATCH', 'ebooks_metadata?id=eq.rascunho', { state: 'published' });
    expect(await tasksOf('rascunho')).toEqual([]);
  });

  test('a task for a message can be snoozed and brought back, and a dispute cannot', async () => {
    const number = String(await write());
    const snooze = (body: object) => asAdmin('PUT', '/api/admin/task-snoozes', body);
    const { messages } = (await tasks()).counts;
    for (const until of ['tomorrow', 'next_week']) {
      const later = checked('PUT /api/admin/task-snoozes', await snooze({ kind: 'message', subject: number, until }));
      expect(later.counts.messages).toBe(messages - 1);
      const at = later.tasks.find(({ subject }) => subject === number)?.snoozedUntil ?? '';
      const local = new Intl.DateTimeFormat('en-GB', {
        timeZone: 'America/Sao_Paulo',
        weekday: 'short',
        timeStyle: undefined,
        hour: '2-digit',
        minute: '2-digit',
      });
      expect(local.format(new Date(at))).toMatch(until === 'tomorrow' ? /08:00$/ : /^Mon.* 08:00$/);
      expect(Date.parse(at)).toBeGreaterThan(Date.now());
    }
    // The snooze has ended.
    await site.rows('PATCH', `task_snoozes?subject=eq.${number}`, { snoozed_until: new Date(Date.now() - HOUR).toISOString() });
    expect((await tasks()).counts.messages).toBe(messages);
    await snooze({ kind: 'message', subject: number, until: 'tomorrow' });
    expect(checked('PUT /api/admin/task-snoozes', await snooze({ kind: 'message', subject: number, until: null })).counts.messages).toBe(
      messages,
    );
    expect((await snooze({ kind: 'dispute', subject: randomUUID(), until: 'tomorrow' })).status).toBe(400);
    // The task ended and another one began.
    await snooze({ kind: 'message', subject: number, until: 'tomorrow' });
    const lookAround = () => data.sql.sendOwnerAlerts({ recipient: ownerEmail, hasChannel: false });
    await lookAround();
    expect(await tasksOf(number)).toMatchObject([{ snoozedUntil: expect.any(String) }]);
    await site.rows('PATCH', `contact_messages?number=eq.${number}`, { state: 'answered' });
    await lookAround();
    await site.rows('PATCH', `contact_messages?number=eq.${number}`, { state: 'new' });
    expect(await tasksOf(number)).toMatchObject([{ snoozedUntil: null }]);
  });

  test('all tasks are counted, and ten of a kind are shown', async () => {
    for (let count = 0; count < 12; count += 1) {
      await write();
      await site.rows('DELETE', 'rate_limits?hits=gt.0');
    }
    const { tasks: shown, counts } = await tasks();
    expect(shown.filter(({ kind, snoozedUntil }) => kind === 'message' && snoozedUntil === null)).toHaveLength(10);
    expect(counts.messages).toBeGreaterThanOrEqual(12);
  });
});

describe('an order whose amounts do not add up', () => {
  const check = async () => {
    await site.rows('PATCH', 'jobs?name=eq.ledger', { last_run_at: new Date(0).toISOString() });
    const { length } = await site.rows('GET', 'jobs?name=eq.ledger&last_run_at=gt.2026-01-01&lease_until=is.null');
    if (length === 0)
      await site.until(
        () => site.rows('GET', 'jobs?name=eq.ledger&last_run_at=gt.2026-01-01&lease_until=is.null'),
        (found) => found.length > 0,
      );
  };
  const faultsOf = async (id: string) => (await tasksOf(id)).filter(({ kind }) => kind === 'ledger_fault');

  test('an inconsistent order is found hourly, reported with its error, and closed once corrected', async () => {
    const [order, whole] = [await buy(), await buy()];
    await check();
    expect([await faultsOf(order.id), await faultsOf(whole.id)]).toEqual([[], []]);

    // A manual change that no function of ours would make.
    await site.rows('PATCH', `orders?id=eq.${order.id}`, { refunded_minor: 1_000 });
    await check();
    expect(await faultsOf(order.id)).toMatchObject([{ label: String(order.number), detail: 'kept_money', isLate: false }]);
    expect(await site.rows('GET', `ledger_faults?order_id=eq.${order.id}&select=faults`)).toEqual([{ faults: ['kept_money', 'receipts'] }]);
    expect(await faultsOf(whole.id)).toEqual([]);
    await site.rows('PATCH', 'jobs?name=eq.alerts', { last_run_at: new Date(0).toISOString() });
    const email = await emailTo(ownerEmail, 'As contas de um pedido não fecham');
    expect(email?.text).toMatch(new RegExp(`Pedido nº ${order.number}.*O valor que resta não é o dos livros que restam`, 's'));

    await site.rows('PATCH', `orders?id=eq.${order.id}`, { refunded_minor: 0 });
    await check();
    expect(await faultsOf(order.id)).toEqual([]);
    await site.rows('PATCH', 'jobs?name=eq.alerts', { last_run_at: new Date(0).toISOString() });
    await emailTo(ownerEmail, 'Resolvido: As contas de um pedido não fecham');
  });

  test('inconsistent orders are found among newly settled orders and among all, in portions', async () => {
    const { id } = await buy();
    await data.sql.checkLedger({ part: 'settled', size: 1_000 });
    const [entitlement] = await site.rows('DELETE', `entitlements?uid=not.is.null&revoked_at=is.null&copy_id=in.(${await copiesOf(id)})`);
    const settled = () => data.sql.checkLedger({ part: 'settled', size: 1 });
    expect([await settled(), await faultsOf(id)], 'not before what runs beside it is over').toEqual([0, []]);
    await site.rows('PATCH', `orders?id=eq.${id}`, { checked_at: new Date(Date.now() - HOUR / 2).toISOString() });
    expect([await settled(), await settled()], 'once').toEqual([1, 0]);
    expect(await faultsOf(id)).toMatchObject([{ detail: 'not_readable' }]);
    await site.rows('POST', 'entitlements', entitlement);
    await data.sql.checkLedger({ part: 'known', size: 10 });
    expect(await faultsOf(id)).toEqual([]);

    await site.rows('DELETE', `entitlements?copy_id=in.(${await copiesOf(id)})`);
    const orders = (await site.rows('GET', 'orders?paid_at=not.is.null&select=id')).length;
    await site.rows('PATCH', 'ledger_reading?is_only=is.true', { all_until: '00000000-0000-0000-0000-000000000000' });
    let seen = 0;
    for (let portion = 2; portion === 2; seen += portion) portion = (await data.sql.checkLedger({ part: 'all', size: 2 })) ?? 0;
    expect(seen).toBe(orders);
    expect(await faultsOf(id)).toMatchObject([{ detail: 'not_readable' }]);
    expect(await data.sql.checkLedger({ part: 'all', size: 2 }), 'from the first again').toBe(2);
    await site.rows('POST', 'entitlements', entitlement);
    await data.sql.checkLedger({ part: 'known', size: 10 });
  });

  const copiesOf = async (id: string) =>
    (await site.rows<{ id: string }>('GET', `order_copies?order_id=eq.${id}&select=id`)).map((copy) => copy.id).join();
});

describe('the deadline of a dispute', () => {
  test('owners get one email when a dispute opens, three days and one day before its deadline, however many instances look', async () => {
    await site.rows('POST', 'jobs', [{ name: 'alerts', holder: 'test', lease_until: new Date(Date.now() + 24 * HOUR).toISOString() }]);
    const order = await buy('disputed');
    const [task] = await tasksOf(order.id);
    const dueBy = Date.parse(task?.dueBy ?? '');
    const look = async (at: number) => {
      const p_now = new Date(at).toISOString();
      const written = await Promise.all([1, 2].map(() => data.sql.sendDisputeEmails({ ownerEmail: ownerEmail, now: p_now })));
      return written.reduce<number>((sum, one) => sum + (one ?? 0), 0);
    };
    const owners = (await site.rows('GET', 'team?role=eq.owner&select=uid')).length;
    expect(await look(Date.now())).toBe(owners);
    expect(await look(dueBy - 3 * 24 * HOUR - HOUR), 'not yet').toBe(0);
    expect(await look(dueBy - 3 * 24 * HOUR)).toBe(owners);
    expect(await look(dueBy - 2 * 24 * HOUR)).toBe(0);
    expect(await look(dueBy - 24 * HOUR + HOUR)).toBe(owners);
    expect(await look(dueBy - HOUR)).toBe(0);
    expect(await look(dueBy + HOUR)).toBe(0);
    // An inquiry was answered and became a dispute with another deadline.
    const later = dueBy + 30 * 24 * HOUR;
    const change = (state: string, due_by: string | null) => site.rows('PATCH', `disputes?order_id=eq.${order.id}`, { state, due_by });
    await change('under_review', null);
    expect(await look(Date.now())).toBe(0);
    await change('needs_response', new Date(later).toISOString());
    expect([await look(Date.now()), await look(Date.now()), await look(later - 3 * 24 * HOUR)]).toEqual([owners, 0, owners]);
    const due = await site.until(
      () => emails(demoAccounts.admin.email, new RegExp(`^Pedido nº ${order.number}: responda à contestação até `)),
      (found) => found.length === 3,
    );
    expect(due[0]?.text).toContain('Compra não reconhecida (fraude)');
    expect(await emails(ownerEmail, /contesta/)).toEqual([]);
  });

  test('a dispute without a deadline is a task until the owner answers it', async () => {
    const order = await buy('disputed');
    await site.rows('PATCH', `disputes?order_id=eq.${order.id}`, { due_by: null });
    expect(await tasksOf(order.id)).toMatchObject([{ dueBy: null, isLate: false }]);
    await site.atProvider(`sessions/${order.sessionId}/answer-dispute`);
    await site.until(
      () => tasksOf(order.id),
      (found) => found.length === 0,
    );
    expect(await site.rows('GET', `disputes?order_id=eq.${order.id}&select=state,evidence_at,closed_at`)).toMatchObject([
      { state: 'under_review', evidence_at: expect.any(String), closed_at: null },
    ]);
    await site.atProvider(`sessions/${order.sessionId}/close-dispute`, { outcome: 'won' });
    await site.until(
      () => site.rows('GET', `disputes?order_id=eq.${order.id}&select=state,closed_at`),
      ([dispute]) => dispute?.state === 'won' && dispute.closed_at !== null,
    );
  });
});

describe('notices to team members', () => {
  const choose = async (who: 'admin' | 'team', body: object) =>
    checked('PUT /api/admin/notices', await site.call('PUT', '/api/admin/notices', { token: await site.signIn(who), body }));
  const { admin: owner, team } = demoAccounts;

  test('each member gets the chosen notices: every sale by default, then at once or daily, never about their own actions', async () => {
    expect(checked('GET /api/admin/notices', await asAdmin('GET', '/api/admin/notices'))).toEqual({
      notices: { sale: 'each', message: 'never', refund: 'never' },
      email: owner.email,
      contactEmail: ownerEmail,
    });
    await choose('team', { sale: 'never' });
    const first = await buy();
    expect((await emailTo(owner.email, new RegExp(`pedido nº ${first.number}$`)))?.subject).toMatch(/^Venda de /);
    expect((await choose('admin', { sale: 'each', message: 'each' })).notices).toEqual({ sale: 'each', message: 'each', refund: 'never' });
    await choose('team', { sale: 'daily', message: 'daily', refund: 'daily' });
    expect((await site.call('PUT', '/api/admin/notices', { token: admin, body: { sale: 'hourly' } })).status).toBe(400);

    const atOnce = await emails(team.email, /Venda|Mensagem/);
    const order = await buy();
    const sale = await emailTo(owner.email, new RegExp(`pedido nº ${order.number}$`));
    expect(sale?.subject.replaceAll('\u00a0', ' ')).toBe(`Venda de R$ 29,90: pedido nº ${order.number}`);
    expect(sale?.text).not.toContain(order.email);
    const number = await write();
    expect((await emailTo(owner.email, new RegExp(`^Contato nº ${number} `)))?.headers).toContainEqual({
      key: 'reply-to',
      value: expect.stringContaining('@visitas.test'),
    });
    await requestRefund(order);
    await write(owner.email);
    expect(await emails(team.email, /Venda|Mensagem/)).toEqual(atOnce);

    // Half a day after the next midnight, eight o'clock has passed. Two instances look at once.
    const look = async (days: number) => {
      const p_now = new Date(Date.now() + days * 24 * HOUR).toISOString();
      const written = await Promise.all([1, 2].map(() => data.sql.sendDailyNotices({ zone: 'America/Sao_Paulo', now: p_now })));
      return written.reduce<number>((sum, one) => sum + (one ?? 0), 0);
    };
    expect(await look(1)).toBe(1);
    expect(await look(1), 'once a day').toBe(0);
    const daily = await emailTo(team.email, /^Resumo do dia: /);
    expect(daily?.text.replaceAll('\u00a0', ' ')).toMatch(/1 venda: R\$ 29,90\nMensagens recebidas: 2\nPedidos de reembolso: 1/);
    expect(await look(2), 'nothing when nothing happened').toBe(0);
    expect(await emails(owner.email, /^Resumo/)).toEqual([]);
    const own = (await site.inbox(owner.email)).filter(({ headers }) =>
      headers.some(({ key, value }) => key === 'reply-to' && value.includes(owner.email)),
    );
    expect(own, 'the owner’s own message').toEqual([]);

    await choose('team', { sale: 'weekly' });
    await buy();
    const written: number[] = [];
    for (let day = 3; day < 10; day += 1) written.push(await look(day));
    expect(written.filter((count) => count > 0)).toEqual([1]);
    expect((await emailTo(team.email, /^Resumo da semana até /))?.text.replaceAll('\u00a0', ' ')).toContain('1 venda: R$ 29,90');
    const [week] = await site.rows<{ payload: { ends_at: string } }>('GET', 'outbox?key=like.weekly_notice*&select=payload');
    const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'America/Sao_Paulo' });
    expect(weekday.format(new Date(week?.payload.ends_at ?? 0))).toBe('Monday');

    await choose('team', { sale: 'daily' });
    await buy();
    await choose('team', { sale: 'never' });
    expect(await look(11), 'what was noted goes with the wish').toBe(0);
  });
});
