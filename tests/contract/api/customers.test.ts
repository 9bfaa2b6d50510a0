import { randomUUID } from 'node:crypto';
import { CONSENT_VERSION, MAX_REFUND_REASON } from '@site/shared/contracts/form-rules.ts';
import { OrderDetailSchema } from '@site/shared/contracts/orders.ts';
import { strFromU8, unzipSync } from 'fflate';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { type ApiSite, startApiSite, tokenOf } from './api-site.ts';
import { onePage } from './site-tools.ts';

let site: ApiSite;
let buyer: string;
let other: string;
let books = 0;

beforeAll(async () => {
  site = await startApiSite();
  [buyer, other] = await Promise.all([site.signIn('newcomer'), site.signIn('customer')]);
});
afterAll(async () => await site?.close());
// One person does more here than is allowed in an hour.
beforeEach(async () => void (await site.rows('DELETE', 'rate_limits?hits=gt.0')));

const buyerEmail = demoAccounts.newcomer.email;

/** Makes a new book and opens its payment page. */
async function aCheckout(change: Record<string, unknown> = {}): Promise<{ book: string; sessionId: string; orderId: string }> {
  books += 1;
  const book = `livro-${books}`;
  await site.addBooks({ id: book });
  await site.addPdf(book);
  const { status, text, json } = await site.checkout(buyer, site.cart([book], change));
  expect(status, text).toBe(200);
  const orderId = (await site.order(json.sessionId))?.id ?? '';
  return { book, sessionId: json.sessionId, orderId };
}

const stateIs = (sessionId: string, state: string) =>
  site.until(
    () => site.order(sessionId),
    (order) => order?.state === state,
  );

async function aPurchase(change?: Record<string, unknown>) {
  const checkout = await aCheckout(change);
  await site.payByCard(checkout.sessionId);
  await stateIs(checkout.sessionId, 'paid');
  return checkout;
}

/** Returns the order's page as its buyer gets it. */
async function pageOf(orderId: string) {
  const { status, text, json } = await site.call('GET', `/api/me/orders/${orderId}`, { token: buyer });
  expect(status, text).toBe(200);
  return v.parse(OrderDetailSchema, json);
}
const kindsOf = async (orderId: string) => (await pageOf(orderId)).timeline.map(({ kind }) => kind);
const accessOf = async (orderId: string) => (await pageOf(orderId)).items.map(({ access }) => access);

describe('the reading position', () => {
  const positionOf = async (book: string) =>
    (await site.call('GET', '/api/me/library', { token: buyer })).json.items.find(
      (item: { ebook: { id: string } }) => item.ebook.id === book,
    )?.position;
  const keep = (book: string, body: unknown, token = buyer) => site.call('PUT', `/api/me/library/${book}/position`, { token, body });

  test('the library shows the last reading position that was kept', async () => {
    const { book } = await aPurchase();
    expect(await positionOf(book)).toBeNull();
    await keep(book, { page: 3 });
    expect((await keep(book, { page: 7 })).json).toEqual({ page: 7 });
    expect(await positionOf(book)).toMatchObject({ page: 7 });
  });

  test('the later reading position of two devices wins, whenever it arrives, and times in the future do not count', async () => {
    const { book } = await aPurchase();
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
    await keep(book, { page: 120, readAt: ago(60_000) });
    await keep(book, { page: 40, readAt: ago(3_600_000) });
    expect(await positionOf(book)).toMatchObject({ page: 120 });
    await keep(book, { page: 130, readAt: ago(-86_400_000) });
    await keep(book, { page: 131 });
    expect(await positionOf(book)).toMatchObject({ page: 131 });
  });

  test('a reading position is not kept without an entitlement to the book', async () => {
    const { book } = await aPurchase();
    const { book: unpaid } = await aCheckout();
    expect((await keep(book, { page: 2 }, other)).status).toBe(404);
    expect((await keep(unpaid, { page: 2 })).status).toBe(404);
    expect((await keep('..%2Fx', { page: 2 })).status).toBe(404);
    expect(await site.rows('GET', `reading_positions?ebook_id=in.(${book},${unpaid})`)).toEqual([]);
  });

  test.each([0, -1, 1.5, 100_001, '2', null])('the reading position %j is rejected', async (page) => {
    expect((await keep('livro-1', { page })).status).toBe(400);
  });
});

describe('the page of an order', () => {
  test("an order's page shows the books, the events and whether the email was sent", async () => {
    const { book, orderId } = await aPurchase();
    const before = await site.until(
      () => pageOf(orderId),
      (page) => page.emailState === 'sent',
    );
    expect(before).toMatchObject({
      state: 'paid',
      email: buyerEmail,
      items: [{ ebookId: book, access: 'readable' }],
      refundRequestedAt: null,
      canRequestRefund: true,
    });
    expect(before.termsVersion).not.toBe('');
    await site.call('POST', `/api/me/library/${book}/download`, { token: buyer });
    await site.call('POST', `/api/me/library/${book}/download`, { token: buyer });
    const { timeline } = await pageOf(orderId);
    expect(timeline.map(({ kind }) => kind).toSorted()).toEqual(['created', 'downloaded', 'paid', 'purchase_paid']);
    expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).toSorted());
    expect(await site.rows('GET', `order_copies?order_id=eq.${orderId}&select=entitlements(downloads)`)).toEqual([
      { entitlements: { downloads: 2 } },
    ]);
  });

  test("an order's page of an unpaid cart gives nothing to read", async () => {
    const { orderId } = await aCheckout();
    expect(await pageOf(orderId)).toMatchObject({ state: 'open', emailState: 'none', canRequestRefund: false });
    expect(await accessOf(orderId)).toEqual(['unpaid']);
    expect(await kindsOf(orderId)).toEqual(['created']);
  });

  test("an order's page waits for a slow payment", async () => {
    const { sessionId, orderId } = await aCheckout();
    await site.payByBoleto(sessionId);
    await stateIs(sessionId, 'waiting');
    expect(await accessOf(orderId)).toEqual(['waiting']);
    const told = await site.until(
      () => pageOf(orderId),
      ({ timeline }) => timeline.some(({ kind }) => kind === 'purchase_waiting'),
    );
    expect(told.emailState, 'the mail about the wait delivers no book').toBe('none');
    expect(await kindsOf(orderId)).toContain('waiting');
    await site.atProvider(`sessions/${sessionId}/settle`);
    await stateIs(sessionId, 'paid');
    expect(await accessOf(orderId)).toEqual(['readable']);
  });

  test("an order's page shows each partial refund", async () => {
    const { sessionId, orderId } = await aPurchase();
    await site.atProvider(`sessions/${sessionId}/refund`, { amount: 1_000 });
    await stateIs(sessionId, 'partly_refunded');
    expect(await accessOf(orderId)).toEqual(['readable']);
    await site.atProvider(`sessions/${sessionId}/refund`);
    await stateIs(sessionId, 'refunded');
    expect(await accessOf(orderId)).toEqual(['refunded']);
    expect((await kindsOf(orderId)).filter((kind) => kind === 'refunded')).toHaveLength(2);
  });

  test("an order's page shows a dispute, and gives access again when the dispute ends", async () => {
    const { sessionId, orderId } = await aPurchase();
    await site.atProvider(`sessions/${sessionId}/dispute`);
    await stateIs(sessionId, 'disputed');
    expect(await pageOf(orderId)).toMatchObject({ canRequestRefund: false, items: [{ access: 'disputed' }] });
    await site.atProvider(`sessions/${sessionId}/close-dispute`, { outcome: 'won' });
    await stateIs(sessionId, 'paid');
    expect(await accessOf(orderId)).toEqual(['readable']);
    expect((await kindsOf(orderId)).filter((kind) => kind === 'disputed')).toHaveLength(1);
  });

  test("an order's page is not found for another account or an altered id", async () => {
    const { orderId } = await aPurchase();
    const altered = [randomUUID(), orderId.slice(0, -1), `${orderId}0`, '1001', '%00', "'or'1'='1"];
    for (const [id, token] of [[orderId, other] as const, ...altered.map((id) => [id, buyer] as const)]) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['POST', '/email', undefined],
        ['POST', '/refund-request', { reason: '' }],
      ] as const) {
        const answer = await site.call(method, `/api/me/orders/${encodeURIComponent(id)}${path}`, { token, body });
        expect([method, id, path, answer.status]).toEqual([method, id, path, 404]);
        expect(answer.text).not.toContain(buyerEmail);
      }
    }
    expect(await site.rows('GET', `refund_requests?order_id=eq.${orderId}`)).toEqual([]);
  });
});

describe('resending the purchase email', () => {
  const again = (orderId: string) => site.call('POST', `/api/me/orders/${orderId}/email`, { token: buyer });
  const mailsOf = (orderId: string) =>
    site.rows<{ recipient: string; sent_at: string | null }>(
      'GET',
      `outbox?key=like.purchase_paid:${orderId}*&select=recipient,sent_at&order=created_at`,
    );

  test('a resent purchase email goes to the order’s address, each time as a new email, up to a limit', async () => {
    const { orderId } = await aPurchase();
    for (const count of [1, 2, 3]) {
      await site.until(
        () => mailsOf(orderId),
        (mails) => mails.length === count && mails.every((mail) => mail.sent_at !== null),
      );
      const { status, text, json } = await again(orderId);
      expect(status, text).toBe(200);
      expect(json).toEqual({ email: 'queued' });
    }
    // The limit is three an hour. Seven exceed it even if the hour changes between them.
    let last = await again(orderId);
    for (let count = 5; count <= 7 && last.status === 200; count += 1) last = await again(orderId);
    expect([last.status, last.json.error?.code]).toEqual([429, 'too_many_requests']);
    expect(new Set((await mailsOf(orderId)).map((mail) => mail.recipient))).toEqual(new Set([buyerEmail]));
  });

  test('a purchase email is not queued again while one waits to be sent', async () => {
    await site.refuseMail({ to: buyerEmail, code: 451 });
    try {
      const { orderId } = await aPurchase();
      expect((await Promise.all([again(orderId), again(orderId)])).map(({ status }) => status)).toEqual([200, 200]);
      expect(await mailsOf(orderId)).toHaveLength(1);
      expect((await pageOf(orderId)).emailState).toBe('queued');
    } finally {
      await site.refuseMail();
    }
  });

  test('a purchase email is not promised after the mailbox rejected it', async () => {
    await site.refuseMail({ to: buyerEmail, code: 550 });
    try {
      const { sessionId, orderId } = await aPurchase();
      await site.until(
        () => pageOf(orderId),
        ({ emailState }) => emailState === 'failed',
      );
      expect((await site.confirm(buyer, sessionId)).json.email).toBe('none');
    } finally {
      await site.refuseMail();
    }
  });

  test('a purchase email cannot be resent for an unpaid order', async () => {
    const { orderId } = await aCheckout();
    expect((await again(orderId)).status).toBe(400);
    expect(await mailsOf(orderId)).toEqual([]);
  });
});

describe('a request for a refund', () => {
  const ask = (orderId: string, reason = '') =>
    site.call('POST', `/api/me/orders/${orderId}/refund-request`, { token: buyer, body: { reason } });

  test('a refund request that is sent twice at once is stored once and emailed to owner and buyer', async () => {
    const { orderId } = await aPurchase({ locale: 'en' });
    await site.emptyInbox();
    const answers = await Promise.all([ask(orderId, 'O arquivo não abre.\n<b>Desculpe</b>'), ask(orderId, 'outro')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.error.code).toBe('refund_not_possible');
    expect((await ask(orderId)).status).toBe(409);

    const requestedAt = answers.find(({ status }) => status === 200)?.json.requestedAt;
    expect(await pageOf(orderId)).toMatchObject({ refundRequestedAt: requestedAt, canRequestRefund: false });
    expect(await kindsOf(orderId)).toContain('refund_requested');

    const mails = await site.rows<{ kind: string; recipient: string }>(
      'GET',
      `outbox?key=in.(refund_requested:${orderId},refund_acknowledged:${orderId})&select=kind,recipient&order=kind`,
    );
    expect(mails.map(({ kind }) => kind)).toEqual(['refund_acknowledged', 'refund_requested']);
    const acknowledged = await site.until(
      () => site.inbox(buyerEmail),
      (emails) => emails.some(({ subject }) => subject.includes('we received your refund request')),
    );
    expect(acknowledged.some(({ text }) => text.includes('O arquivo não abre'))).toBe(false);
    const owner = mails.find(({ kind }) => kind === 'refund_requested')?.recipient ?? '';
    const [told] = await site.until(
      async () => (await site.inbox(owner)).filter(({ subject }) => subject.includes('pedido de reembolso')),
      (emails) => emails.length > 0,
    );
    expect(JSON.stringify(told?.headers)).toContain(buyerEmail);
    expect(told?.html).not.toContain('<b>Desculpe');
  });

  test('a refund request after 14 days is rejected', async () => {
    const { orderId } = await aPurchase();
    const paidDaysAgo = (days: number) =>
      site.rows('PATCH', `orders?id=eq.${orderId}`, { paid_at: new Date(Date.now() - days * 86_400_000).toISOString() });
    await paidDaysAgo(14.9);
    expect((await pageOf(orderId)).canRequestRefund).toBe(true);
    await paidDaysAgo(15);
    expect((await pageOf(orderId)).canRequestRefund).toBe(false);
    const { status, json } = await ask(orderId);
    expect([status, json.error.code]).toEqual([409, 'refund_not_possible']);
  });

  test('a refund request is rejected for money that never arrived or was refunded', async () => {
    const { orderId: unpaid } = await aCheckout();
    const { orderId, sessionId } = await aPurchase();
    await site.atProvider(`sessions/${sessionId}/refund`);
    await stateIs(sessionId, 'refunded');
    for (const id of [unpaid, orderId]) expect((await ask(id)).json.error.code).toBe('refund_not_possible');
  });

  test('a refund request needs a reason of a certain length without characters that a database cannot store', async () => {
    const { orderId } = await aPurchase();
    expect((await ask(orderId, 'a'.repeat(MAX_REFUND_REASON + 1))).status).toBe(400);
    expect((await ask(orderId, 'a\u0000b')).status).toBe(200);
  });
});

describe('the export of personal data', () => {
  /** Returns the archive's files by name. */
  async function exported(token: string, query = '') {
    const answer = await fetch(`${site.addresses.api}/api/me/export${query}`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const files = Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer())));
    const texts = Object.fromEntries(files.map(([name, bytes]) => [name, strFromU8(bytes)]));
    const json = (name: string) => JSON.parse(texts[`${name}.json`] ?? '');
    return { texts, json, disposition: answer.headers.get('content-disposition') };
  }
  const write = (email: string, message: string) =>
    site.call('POST', '/api/contact', {
      body: { attemptId: randomUUID(), name: 'Ana', email, subject: 'other', message, locale: 'en', openForMs: 9_000 },
    });

  test('an export holds all data about its person, in files that describe themselves', async () => {
    const { book, orderId } = await aPurchase();
    await site.call('PUT', `/api/me/library/${book}/position`, { token: buyer, body: { page: 5 } });
    await site.call('POST', `/api/me/orders/${orderId}/refund-request`, { token: buyer, body: { reason: 'Comprei duas vezes.' } });
    await site.call('PUT', '/api/me/newsletter', {
      token: buyer,
      body: { subscribed: true, locale: 'en', consentVersion: CONSENT_VERSION },
    });
    await write(buyerEmail.toUpperCase(), 'Minha pergunta');

    const { texts, json, disposition } = await exported(buyer);
    expect(disposition).toMatch(/^attachment; filename="meus-dados-\d{4}-\d\d-\d\d[.]zip"$/);
    expect(Object.keys(texts)).toEqual([
      'README.txt',
      'profile.json',
      'orders.json',
      'library.json',
      'positions.json',
      'listening.json',
      'cart.json',
      'gifts.json',
      'reviews.json',
      'waitlists.json',
      'newsletter.json',
      'campaigns.json',
      'contact-messages.json',
      'team.json',
      'note.json',
      'emails.json',
    ]);
    expect(json('profile')).toMatchObject({ uid: demoAccounts.newcomer.uid, email: buyerEmail });
    const order = json('orders').find(({ id }: { id: string }) => id === orderId);
    expect(order).toMatchObject({
      buyer_email: buyerEmail,
      items: [{ ebook_id: book }],
      refund_request: { reason: 'Comprei duas vezes.' },
    });
    expect(json('library').map(({ ebook_id }: { ebook_id: string }) => ebook_id)).toContain(book);
    expect(json('positions')).toContainEqual(expect.objectContaining({ ebook_id: book, page: 5 }));
    expect(json('newsletter')).toMatchObject({ email: buyerEmail, state: 'confirmed' });
    expect(json('contact-messages')).toEqual([expect.objectContaining({ message: 'Minha pergunta' })]);
    const kinds = json('emails').map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['purchase_paid', 'refund_requested', 'refund_acknowledged', 'contact_received']));
    expect(JSON.stringify(json('emails'))).toContain('Minha pergunta');
    expect(texts['README.txt']).toContain('/user-dashboard?tab=ebooks');
  });

  test("an export's email is in the requested language", async () => {
    const { texts, disposition } = await exported(buyer, '?locale=en');
    expect(texts['README.txt']).toContain('your data');
    expect(disposition).toContain('my-data-');
    expect((await exported(buyer, '?locale=xx')).texts['README.txt']).toContain('seus dados');
  });

  test('a data export holds no data of other people', async () => {
    await aPurchase();
    await write(buyerEmail, 'Só minha');
    const { texts, json } = await exported(other);
    expect(json('orders')).toEqual([]);
    expect(json('library')).toEqual([]);
    expect(json('positions')).toEqual([]);
    expect(json('newsletter')).toBeNull();
    expect(json('contact-messages')).toEqual([]);
    expect(json('team')).toEqual({ member: null, invitation: null });
    expect(json('emails')).toEqual([]);
    expect(JSON.stringify(texts)).not.toContain(buyerEmail);
  });

  test('an account can request its data export only a few times an hour', async () => {
    const statuses: number[] = [];
    // The limit is five an hour. Eleven exceed it even if the hour changes between them.
    while (statuses.length < 11 && !statuses.includes(429)) {
      const answer = await fetch(`${site.addresses.api}/api/me/export`, { headers: { authorization: `Bearer ${other}` } });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.length).toBeGreaterThan(5);
  });
});

describe('the end of sessions and accounts', () => {
  const seconds = () => Math.floor(Date.now() / 1_000);

  const aToken = (person: { uid: string; email: string }, session?: { signedInAgo?: number; verified?: boolean }) =>
    tokenOf(site, person, session);
  const aPerson = () => {
    const uid = randomUUID();
    return { uid, email: `${uid}@leitores.test` };
  };
  const me = async (token: string) => (await site.call('GET', '/api/me', { token })).status;
  const signOutEverywhere = (token: string) => site.call('POST', '/api/me/sign-out-everywhere', { token });
  const deleteMe = (token: string, email: string) => site.call('DELETE', '/api/me', { token, body: { email } });
  async function aBook(): Promise<string> {
    books += 1;
    await site.addBooks({ id: `livro-${books}` });
    return `livro-${books}`;
  }
  /** Buys and pays a new book. */
  async function buyAs(token: string) {
    const book = await aBook();
    await site.addPdf(book);
    const { sessionId } = (await site.checkout(token, site.cart([book]))).json;
    await site.payByCard(sessionId);
    await stateIs(sessionId, 'paid');
    const order = (await site.order(sessionId))?.id ?? '';
    return { book, order };
  }
  const sweep = () => site.rows('POST', 'rpc/sweep', {});
  const factsOf = (uid: string) =>
    site.rows<{ state: string; buyer_name: string; buyer_email: string }>(
      'GET',
      `orders?buyer_uid=eq.${uid}&select=state,buyer_name,buyer_email&order=number`,
    );

  test('signing out everywhere rejects all previous tokens of this account, and no token of another account', async () => {
    const ana = aPerson();
    const [phone, laptop] = await Promise.all([aToken(ana, { signedInAgo: 600 }), aToken(ana, { signedInAgo: 60 })]);
    expect([await me(phone), await me(laptop)]).toEqual([200, 200]);
    const { status, json } = await signOutEverywhere(laptop);
    expect(status).toBe(200);
    expect(Date.parse(json.signedOutAt)).toBeLessThanOrEqual(Date.now());
    // Signing in again at once works, although tokens have times in whole seconds.
    const later = await aToken(ana);
    expect([await me(phone), await me(laptop), await me(later)]).toEqual([401, 401, 200]);
    expect((await signOutEverywhere(phone)).json.error.code).toBe('unauthenticated');
    const archive = await fetch(`${site.addresses.api}/api/me/export`, { headers: { authorization: `Bearer ${later}` } });
    const profile = unzipSync(new Uint8Array(await archive.arrayBuffer()))['profile.json'];
    expect(Date.parse(JSON.parse(strFromU8(profile ?? new Uint8Array())).signedOutEverywhereAt)).toBe(Date.parse(json.signedOutAt));
    expect(await me(await aToken(aPerson(), { signedInAgo: 600 }))).toBe(200);
  });

  test('signing out rejects the tokens of that session, and of no other', async () => {
    const ana = aPerson();
    const [phone, laptop] = await Promise.all([aToken(ana, { signedInAgo: 600 }), aToken(ana, { signedInAgo: 60 })]);
    const signOut = async (token: string) => (await site.call('POST', '/api/me/sign-out', { token })).status;
    expect([await signOut(phone), await me(phone), await signOut(phone), await me(laptop)]).toEqual([204, 401, 401, 200]);
    const hasty = await aToken(ana);
    expect([await signOut(hasty), await me(hasty), await me(await aToken(ana, { signedInAgo: -1 }))]).toEqual([204, 401, 200]);
    const kept = () => site.rows('GET', `ended_sessions?uid=eq.${ana.uid}&signed_in_at=lt.${seconds() - 300}`);
    expect(await kept()).toHaveLength(1);
    expect((await deleteMe(await aToken(ana, { signedInAgo: -1 }), ana.email)).status).toBe(200);
    expect(await kept()).toEqual([]);
  });

  test('an account is not deleted with an old sign-in or a wrong address', async () => {
    const ana = aPerson();
    const old = await deleteMe(await aToken(ana, { signedInAgo: 301 }), ana.email);
    expect([old.status, old.json.error.code]).toEqual([403, 'recent_login_required']);
    const wrong = await deleteMe(await aToken(ana), `x${ana.email}`);
    expect([wrong.status, wrong.json.error.fields]).toEqual([400, { email: 'other' }]);
    expect(await me(await aToken(ana))).toBe(200);
    expect(await site.rows('GET', `accounts?uid=eq.${ana.uid}`)).toEqual([]);
  });

  test('a deleted account leaves only paid orders without a name', async () => {
    const ana = aPerson();
    const token = await aToken(ana);
    const { book, order } = await buyAs(token);
    books += 1;
    await site.addBooks({ id: `livro-${books}` });
    const { sessionId } = (await site.checkout(token, site.cart([`livro-${books}`]))).json;
    await site.atProvider(`sessions/${sessionId}/expire`);
    await stateIs(sessionId, 'expired');
    await site.call('PUT', `/api/me/library/${book}/position`, { token, body: { page: 4 } });
    await site.call('POST', `/api/me/library/${book}/download`, { token });
    await site.call('POST', `/api/me/orders/${order}/refund-request`, { token, body: { reason: 'Segredo' } });
    await site.call('PUT', '/api/me/newsletter', { token, body: { subscribed: true, locale: 'en', consentVersion: CONSENT_VERSION } });
    const message = { attemptId: randomUUID(), name: 'Ana', subject: 'other', message: 'Olá', locale: 'en', openForMs: 9_000 };
    await site.call('POST', '/api/contact', { body: { ...message, email: ana.email } });
    await site.rows('POST', 'outbox', [
      {
        key: `dispute_opened:dp:${order}`,
        kind: 'dispute_opened',
        recipient: 'dona@x.test',
        locale: 'pt-BR',
        sent_at: new Date().toISOString(),
        payload: { id: order, buyer_name: 'Ana' },
      },
    ]);
    // Emails that wait to be sent are erased first.
    await site.until(
      () => site.rows('GET', 'outbox?sent_at=is.null&given_up_at=is.null&select=key'),
      (mails) => mails.length === 0,
    );

    const gone = await deleteMe(token, ana.email.toUpperCase());
    expect(gone.status, gone.text).toBe(200);
    expect(gone.json).toEqual({ deletedAt: expect.any(String), ordersKept: 1 });

    expect(await factsOf(ana.uid)).toEqual([
      { state: 'paid', buyer_name: '', buyer_email: ana.email },
      { state: 'expired', buyer_name: '', buyer_email: expect.stringMatching(/^deleted-[0-9a-f]{16}@deleted[.]invalid$/) },
    ]);
    expect(await site.rows('GET', `entitlements?uid=eq.${ana.uid}&select=downloads,first_downloaded_at&revoked_at=not.is.null`)).toEqual([
      { downloads: 0, first_downloaded_at: null },
    ]);
    expect(await site.rows('GET', `refund_requests?order_id=eq.${order}&select=reason`)).toEqual([{ reason: '' }]);
    for (const rest of [
      `reading_positions?uid=eq.${ana.uid}`,
      `newsletter_subscribers?email=eq.${ana.email}`,
      `contact_messages?email=eq.${ana.email}`,
      `outbox?recipient=eq.${ana.email}&kind=neq.account_deleted`,
      `outbox?payload->>email=eq.${ana.email}`,
      `outbox?payload->>id=eq.${order}&kind=not.in.(dispute_opened,sale_made)`,
      `outbox?payload->>id=eq.${order}&payload->>buyer_name=neq.`,
    ]) {
      expect([rest, await site.rows('GET', rest)]).toEqual([rest, []]);
    }

    // The buyer's bank disputes the payment and then accepts it.
    for (const [index, state] of ['disputed', 'paid'].entries()) {
      await site.rows('POST', 'rpc/settle_order', {
        ...{ p_order_id: order, p_sync_no: 100 + index, p_state: state, p_payment_intent_id: null },
        ...{ p_refunded_minor: 0, p_paid_at: null },
      });
    }
    expect(await site.rows('GET', `outbox?key=eq.purchase_paid:${order}`), 'whose mails were erased had this one').toEqual([]);

    expect(await me(token), 'a token that is still valid does nothing').toBe(410);
    expect((await site.call('GET', '/api/me/library', { token })).status).toBe(410);
    expect((await site.checkout(token, site.cart([book]))).status).toBe(410);
    expect((await deleteMe(token, ana.email)).json, 'who asks again is told the same').toEqual(gone.json);
  });

  test("an unverified address deletes no data of the mailbox's owner", async () => {
    const ana = aPerson();
    const token = await aToken(ana);
    await site.call('PUT', '/api/me/newsletter', { token, body: { subscribed: true, locale: 'en', consentVersion: CONSENT_VERSION } });
    const { order } = await buyAs(token);
    const stranger = { ...aPerson(), email: ana.email };
    const strangers = await aToken(stranger, { verified: false });
    expect((await deleteMe(strangers, ana.email)).json).toMatchObject({ ordersKept: 0 });
    expect(await me(strangers)).toBe(410);
    expect(await site.rows('GET', `newsletter_subscribers?email=eq.${ana.email}`)).toHaveLength(1);
    expect((await site.call('GET', `/api/me/orders/${order}`, { token })).status).toBe(200);
  });

  test('an account is not deleted while its payment page cannot be closed, and no page outlives it', async () => {
    const ana = aPerson();
    const token = await aToken(ana);
    const { sessionId } = (await site.checkout(token, site.cart([await aBook()]))).json;
    await site.atProvider('faults', { status: 500, count: 3, path: `/v1/checkout/sessions/${sessionId}/expire` });
    try {
      const failed = await deleteMe(token, ana.email);
      expect([failed.status, failed.json.error.code]).toEqual([503, 'payment_unavailable']);
    } finally {
      await site.atProvider('faults', {}, 'DELETE');
    }
    expect(await me(token)).toBe(200);

    expect((await deleteMe(token, ana.email)).json).toMatchObject({ ordersKept: 0 });
    expect(await factsOf(ana.uid)).toEqual([
      { state: 'expired', buyer_name: '', buyer_email: expect.stringContaining('@deleted.invalid') },
    ]);
    await site.payByCard(sessionId);
    expect(await site.atProvider('sessions', {}, 'GET')).toContainEqual(
      expect.objectContaining({ session: expect.objectContaining({ id: sessionId, status: 'expired' }) }),
    );
  });

  test('an order with a corrected address stays for its new owner when the previous account is deleted', async () => {
    const [ana, bia] = [aPerson(), aPerson()];
    const wrong = `errado-${bia.email}`;
    const [token, admin] = [await aToken(ana), await site.signIn('admin')];
    const [refunded, kept] = [await aBook(), await aBook()];
    const { sessionId } = (await site.checkout(token, site.cart([refunded, kept]))).json;
    await site.payByCard(sessionId);
    await stateIs(sessionId, 'paid');
    const path = `/api/admin/orders/${(await site.order(sessionId))?.id}`;
    const refund = { attemptId: randomUUID(), items: [{ ebookId: refunded, quantity: 1 }], amount: { minor: 2_990, currency: 'BRL' } };
    expect((await site.call('POST', `${path}/refunds`, { token: admin, body: refund })).status).toBe(200);
    const message = { attemptId: randomUUID(), name: 'Bia', subject: 'other', message: 'Olá', locale: 'en', openForMs: 9_000 };
    await site.call('POST', '/api/contact', { body: { ...message, email: bia.email } });
    const mailsTo = (email: string) =>
      site.rows<{ key: string; kind: string; sent_at: string | null; payload: { account_deleted?: boolean } }>(
        'GET',
        `outbox?recipient=eq.${email}&select=key,kind,sent_at,payload&order=key`,
      );
    for (const [previousEmail, email] of [
      [ana.email, wrong],
      [wrong, bia.email],
    ] as const) {
      const { status, text } = await site.call('PUT', `${path}/buyer-email`, { token: admin, body: { email, previousEmail } });
      expect(status, text).toBe(200);
      await site.until(
        () => mailsTo(email),
        (mails) => mails.some(({ kind }) => kind === 'purchase_paid') && mails.every(({ sent_at }) => sent_at !== null),
      );
    }
    const hers = await mailsTo(bia.email);
    expect(hers.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['contact_acknowledged', 'purchase_paid']));

    expect((await deleteMe(token, ana.email)).json).toMatchObject({ ordersKept: 1 });
    expect((await mailsTo(ana.email)).filter(({ kind }) => kind !== 'account_deleted')).toEqual([]);
    expect(await mailsTo(wrong)).toEqual([]);
    const left = await mailsTo(bia.email);
    expect(left.map(({ key }) => key)).toEqual(hers.map(({ key }) => key));
    expect(left.filter(({ payload }) => payload.account_deleted)).toEqual([]);

    const hersNow = await aToken(bia);
    const library = async () => (await site.call('GET', '/api/me/library', { token: hersNow })).json.items;
    await site.call('GET', '/api/me', { token: hersNow });
    const items = await site.until(library, ({ length }) => length > 0);
    expect(items.map(({ ebook }: { ebook: { id: string } }) => ebook.id)).toEqual([kept]);
  });

  test('an unpaid order of a deleted account is erased when its payment fails', async () => {
    const ana = aPerson();
    const token = await aToken(ana);
    const { sessionId } = (await site.checkout(token, site.cart([await aBook()]))).json;
    await site.payByBoleto(sessionId);
    await stateIs(sessionId, 'waiting');
    expect((await deleteMe(token, ana.email)).json).toMatchObject({ ordersKept: 0 });
    expect(await factsOf(ana.uid)).toEqual([{ state: 'waiting', buyer_name: '', buyer_email: ana.email }]);
    await site.atProvider(`sessions/${sessionId}/settle`, { outcome: 'failed' });
    await stateIs(sessionId, 'failed');
    await site.until(
      () => site.rows('GET', `outbox?recipient=eq.${ana.email}&sent_at=is.null&given_up_at=is.null&select=key`),
      (mails) => mails.length === 0,
    );
    await sweep();
    expect(await factsOf(ana.uid)).toEqual([{ state: 'failed', buyer_name: '', buyer_email: expect.stringContaining('@deleted.invalid') }]);
  });

  test('a boleto paid after its account was deleted is a normal order, and the books are emailed', async () => {
    const ana = aPerson();
    const token = await aToken(ana);
    const book = await aBook();
    await site.addPdf(book);
    const { sessionId } = (await site.checkout(token, site.cart([book]))).json;
    await site.payByBoleto(sessionId);
    await stateIs(sessionId, 'waiting');
    expect((await deleteMe(token, ana.email)).status).toBe(200);
    await site.atProvider(`sessions/${sessionId}/settle`, { outcome: 'paid' });
    await stateIs(sessionId, 'paid');
    expect(await factsOf(ana.uid)).toEqual([{ state: 'paid', buyer_name: '', buyer_email: ana.email }]);

    const emails = await site.until(
      () => site.inbox(ana.email),
      (mails) => mails.some(({ subject }) => subject.includes('estão prontos')),
    );
    const link = emails.find(({ subject }) => subject.includes('estão prontos'))?.links.find((url) => url.includes(`${book}.pdf`));
    expect(await (await fetch(link ?? '')).text()).toBe(onePage(book));
    await sweep();
    expect(await factsOf(ana.uid)).toHaveLength(1);
  });

  test('checkouts during a deletion leave no payable page, and none opens afterwards', async () => {
    const ana = aPerson();
    const token = await aToken(ana);
    const carts = [await aBook(), await aBook(), await aBook()].map((book) => site.cart([book]));
    const [deletion, ...checkouts] = await Promise.all([deleteMe(token, ana.email), ...carts.map((cart) => site.checkout(token, cart))]);
    expect(deletion?.status, deletion?.text).toBe(200);
    for (const { status, json } of checkouts) expect([200, 410, 503], JSON.stringify(json)).toContain(status);
    expect((await factsOf(ana.uid)).filter(({ state }) => state === 'open')).toEqual([]);
    const sessions = (await site.atProvider('sessions', {}, 'GET')) as { session: { id: string; status: string } }[];
    for (const { json } of checkouts) {
      const given = sessions.find(({ session }) => session.id === json.sessionId);
      if (given) expect(given.session.status).toBe('expired');
    }

    // An instance accepted this checkout before it learned of the deletion.
    const copies = [{ id: `livro-${books}`, no: 1, list: 2_990, now: 2_990, paid: 2_990, reasons: [] }];
    const late = { p_attempt_id: randomUUID(), p_terms_version: '1', p_quote: { copies, subtotal: 2_990, discounts: [], total: 2_990 } };
    const opened = await site.rows('POST', 'rpc/open_order', {
      ...{ p_buyer_uid: ana.uid, p_buyer_email: ana.email, p_buyer_name: '', p_locale: 'en', p_currency: 'BRL' },
      ...late,
    });
    expect(opened).toEqual({ outcome: 'account_deleted' });
  });

  test("emails that wait for the owner lose the deleted account's words, and are erased in time", async () => {
    const ana = aPerson();
    const token = await aToken(ana);
    const { order } = await buyAs(token);
    await site.call('POST', `/api/me/orders/${order}/refund-request`, { token, body: { reason: 'Segredo' } });
    const message = { attemptId: randomUUID(), name: 'Ana', subject: 'other', message: 'Olá', locale: 'en', openForMs: 9_000 };
    await site.call('POST', '/api/contact', { body: { ...message, email: ana.email } });
    await site.until(
      () => site.rows('GET', 'outbox?sent_at=is.null&given_up_at=is.null&select=key'),
      (mails) => mails.length === 0,
    );
    const request = `outbox?key=eq.refund_requested:${order}`;
    const unsent = { sent_at: null, due_at: '2100-01-01T00:00:00Z' };
    await site.rows('PATCH', request, unsent);
    await site.rows('PATCH', `outbox?payload->>email=eq.${ana.email}`, unsent);

    expect((await deleteMe(token, ana.email)).status).toBe(200);
    expect(await site.rows('GET', `outbox?payload->>email=eq.${ana.email}`)).toEqual([]);
    const [kept] = await site.rows<{ payload: object }>('GET', request);
    expect(kept?.payload).toMatchObject({ buyer_name: '', reason: '' });

    await site.rows('PATCH', request, { sent_at: '2020-01-01T00:00:00Z' });
    await sweep();
    expect(await site.rows('GET', request)).toEqual([]);
  });

  test('paid orders of a deleted account are erased when tax law needs them no longer, and other orders stay', async () => {
    const [ana, bia] = [aPerson(), aPerson()];
    const token = await aToken(ana);
    const { order } = await buyAs(token);
    const { order: kept } = await buyAs(await aToken(bia));
    await deleteMe(token, ana.email);
    await sweep();
    expect(await factsOf(ana.uid)).toHaveLength(1);
    await site.rows('PATCH', `orders?id=in.(${order},${kept})`, { created_at: '2015-01-01T00:00:00Z' });
    await sweep();
    expect(await factsOf(ana.uid)).toEqual([]);
    expect(await factsOf(bia.uid)).toHaveLength(1);
  });
});
