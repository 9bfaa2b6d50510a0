import { randomUUID } from 'node:crypto';
import type { AdminPerson, PersonSource } from '@site/shared/contracts/admin-people.ts';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import { CONSENT_VERSION } from '@site/shared/contracts/form-rules.ts';
import { strFromU8, unzipSync } from 'fflate';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { type ApiSite, startApiSite } from './api-site.ts';

let site: ApiSite;
let admin: string;
let books = 0;

beforeAll(async () => {
  site = await startApiSite();
  admin = await site.signIn('admin');
});
afterAll(async () => await site?.close());
// One admin does more here than is allowed in an hour.
beforeEach(async () => void (await site.rows('DELETE', 'rate_limits?hits=gt.0')));

type Account = { uid: string; email: string; token: string };

/** Creates an account with this address, confirmed by default. */
async function anAccount(email = `${randomUUID()}@example.test`, verified = true): Promise<Account> {
  const uid = randomUUID();
  const token = await site.tokenOf({ uid, email }, { email_verified: verified, name: 'Ana Souza' });
  expect((await site.call('GET', '/api/me', { token })).status).toBe(200);
  return { uid, email, token };
}
async function aBook(change: object = {}): Promise<string> {
  books += 1;
  const id = `livro-${books}`;
  await site.addBooks({ id, ...change });
  await site.addPdf(id);
  return id;
}
async function buyAs(token: string): Promise<{ book: string; orderId: string }> {
  const book = await aBook();
  const { sessionId } = (await site.checkout(token, site.cart([book]))).json;
  await site.payByCard(sessionId);
  const order = await site.until(
    () => site.order(sessionId),
    (found) => found?.state === 'paid',
  );
  return { book, orderId: order?.id ?? '' };
}
/** Sends a message from this address and returns its id. */
async function writeAs(email: string): Promise<string> {
  const body = { attemptId: randomUUID(), name: 'Ana', email, subject: 'other', message: 'Olá', locale: 'en', openForMs: 9_000 };
  expect((await site.call('POST', '/api/contact', { body })).status).toBe(200);
  return String((await site.rows('GET', `contact_messages?email=eq.${email}&select=id`))[0]?.id);
}

const asAdmin = (method: string, path: string, body?: unknown) => site.call(method, `/api/admin/people${path}`, { token: admin, body });
const open = (kind: PersonSource, id: string) => asAdmin('POST', '', { kind, id });
const idOf = async (kind: PersonSource, id: string): Promise<string> => (await open(kind, id)).json.id;
async function personOf(id: string): Promise<AdminPerson> {
  const { status, text, json } = await asAdmin('GET', `/${id}`);
  expect(status, text).toBe(200);
  return v.parse(endpoints['GET /api/admin/people/:id'].answer, json);
}
const give = (id: string, { uid }: Account, ebookId: string, changes: object = {}) =>
  asAdmin('POST', `/${id}/gifts`, { attemptId: randomUUID(), uid, ebookId, reason: 'Ajudou na revisão', ...changes });
const libraryOf = async (token: string): Promise<string[]> =>
  (await site.call('GET', '/api/me/library', { token })).json.items.map(({ ebook }: { ebook: { id: string } }) => ebook.id);
const completed = async () =>
  (await site.rows<{ n: number }>('GET', 'totals?metric=in.(orders,checkouts,books)&select=n')).map(({ n }) => n);

test('erasing a person who only sent a message also erases their address from gifts and invitations', async () => {
  const email = `${randomUUID()}@example.test`;
  const message = await writeAs(email);
  const giver = await anAccount();
  const book = await aBook();
  const cart = { ...site.cart([book]), items: [{ id: book, price: 2_990, quantity: 1, gift: 'all' }] };
  const { sessionId } = (await site.checkout(giver.token, cart)).json;
  await site.payByCard(sessionId);
  const order = await site.until(
    () => site.order(sessionId),
    (found) => found?.state === 'paid',
  );
  const gifts = `/api/me/orders/${order?.id}/gifts`;
  const giftOf = async () => (await site.call('GET', gifts, { token: giver.token })).json.gifts[0];
  const day = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const body = { name: 'Bob', email, message: 'Para você', day };
  expect((await site.call('PUT', `${gifts}/${(await giftOf()).id}`, { token: giver.token, body })).status).toBe(200);
  expect(await giftOf()).toMatchObject({ state: 'scheduled', toEmail: email });
  await site.rows('POST', 'team_invitations', [{ email, role: 'support', locale: 'pt-BR', invited_by: demoAccounts.admin.uid }]);
  expect((await asAdmin('DELETE', `/${await idOf('message', message)}`, { email })).status).toBe(204);
  expect(await giftOf()).toMatchObject({ state: 'unsent', toEmail: null });
  for (const rest of [`gifts?to_email=eq.${email}`, `team_invitations?email=eq.${email}`, `outbox?recipient=eq.${email}`])
    expect([rest, await site.rows('GET', rest)]).toEqual([rest, []]);
});

test('an address whose person page was opened is erased when no other data remain, unless it has a note', async () => {
  const [one, other] = [`${randomUUID()}@example.test`, `${randomUUID()}@example.test`];
  const messages = [await writeAs(one), await writeAs(other)];
  for (const message of messages) await idOf('message', message);
  await site.rows('PATCH', `people?email=eq.${other}`, { note: 'Ligar' });
  const known = async () => (await site.rows<{ email: string }>('GET', `people?email=in.(${one},${other})&select=email`)).length;
  await site.rows('POST', 'rpc/sweep', {});
  expect(await known()).toBe(2);
  await site.rows('DELETE', `contact_messages?email=in.(${one},${other})`);
  await site.rows('POST', 'rpc/sweep', {});
  expect(await known()).toBe(1);
});

describe('the page of a person', () => {
  test('one person page shows the orders, messages, subscription and accounts of an address', async () => {
    const ana = await anAccount();
    const stranger = await anAccount(ana.email, false);
    const { book, orderId } = await buyAs(ana.token);
    await site.call('POST', `/api/me/library/${book}/download`, { token: ana.token });
    const subscribed = { subscribed: true, locale: 'en', consentVersion: CONSENT_VERSION };
    await site.call('PUT', '/api/me/newsletter', { token: ana.token, body: subscribed });
    const message = await writeAs(ana.email);
    const [subscriber] = await site.rows('GET', `newsletter_subscribers?email=eq.${ana.email}&select=id`);

    const ids = await Promise.all([
      idOf('order', orderId),
      idOf('message', message),
      idOf('subscriber', String(subscriber?.id)),
      idOf('user', ana.uid),
      idOf('user', stranger.uid),
    ]);
    expect(new Set(ids).size).toBe(1);
    await site.inbox(ana.email, true);
    expect(await personOf(ids[0])).toMatchObject({
      email: ana.email,
      note: '',
      accounts: [
        { uid: ana.uid, displayName: 'Ana Souza', isConfirmed: true, isInTeam: false },
        { uid: stranger.uid, isConfirmed: false },
      ],
      orders: [{ id: orderId, state: 'paid' }],
      books: [{ ebookId: book, order: { id: orderId }, gift: null, endedAt: null, downloads: 1 }],
      messages: [{ id: message, state: 'new', replies: [] }],
      subscription: { state: 'confirmed', consentVersion: CONSENT_VERSION },
      emails: expect.arrayContaining([expect.objectContaining({ kind: 'purchase_paid' })]),
      ordersKept: 1,
    });
  });

  test.each([
    ['order', randomUUID(), 404],
    ['message', 'no-id', 404],
    ['user', 'nobody', 404],
    ['friend', randomUUID(), 400],
  ])('no person page exists for the %s %s', async (kind, id, status) => {
    expect((await open(kind as PersonSource, id)).status).toBe(status);
  });

  test('a second admin never overwrites a note about a person, and the audit log does not contain the note', async () => {
    const ana = await anAccount();
    const id = await idOf('user', ana.uid);
    const note = (text: string, previousNote: string) => asAdmin('PUT', `/${id}/note`, { note: text, previousNote });
    expect((await note('Gosta de Rute', '')).json.note).toBe('Gosta de Rute');
    const other = await note('Gosta de Jó', '');
    expect([other.status, other.json.error.code]).toEqual([409, 'changed_meanwhile']);
    expect((await note('x'.repeat(2_001), 'Gosta de Rute')).status).toBe(400);
    const changes = await site.rows('GET', `audit_log?subject_id=eq.${id}&select=action,before,after`);
    expect(changes).toEqual([{ action: 'person_noted', before: null, after: null }]);
    const archive = await fetch(`${site.addresses.api}/api/me/export`, { headers: { authorization: `Bearer ${ana.token}` } });
    const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
    expect(JSON.parse(strFromU8(files['note.json'] ?? new Uint8Array()))).toBe('Gosta de Rute');
  });
});

describe('a book that the owner gives', () => {
  test('a given book is in the library at once with an email, is no sale, and disappears when it is taken back', async () => {
    const ana = await anAccount();
    const id = await idOf('user', ana.uid);
    const book = await aBook();
    const before = await completed();
    const attempt = { attemptId: randomUUID() };
    const given = await give(id, ana, book, attempt);
    expect(given.json.books, given.text).toMatchObject([{ ebookId: book, gift: { reason: 'Ajudou na revisão' }, endedAt: null }]);
    expect((await give(id, ana, book, attempt)).json.books, 'pressed twice').toHaveLength(1);
    expect(await libraryOf(ana.token)).toEqual([book]);
    expect((await site.call('POST', `/api/me/library/${book}/download`, { token: ana.token })).status).toBe(200);
    const email = await site.until(
      async () => (await site.inbox(ana.email)).find(({ subject }) => subject.includes('deu um livro')),
      (found) => found !== undefined,
    );
    expect(email?.text).not.toContain('revisão');

    const [{ order }] = given.json.books;
    expect(await completed()).toEqual(before);
    expect((await site.call('GET', '/api/admin/orders', { token: admin })).text).not.toContain(order.id);
    const gifts = await site.call('GET', '/api/admin/orders?state=given', { token: admin });
    expect(gifts.json.orders).toMatchObject([{ id: order.id, total: { minor: 0 }, paidAt: null }]);
    expect((await site.call('GET', `/api/me/orders/${order.id}`, { token: ana.token })).json).toMatchObject({
      state: 'given',
      items: [{ access: 'readable' }],
      canRequestRefund: false,
    });

    const takeBack = () => asAdmin('DELETE', `/${id}/gifts/${order.id}`);
    expect((await takeBack()).json.books).toMatchObject([{ endedAt: expect.any(String) }]);
    expect((await takeBack()).status).toBe(404);
    expect(await libraryOf(ana.token)).toEqual([]);
    const actions = await site.rows('GET', `audit_log?subject_id=eq.${order.id}&select=action&order=id`);
    expect(actions.map(({ action }) => action)).toEqual(['book_given', 'book_taken_back']);
    expect((await give(id, ana, book)).status, 'given once more').toBe(200);
  });

  test('giving a book is rejected with its reason: owned, pending payment, missing, or an account of a stranger', async () => {
    const ana = await anAccount();
    const [bia, stranger] = [await anAccount(), await anAccount(ana.email, false)];
    const id = await idOf('user', ana.uid);
    const codeOf = async (answer: Promise<{ json: { error: { code: string } } }>) => (await answer).json.error.code;
    const { book, orderId } = await buyAs(ana.token);
    expect(await codeOf(give(id, ana, book))).toBe('ebook_owned');
    const open = await aBook();
    await site.checkout(ana.token, site.cart([open]));
    expect(await codeOf(give(id, ana, open))).toBe('ebook_pending');
    expect(await codeOf(give(id, ana, 'nenhum'))).toBe('ebook_unavailable');
    expect(await codeOf(give(id, ana, await aBook({ state: 'draft' })))).toBe('ebook_unavailable');
    const free = await aBook();
    for (const account of [bia, stranger]) expect(await codeOf(give(id, account, free))).toBe('invalid_input');
    expect((await give(id, ana, free, { reason: ' ' })).status).toBe(400);
    // A bought book is not taken back like a given one.
    expect((await asAdmin('DELETE', `/${id}/gifts/${orderId}`)).status).toBe(404);
  });
});

describe('an imported purchase of a person', () => {
  test('an imported purchase is shown before and after its claim, and taking it back is in the audit log', async () => {
    const [ana, bia] = [await anAccount(), await anAccount()];
    const id = await idOf('user', ana.uid);
    const [waiting, claimed] = [await aBook(), await aBook()];
    await site.rows('POST', 'imported_purchases', [
      { email: ana.email, ebook_id: waiting, source: 'hotmart', uid: null, claimed_at: null },
      { email: ana.email, ebook_id: claimed, source: 'gumroad', uid: ana.uid, claimed_at: new Date().toISOString() },
    ]);
    const shown = (await asAdmin('GET', `/${id}`)).json.importedBooks as { id: string; ebookId: string }[];
    expect(shown).toHaveLength(2);
    expect(shown).toContainEqual(expect.objectContaining({ ebookId: waiting, source: 'hotmart', claimedAt: null }));
    expect(shown).toContainEqual(expect.objectContaining({ ebookId: claimed, source: 'gumroad', claimedAt: expect.any(String) }));
    expect(await libraryOf(ana.token)).toContain(claimed);
    const purchase = shown.find(({ ebookId }) => ebookId === claimed)?.id;
    const other = await idOf('user', bia.uid);
    expect((await asAdmin('DELETE', `/${other}/imported-books/${purchase}`)).status, 'of another person').toBe(404);
    const takenBack = await asAdmin('DELETE', `/${id}/imported-books/${purchase}`);
    expect(takenBack.json.importedBooks, takenBack.text).toMatchObject([{ ebookId: waiting }]);
    expect(await libraryOf(ana.token)).not.toContain(claimed);
    expect((await asAdmin('DELETE', `/${id}/imported-books/${purchase}`)).status, 'twice').toBe(404);
    expect(await site.rows('GET', `audit_log?subject_id=eq.${id}&select=action,after`)).toEqual([
      { action: 'imported_book_taken_back', after: { ebook_id: claimed, source: 'gumroad' } },
    ]);
  });
});

describe("a person's requests about their data", () => {
  test("an export of a person's data is written to the audit log", async () => {
    const ana = await anAccount();
    await writeAs(ana.email);
    const id = await idOf('user', ana.uid);
    const answer = await fetch(`${site.addresses.api}/api/admin/people/${id}/export`, { headers: { authorization: `Bearer ${admin}` } });
    expect(answer.headers.get('content-disposition')).toMatch(/meus-dados-[\d-]+[.]zip/);
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(JSON.parse(strFromU8(files['contact-messages.json'] ?? new Uint8Array()))).toMatchObject([{ message: 'Olá', replies: [] }]);
    expect(JSON.parse(strFromU8(files['profile.json'] ?? new Uint8Array()))).toMatchObject({ uid: ana.uid, email: ana.email });
    expect(await site.rows('GET', `audit_log?subject_id=eq.${id}&select=action`)).toEqual([{ action: 'person_exported' }]);
  });

  test('erasing a person closes open payment pages and keeps what the law requires', async () => {
    const ana = await anAccount();
    const stranger = await anAccount(ana.email, false);
    const { orderId } = await buyAs(ana.token);
    const message = await writeAs(ana.email);
    const id = await idOf('message', message);
    await asAdmin('PUT', `/${id}/note`, { note: 'Segredo', previousNote: '' });
    const gift = await aBook();
    expect((await give(id, ana, gift)).status).toBe(200);
    const { sessionId } = (await site.checkout(ana.token, site.cart([await aBook()]))).json;
    const remove = (email: string) => asAdmin('DELETE', `/${id}`, { email });

    const other = await remove('outra@example.test');
    expect([other.status, other.json.error.fields]).toEqual([400, { email: 'other' }]);
    await site.atProvider('faults', { status: 500, count: 3, path: `/v1/checkout/sessions/${sessionId}/expire` });
    try {
      expect((await remove(ana.email)).json.error.code).toBe('payment_unavailable');
    } finally {
      await site.atProvider('faults', {}, 'DELETE');
    }
    expect((await site.call('GET', '/api/me', { token: ana.token })).status).toBe(200);

    expect((await remove(ana.email.toUpperCase())).status).toBe(204);
    for (const { token } of [ana, stranger]) expect((await site.call('GET', '/api/me', { token })).status).toBe(410);
    const kept = await site.rows('GET', `orders?buyer_uid=eq.${ana.uid}&select=state,buyer_email,buyer_name&order=number`);
    expect(kept).toEqual([
      { state: 'paid', buyer_email: ana.email, buyer_name: '' },
      { state: 'given', buyer_email: expect.stringContaining('@deleted.invalid'), buyer_name: '' },
      { state: 'expired', buyer_email: expect.stringContaining('@deleted.invalid'), buyer_name: '' },
    ]);
    for (const rest of [`people?email=eq.${ana.email}`, `contact_messages?email=eq.${ana.email}`, `outbox?payload->>email=eq.${ana.email}`])
      expect([rest, await site.rows('GET', rest)]).toEqual([rest, []]);
    expect((await remove(ana.email)).status).toBe(404);
    const told = await site.until(
      async () => (await site.inbox(ana.email)).filter(({ subject }) => /was deleted|foi excluída/.test(subject)),
      (emails) => emails.length > 0,
    );
    expect(told).toHaveLength(1);
    expect((await personOf(await idOf('order', orderId))).ordersKept, 'what stays is found by its order').toBe(1);
  });

  test('a person is erased also under an address that forms reject today', async () => {
    const message = await writeAs(`${randomUUID()}@example.test`);
    const email = `${randomUUID()}@gmail`;
    await site.rows('PATCH', `contact_messages?id=eq.${message}`, { email });
    const id = await idOf('message', message);
    const removed = await asAdmin('DELETE', `/${id}`, { email });
    expect(removed.status, removed.text).toBe(204);
    expect(await site.rows('GET', `contact_messages?id=eq.${message}`)).toEqual([]);
  });

  test('a member of the team cannot be erased', async () => {
    await site.call('GET', '/api/me', { token: admin });
    const id = await idOf('user', demoAccounts.admin.uid);
    const { status, json } = await asAdmin('DELETE', `/${id}`, { email: demoAccounts.admin.email });
    expect([status, json.error.fields]).toEqual([400, { person: 'team' }]);
  });
});
