import { randomBytes } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { type ApiSite, startApiSite } from './api-site.ts';
import { bookUploadsOf } from './book-uploads.ts';

const DAY = 86_400_000;
const OWNER = 'dona@example.test';
const inDays = (days: number): string => new Date(Math.floor((Date.now() + days * DAY) / 1_000) * 1_000).toISOString();

let site: ApiSite;
let admin: string;
let buyer: string;
let reader: string;
let pdf: Uint8Array;
let cover: Uint8Array;

beforeAll(async () => {
  site = await startApiSite();
  [admin, buyer, reader] = await Promise.all([site.signIn('admin'), site.signIn('newcomer'), site.signIn('customer')]);
  const document = await PDFDocument.create();
  document.addPage();
  pdf = await document.save();
  cover = await sharp({ create: { width: 400, height: 600, channels: 3, background: '#5d6532' } })
    .png()
    .toBuffer();
});
afterAll(async () => await site?.close());
beforeEach(async () => void (await site.rows('DELETE', 'rate_limits?hits=gt.0')));

const asAdmin = (method: string, path: string, body?: object) => site.call(method, path, { token: admin, ...(body ? { body } : {}) });

async function upload(kind: 'pdf' | 'cover', name: string, bytes: Uint8Array, more: object = {}): Promise<string> {
  const uploads = bookUploadsOf(site, admin);
  const { json } = await uploads.begin(kind, name, bytes.length, more);
  expect(await uploads.send(json.url, bytes)).toBe(200);
  return json.id;
}

const written = (title: string) => ({
  title,
  description: 'Um livro que ainda vem.',
  language: 'pt-BR',
  state: 'draft',
  listPrices: { BRL: '29,90', USD: '29.90', NZD: '29.90' },
});
const draftOf = async (title: string) => ({ ...written(title), pdf: null, cover: await upload('cover', `${title}.pdf`, cover) });
const read = async (id: string): Promise<AdminEbook> => (await asAdmin('GET', `/api/admin/ebooks/${id}`)).json;
const setLaunch = async (id: string, at: string | null, isSold = true) =>
  await asAdmin('PUT', `/api/admin/ebooks/${id}/launch`, { revision: (await read(id)).revision, at, isSold });
const publish = async (book: AdminEbook) =>
  await asAdmin('PUT', `/api/admin/ebooks/${book.id}`, {
    ...written(book.title),
    author: book.author,
    state: 'published',
    revision: (await read(book.id)).revision,
  });

/** Makes a book without a file that is announced and in the shop. */
async function anAnnounced(title: string, isSold = true): Promise<string> {
  const { json: book } = await asAdmin('POST', '/api/admin/ebooks', await draftOf(title));
  expect((await setLaunch(book.id, inDays(20), isSold)).status).toBe(200);
  expect((await publish(book)).status).toBe(200);
  return book.id;
}

/** Returns the books of a text block that names `book`. */
async function embedded(book: string): Promise<{ id: string }[]> {
  const { json: begun } = await asAdmin('POST', '/api/admin/posts', { kind: 'text' });
  const body = { type: 'doc', content: [{ type: 'ebook', attrs: { id: book } }] };
  const title = `Vem aí ${begun.id}`;
  const { json: post } = await asAdmin('PUT', `/api/admin/posts/${begun.id}/drafts/pt-BR`, { revision: 1, title, lead: '', body });
  const drafts = { 'pt-BR': post.drafts['pt-BR'].revision, en: post.drafts.en.revision };
  await asAdmin('POST', `/api/admin/posts/${post.id}/publication`, { revision: post.revision, drafts, at: null, visibility: 'site' });
  const { json: listed } = await site.call('GET', '/api/posts');
  const { slug } = listed.posts.find((one: { title: string }) => one.title === title);
  return (await site.call('GET', `/api/posts/${slug}`)).json.ebooks;
}

async function buy(book: string, quantity = 1): Promise<{ id: string; sessionId: string }> {
  const cart = { ...site.cart([book]), items: [{ id: book, price: 2_990, quantity }] };
  const { status, text, json } = await site.checkout(buyer, cart);
  expect(status, text).toBe(200);
  await site.payByCard(json.sessionId);
  const order = await stateIs(json.sessionId, 'paid');
  return { id: order?.id ?? '', sessionId: json.sessionId };
}

/** Opens the payment page as a guest. */
async function openAsGuest(book: string): Promise<{ email: string; sessionId: string }> {
  const guest = { email: `${randomBytes(6).toString('hex')}@example.test`, key: randomBytes(16).toString('base64url') };
  const body = { ...site.cart([book]), guest: { ...guest, openForMs: 9_000 } };
  const { sessionId } = (await site.call('POST', '/api/create-checkout-session', { body })).json;
  return { email: guest.email, sessionId };
}
const stateIs = (sessionId: string, state: string) =>
  site.until(
    () => site.order(sessionId),
    (found) => found?.state === state,
  );

/** Buys as a guest and returns the address. */
async function buyAsGuest(book: string): Promise<string> {
  const { email, sessionId } = await openAsGuest(book);
  await site.payByCard(sessionId);
  await stateIs(sessionId, 'paid');
  return email;
}

const download = (token: string, book: string) => site.call('POST', `/api/me/library/${book}/download`, { token });
const itemOf = async (token: string, book: string) =>
  (await site.call('GET', '/api/me/library', { token })).json.items.find((item: { ebook: { id: string } }) => item.ebook.id === book);
/** Moves the launch of the book into the past. */
const comeDue = async (book: string) => {
  const at = new Date(Date.now() - 1_000).toISOString();
  await site.rows('PATCH', `ebooks_metadata?id=eq.${book}`, { launch_at: at });
};
/** Runs the job's work, whether the job also runs meanwhile or not. */
async function runLaunches(): Promise<void> {
  while (
    (await site.rows<boolean>('POST', 'rpc/launch_books', { p_owner_email: OWNER, p_zone: 'America/Sao_Paulo' })) as unknown as boolean
  );
  while ((await site.rows<boolean>('POST', 'rpc/tell_of_launch', { p_limit: 1 })) as unknown as boolean);
}
const emailsOf = async (kind: string, book: string): Promise<({ recipient: string } & Record<string, unknown>)[]> =>
  (
    await site.rows<{ recipient: string; payload: Record<string, unknown> }>(
      'GET',
      `outbox?kind=eq.${kind}&payload->>ebook_id=eq.${book}&select=recipient,payload&order=recipient`,
    )
  ).map(({ recipient, payload }) => ({ recipient, ...payload }));

describe('a book before its launch', () => {
  test('a book without a file stays a draft until the owner announces it, at most sixty days ahead', async () => {
    const body = await draftOf('Ainda vem');
    expect((await asAdmin('POST', '/api/admin/ebooks', { ...body, state: 'published' })).json.error.fields).toEqual({ pdf: 'required' });
    const { json: book } = await asAdmin('POST', '/api/admin/ebooks', body);
    expect(book).toMatchObject({ id: 'ainda-vem', filename: 'ainda-vem.pdf', hasFile: false, state: 'draft' });
    expect((await asAdmin('POST', '/api/admin/ebooks', body)).json.id).toBe(book.id);
    expect((await publish(book)).json.error.fields).toEqual({ state: 'no_file' });
    expect((await asAdmin('POST', `/api/admin/ebooks/${book.id}/file-link`)).status).toBe(404);

    expect((await setLaunch(book.id, inDays(-1))).json.error.fields).toEqual({ at: 'over' });
    expect((await setLaunch(book.id, inDays(61))).json.error.fields).toEqual({ at: 'too_far' });
    const at = inDays(10);
    expect((await setLaunch(book.id, at)).json.launch).toEqual({ at, isSold: true, isOver: false, buyers: 0, pending: 0, waiting: 0 });
    expect((await publish(book)).json.state).toBe('published');
    expect((await site.call('GET', `/api/ebooks/${book.id}`)).json.launch).toEqual({ at, isSold: true });
    expect(await site.rows('GET', `purges?due_at=gt.${inDays(9)}&select=tag`)).toHaveLength(2);
    expect((await setLaunch(book.id, null)).json).toMatchObject({ state: 'draft', hasFile: false });

    await site.addBooks({ id: 'vendido-ja' });
    await site.addPdf('vendido-ja');
    await buy('vendido-ja');
    expect((await setLaunch('vendido-ja', inDays(5))).json.error.fields).toEqual({ at: 'already_out' });
  });

  test('a pre-ordered book is bought, given, postponed and launched; each reader gets one email and reads from then on', async () => {
    const book = await anAnnounced('Espera');
    const { id, sessionId } = await buy(book, 2);
    const guest = await buyAsGuest(book);
    const [gift] = (await site.call('GET', `/api/me/orders/${id}/gifts`, { token: buyer })).json.gifts;
    const link = new URL(gift.url);
    const key = link.hash.slice(1);
    expect((await site.call('POST', `/api/gifts/${gift.id}`, { body: { key } })).json.ebook.launch).toBeDefined();
    expect((await site.call('POST', `/api/gifts/${gift.id}/claim`, { token: reader, body: { key } })).json.outcome).toBe('claimed');

    const { at } = (await read(book)).launch ?? {};
    expect((await itemOf(buyer, book)).ebook.launch).toEqual({ at, isSold: true });
    expect((await download(buyer, book)).json.error.code).toBe('not_launched');
    expect((await download(admin, book)).json.error.code).toBe('not_found');
    const page = (await site.call('GET', `/api/me/orders/${id}`, { token: buyer })).json;
    expect(page.items).toMatchObject([{ access: 'announced', launchAt: at }]);
    expect((await site.inbox(demoAccounts.newcomer.email, true)).some(({ text }) => text.includes('“Espera” está em pré-venda'))).toBe(
      true,
    );
    // The refund window counts from the launch.
    await site.rows('PATCH', `orders?session_id=eq.${sessionId}`, { paid_at: inDays(-40) });
    expect((await site.call('GET', `/api/me/orders/${id}`, { token: buyer })).json.canRequestRefund).toBe(true);

    expect((await setLaunch(book, null)).json.error.fields).toEqual({ at: 'has_buyers' });
    const later = inDays(30);
    expect((await setLaunch(book, later)).json.launch).toMatchObject({ at: later, buyers: 3 });
    await runLaunches();
    const readers = [demoAccounts.customer.email, demoAccounts.newcomer.email, guest].toSorted();
    const postponed = await site.until(
      () => emailsOf('book_postponed', book),
      (sentEmails) => sentEmails.length >= 3,
    );
    expect(postponed.map(({ recipient }) => recipient)).toEqual(readers);
    expect(postponed.map((sentEmail) => 'may_refund' in sentEmail)).toEqual(
      readers.map((recipient) => recipient !== demoAccounts.customer.email),
    );

    // Without a file no reader gets an empty library: the launch moves by a week, and the owner gets an email.
    await comeDue(book);
    expect((await download(buyer, book)).json.error.code).toBe('not_launched');
    await runLaunches();
    const moved = await site.until(
      () => read(book),
      ({ launch }) => launch !== undefined && Date.parse(launch.at) > Date.now(),
    );
    expect(Date.parse(moved.launch?.at ?? '') - Date.now()).toBeGreaterThan(6 * DAY);
    await runLaunches();
    // An unsent email about the previous launch day is replaced by this one.
    await site.until(
      () => emailsOf('book_postponed', book),
      (sentEmails) => sentEmails.filter(({ at }) => Date.parse(String(at)) === Date.parse(moved.launch?.at ?? '')).length === 3,
    );
    expect(await emailsOf('launch_without_file', book)).toMatchObject([{ is_postponed: true }]);
    const tasks = (await asAdmin('GET', '/api/admin/tasks')).json.tasks;
    expect(tasks).toContainEqual(expect.objectContaining({ kind: 'launch_file', subject: book }));

    const sent = await upload('pdf', '', pdf, { ebookId: book });
    const { revision } = await read(book);
    const filed = await asAdmin('PUT', `/api/admin/ebooks/${book}/pdf`, { upload: sent, revision, tellOwners: true });
    expect(filed.json).toMatchObject({ hasFile: true, fileVersion: 1 });
    expect((await download(buyer, book)).json.error.code).toBe('not_launched');
    await comeDue(book);
    for (const token of [buyer, reader]) {
      await site.until(
        () => download(token, book),
        ({ status }) => status === 200,
      );
    }
    await runLaunches();
    // Interrupted work is done again.
    await site.until(
      () => site.rows('GET', `launch_news?ebook_id=eq.${book}`),
      (news) => news.length === 0,
    );
    await site.rows('POST', 'launch_news', { ebook_id: book, kind: 'book_launched' });
    await runLaunches();
    await site.until(
      () => site.rows('GET', `launch_news?ebook_id=eq.${book}`),
      (news) => news.length === 0,
    );
    const launched = await emailsOf('book_launched', book);
    expect(launched.map(({ recipient }) => recipient)).toEqual(readers);
    // A guest's email has the order's link.
    expect(launched.find(({ recipient }) => recipient === guest)).toMatchObject({ link_generation: 1 });
    expect((await setLaunch(book, inDays(3))).json.error.fields).toEqual({ at: 'launched' });
    expect((await read(book)).launch?.isOver).toBe(true);
    expect(await site.rows('GET', `outbox?kind=eq.ebook_updated&payload->>title=eq.Espera`)).toEqual([]);
  });
});

test('an erased guest whose boleto for a pre-order is paid gets the book by email', async () => {
  const book = await anAnnounced('Esquecida');
  const { email, sessionId } = await openAsGuest(book);
  await site.payByBoleto(sessionId);
  const order = await stateIs(sessionId, 'waiting');
  const { json: person } = await asAdmin('POST', '/api/admin/people', { kind: 'order', id: order?.id });
  expect((await asAdmin('DELETE', `/api/admin/people/${person.id}`, { email })).status).toBe(204);
  await site.atProvider(`sessions/${sessionId}/settle`, { outcome: 'paid' });
  await stateIs(sessionId, 'paid');

  const sent = await upload('pdf', '', pdf, { ebookId: book });
  await asAdmin('PUT', `/api/admin/ebooks/${book}/pdf`, { upload: sent, revision: (await read(book)).revision, tellOwners: false });
  await comeDue(book);
  await runLaunches();
  const [sentEmail] = await site.until(
    () => emailsOf('book_launched', book),
    (sentEmails) => sentEmails.length > 0,
  );
  expect(sentEmail).toMatchObject({ recipient: email, account_deleted: true, items: [{ title: 'Esquecida', filename: 'esquecida.pdf' }] });
  expect(sentEmail).not.toHaveProperty('id');
  const [mail] = await site.until(
    async () => (await site.inbox(email)).filter(({ subject }) => subject.includes('chegou')),
    (mails) => mails.length > 0,
  );
  expect((await fetch(mail?.links.find((link) => link.includes('esquecida.pdf')) ?? '')).status).toBe(200);
});

describe('the waiting list of a book', () => {
  const ask = (ebookId: string, email: string) =>
    site.call('POST', '/api/waitlist', { body: { ebookId, email, locale: 'pt-BR', website: '', openForMs: 9_000 } });
  const rowsOf = (book: string) =>
    site.rows<{ email: string; confirmed_at: string | null }>('GET', `book_interest?ebook_id=eq.${book}&select=email,confirmed_at`);
  /** Returns the token of a link in the newest email, by the link's parameter. */
  const tokenIn = async (email: string, name: 'token' | 'leave'): Promise<string> => {
    const [mail] = await site.inbox(email, true);
    const link = mail?.links.find((address) => new URL(address).searchParams.has(name)) ?? '';
    return new URL(link).searchParams.get(name) ?? '';
  };
  const follow = (what: 'confirm' | 'leave', token: string) => site.call('POST', `/api/waitlist/${what}`, { body: { token } });

  test('a book that is published without a launch day is also announced to its waiting list', async () => {
    const book = await anAnnounced('Antes da hora', false);
    const email = `ana-${randomBytes(4).toString('hex')}@example.test`;
    await ask(book, email);
    await follow('confirm', await tokenIn(email, 'token'));
    await asAdmin('PUT', `/api/admin/ebooks/${book}/pdf`, {
      ...{ upload: await upload('pdf', '', pdf, { ebookId: book }), revision: (await read(book)).revision, tellOwners: false },
    });
    const { status, text } = await setLaunch(book, null);
    expect(status, text).toBe(200);
    await site.rows('POST', 'rpc/tell_of_interest', { p_limit: 10 });
    expect(await emailsOf('book_out', book), 'it is a draft').toEqual([]);
    expect((await publish(await read(book))).status).toBe(200);
    await site.rows('POST', 'rpc/tell_of_interest', { p_limit: 10 });
    await site.until(
      () => rowsOf(book),
      (rows) => rows.length === 0,
    );
    expect((await emailsOf('book_out', book)).map(({ recipient }) => recipient)).toEqual([email]);
  });

  test('a book on a waiting list is shown but not sold, and confirmed addresses get one email and are erased', async () => {
    const book = await anAnnounced('Aguarde', false);
    expect((await site.call('GET', `/api/ebooks/${book}`)).json.launch.isSold).toBe(false);
    expect((await site.call('GET', `/api/ebooks?ids=${book}`)).json.ebooks).toEqual([]);
    expect((await embedded(book)).map(({ id }) => id)).toEqual([book]);
    expect((await site.checkout(buyer, site.cart([book]))).status).toBe(409);

    const [ana, bia, caio] = ['ana', 'bia', 'caio'].map((name) => `${name}-${randomBytes(4).toString('hex')}@example.test`) as [
      string,
      string,
      string,
    ];
    for (const email of [ana, bia, caio, ana]) expect((await ask(book, email)).json).toEqual({ status: 'check_your_email' });
    expect((await ask('nenhum', ana)).status).toBe(404);
    const token = await tokenIn(ana, 'token');
    expect(await site.inbox(ana)).toHaveLength(1);
    expect((await follow('leave', token)).json.error.code).toBe('link_invalid');
    expect((await follow('confirm', token)).json).toEqual({ outcome: 'done', email: 'a•••@example.test' });
    expect((await follow('confirm', token)).json.outcome).toBe('already');
    const leave = await tokenIn(bia, 'leave');
    await follow('confirm', await tokenIn(bia, 'token'));
    expect((await read(book)).launch?.waiting).toBe(2);
    expect((await follow('leave', leave)).json.outcome).toBe('done');
    expect((await follow('leave', leave)).json.outcome).toBe('already');
    expect((await rowsOf(book)).map(({ email }) => email).toSorted()).toEqual([ana, caio]);
    expect(await site.rows('GET', `newsletter_subscribers?email=eq.${ana}`)).toEqual([]);

    const { revision } = await read(book);
    await asAdmin('PUT', `/api/admin/ebooks/${book}/pdf`, {
      upload: await upload('pdf', '', pdf, { ebookId: book }),
      revision,
      tellOwners: false,
    });
    await comeDue(book);
    await runLaunches();
    await Promise.all([1, 2].map(() => site.rows('POST', 'rpc/tell_of_interest', { p_limit: 1 })));
    await site.until(
      () => rowsOf(book),
      (rows) => rows.every(({ confirmed_at }) => confirmed_at === null),
    );
    expect((await emailsOf('book_out', book)).map(({ recipient }) => recipient)).toEqual([ana]);
    expect((await site.call('GET', `/api/ebooks?ids=${book}`)).json.ebooks).toHaveLength(1);
    expect((await ask(book, caio)).status).toBe(404);
  });
});
