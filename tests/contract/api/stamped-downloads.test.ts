import { createPrivateKey, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadSigningKey } from '../../../api/local/identity/token-signing.ts';
import { type ApiSite, startApiSite } from './api-site.ts';
import { onePage, stampIn } from './site-tools.ts';

let site: ApiSite;
let buyer: string;
let books = 0;

beforeAll(async () => {
  site = await startApiSite();
  buyer = await site.signIn('newcomer');
});
afterAll(async () => await site?.close());
beforeEach(async () => void (await site.rows('DELETE', 'rate_limits?hits=gt.0')));

type Order = { id: string; number: number; sessionId: string };

async function buy(book: string, change: Record<string, unknown> = {}): Promise<Order> {
  const { status, text, json } = await site.checkout(buyer, site.cart([book], change));
  expect(status, text).toBe(200);
  await site.payByCard(json.sessionId);
  await stateIs(json.sessionId, 'paid');
  const [order] = await site.rows<{ id: string; number: number }>('GET', `orders?session_id=eq.${json.sessionId}&select=id,number`);
  return { id: order?.id ?? '', number: order?.number ?? 0, sessionId: json.sessionId };
}
const stateIs = (sessionId: string, state: string) =>
  site.until(
    () => site.order(sessionId),
    (order) => order?.state === state,
  );

async function aBook(content?: string): Promise<string> {
  books += 1;
  const book = `livro-${books}`;
  await site.addBooks({ id: book, title: `Livro ${books}` });
  await site.addPdf(book, content);
  return book;
}

const link = (book: string) => site.call('POST', `/api/me/library/${book}/download`, { token: buyer });
async function download(book: string): Promise<{ url: string; content: string; name: string | null }> {
  // A slow machine makes copies slowly, and the API answers meanwhile that they are being made.
  const { status, text, json } = await site.until(
    () => link(book),
    (asked) => asked.status !== 409,
    60_000,
  );
  expect(status, text).toBe(200);
  const answer = await fetch(json.url);
  expect(answer.status).toBe(200);
  const content = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  return { url: json.url, content, name: answer.headers.get('content-disposition') };
}

/** Returns the buyer's copy with its line, once its file contains both. */
const stamped = (book: string) =>
  site.until(
    () => download(book),
    ({ content }) => stampIn(content) !== '',
    60_000,
  );

/** Returns the keys of an order's copies in the private bucket. */
const copiesOf = async (order: Order): Promise<string[]> => {
  const answer = await fetch(`${site.addresses.data}/storage/v1/object/list/ebooks`, {
    method: 'POST',
    headers: {
      apikey: site.internal.dataSecretKey,
      authorization: `Bearer ${site.internal.dataSecretKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ prefix: `stamped/${order.id}`, limit: 100, sortBy: { column: 'name', order: 'asc' } }),
  });
  return ((await answer.json()) as { name: string }[]).map(({ name }) => name);
};
const removeFile = async (key: string) => {
  const answer = await fetch(`${site.addresses.data}/storage/v1/object/ebooks`, {
    method: 'DELETE',
    headers: {
      apikey: site.internal.dataSecretKey,
      authorization: `Bearer ${site.internal.dataSecretKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ prefixes: [key] }),
  });
  expect(answer.ok).toBe(true);
};
const standing = async (order: Order) =>
  (await site.rows<{ used_at: string }>('GET', `stamped_copies?order_id=eq.${order.id}&select=used_at`)).map(({ used_at }) => used_at);

/** Makes the removal of copies due, and waits until it is done. */
async function removalRuns(): Promise<void> {
  const job = 'jobs?name=eq.stamped_copies';
  await site.rows('PATCH', job, { last_run_at: '2026-01-01T00:00:00Z', last_success_at: null });
  await site.until(
    () => site.rows<{ last_success_at: string | null }>('GET', job),
    ([run]) => run?.last_success_at != null,
  );
}

/** Returns an identity stand-in's token for a person of this test only. */
function aToken(uid: string): Promise<string> {
  const { privateKey, id } = loadSigningKey(join(site.dir, 'identity', 'signing-key.pem'));
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({ email: `${uid}@leitores.test`, email_verified: true, auth_time: now, user_id: uid })
    .setProtectedHeader({ alg: 'RS256', kid: id })
    .setIssuer(`https://securetoken.google.com/${site.internal.projectId}`)
    .setAudience(site.internal.projectId)
    .setSubject(uid)
    .setIssuedAt(now)
    .setExpirationTime(now + 3_600)
    .sign(createPrivateKey(privateKey));
}
const warnings = () =>
  site.rows<{ recipient: string; payload: { reason: string } }>('GET', 'outbox?kind=eq.book_unstamped&order=created_at');

// Each test makes some copies, one after the other.
describe('the copy of a buyer', { timeout: 120_000 }, () => {
  test('a buyer gets a personal copy, made once, under the name of the book', async () => {
    const book = await aBook();
    const order = await buy(book);
    const [first, second] = await Promise.all([stamped(book), stamped(book)]);
    expect(stampIn(first.content)).toBe(`Pedido nº ${order.number} · n•••@s•••.test`);
    expect(second.content).toBe(first.content);
    expect(first.name).toContain(`filename="${book}.pdf"`);
    expect(new URL(first.url).pathname).toContain(`/stamped/${order.id}/`);
    expect(await copiesOf(order)).toHaveLength(1);
  });

  test('the stamped line of a copy is in the language of the order', async () => {
    const book = await aBook();
    const { number } = await buy(book, { locale: 'en' });
    expect(stampIn((await stamped(book)).content)).toBe(`Order no. ${number} · n•••@s•••.test`);
  });

  test('a buyer gets a new stamped copy when the book has a new file, and for a newer order', async () => {
    const book = await aBook();
    const first = await buy(book);
    const old = await stamped(book);
    await site.addPdf(book, onePage('Segunda edição'));
    expect((await stamped(book)).content).not.toBe(old.content);
    expect(await copiesOf(first)).toHaveLength(2);

    // The order was refunded, and the book bought again.
    await site.atProvider(`sessions/${first.sessionId}/refund`);
    await stateIs(first.sessionId, 'refunded');
    const second = await buy(book);
    expect(stampIn((await stamped(book)).content)).toContain(`nº ${second.number} `);
  });

  test('the next stamped copy shows a corrected address', async () => {
    const book = await aBook();
    const { id, number } = await buy(book);
    await stamped(book);
    await site.rows('PATCH', `orders?id=eq.${id}`, { buyer_email: 'outra@livraria.test' });
    await site.until(
      () => download(book),
      ({ content }) => stampIn(content) === `Pedido nº ${number} · o•••@l•••.test`,
      60_000,
    );
  });

  test('a stamped copy that was lost in storage is made again', async () => {
    const book = await aBook();
    const order = await buy(book);
    await stamped(book);
    await removeFile(`stamped/${order.id}/${(await copiesOf(order))[0]}`);
    expect(stampIn((await stamped(book)).content)).toContain(`nº ${order.number} `);
  });

  test.each([
    ['damaged', '%PDF-1.4 that is none'],
    ['encrypted', '%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\ntrailer\n<</Root 1 0 R/Encrypt 3 0 R>>\n'],
  ])('a file that is %s is delivered unstamped, and reported to the owner once', async (reason, content) => {
    const before = (await warnings()).length;
    const book = await aBook(content);
    await buy(book);
    expect((await download(book)).content).toBe(content);
    expect((await download(book)).content).toBe(content);
    await site.until(warnings, ({ length }) => length > before, 60_000);
    expect((await download(book)).content).toBe(content);
    const told = (await warnings()).slice(before);
    expect(told.map(({ payload }) => payload)).toEqual([{ title: `Livro ${books}`, filename: `${book}.pdf`, reason }]);
    const emails = await site.until(
      () => site.inbox(told[0]?.recipient ?? ''),
      (mails) => mails.some(({ text }) => text.includes(`${book}.pdf`)),
    );
    expect(emails.filter(({ text }) => text.includes(`${book}.pdf`))).toHaveLength(1);

    // A better file is stamped, and another bad one is reported.
    await site.addPdf(book);
    expect(stampIn((await stamped(book)).content)).toContain('Pedido');
    await site.addPdf(book, `${content} `);
    await download(book);
    await site.until(warnings, ({ length }) => length === before + 2, 60_000);
  });

  test("a book's missing file causes a server error and no warning about the file's content", async () => {
    const before = (await warnings()).length;
    const book = await aBook();
    await buy(book);
    await removeFile(`pdfs/${book}.pdf`);
    expect((await link(book)).status).toBe(500);
    expect(await warnings()).toHaveLength(before);
  });

  test('a refund removes the stamped copy, and a won dispute restores it', async () => {
    const book = await aBook();
    const order = await buy(book);
    await stamped(book);
    await site.atProvider(`sessions/${order.sessionId}/dispute`);
    await stateIs(order.sessionId, 'disputed');
    expect((await link(book)).status).toBe(404);
    expect(await standing(order)).toEqual(['-infinity']);
    await site.atProvider(`sessions/${order.sessionId}/close-dispute`, { outcome: 'won' });
    await stateIs(order.sessionId, 'paid');
    expect(stampIn((await stamped(book)).content)).toContain(`nº ${order.number} `);

    await site.atProvider(`sessions/${order.sessionId}/refund`);
    await stateIs(order.sessionId, 'refunded');
    expect((await link(book)).status).toBe(404);
    await removalRuns();
    expect(await copiesOf(order)).toEqual([]);
    expect(await standing(order)).toEqual([]);
  });

  test('stamped copies are removed with their account, or after 30 days without use', async () => {
    const [gone, kept, unused] = [await aBook(), await aBook(), await aBook()];
    const ana = buyer;
    const uid = randomUUID();
    buyer = await aToken(uid);
    const deleted = await buy(gone);
    await stamped(gone);
    const leaving = buyer;
    buyer = ana;
    const [used, old] = [await buy(kept), await buy(unused)];
    await Promise.all([stamped(kept), stamped(unused)]);
    await site.rows('PATCH', `stamped_copies?order_id=eq.${old.id}`, { used_at: '2026-01-01T00:00:00Z' });

    const answer = await site.call('DELETE', '/api/me', { token: leaving, body: { email: `${uid}@leitores.test` } });
    expect(answer.status, answer.text).toBe(200);
    expect(await standing(deleted)).toEqual(['-infinity']);
    await removalRuns();
    expect(await copiesOf(deleted)).toEqual([]);
    expect(await copiesOf(old)).toEqual([]);
    expect(await copiesOf(used)).toHaveLength(1);
    expect(stampIn((await stamped(unused)).content), 'and is made again').toContain(`nº ${old.number} `);
  });
});
