import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { type ApiSite, startApiSite } from './api-site.ts';

let site: ApiSite;
let ana: string;
let bia: string;
let admin: string;
let books = 0;

beforeAll(async () => {
  site = await startApiSite();
  [ana, bia, admin] = await Promise.all([site.signIn('newcomer'), site.signIn('customer'), site.signIn('admin')]);
});
afterAll(async () => await site?.close());
beforeEach(async () => void (await site.rows('DELETE', 'rate_limits?hits=gt.0')));

const GOOD = { stars: 4, text: 'Li duas vezes.', name: 'Ana', locale: 'pt-BR', revision: 0 };
const whoIs = { p_uid: demoAccounts.newcomer.uid, p_email: demoAccounts.newcomer.email };
const DAYS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAYS).toISOString();

const aBook = async () => {
  books += 1;
  await site.addBooks({ id: `livro-${books}` });
  return `livro-${books}`;
};

/** Creates a paid order of one book. `isOpened` says whether the book was opened. */
async function buy(token: string, book: string, isOpened = true): Promise<string> {
  const { json, text } = await site.checkout(token, site.cart([book]));
  expect(json.sessionId, text).toBeDefined();
  await site.payByCard(json.sessionId);
  const order = await site.until(
    () => site.order(json.sessionId),
    (found) => found?.state === 'paid',
  );
  if (isOpened) await site.call('PUT', `/api/me/library/${book}/position`, { token, body: { page: 3 } });
  return order?.id ?? '';
}

const save = (token: string, book: string, change: object = {}) =>
  site.call('PUT', `/api/me/reviews/${book}`, { token, body: { ...GOOD, ...change } });
const mine = (token: string, book: string) => site.call('GET', `/api/me/reviews/${book}`, { token });
const starsOf = async (book: string) => (await site.call('GET', `/api/ebooks/${book}`)).json.stars;
/** Reads from the database, because the API may serve visitors a copy that is seconds old. */
const shown = async (book: string) => {
  const [page] = [
    await site.rows<{ reviews: { text: string; reply: string | null; is_free: boolean }[] }>('POST', 'rpc/list_reviews', listOf(book)),
  ].flat();
  return page?.reviews.map(({ text }) => text);
};
const listOf = (book: string) => ({ p_ebook_id: book, p_after_at: null, p_after_id: null, p_size: 10 });
const adminOf = async (book: string) => {
  const { json } = await site.call('GET', `/api/admin/reviews?ebook=${book}`, { token: admin });
  return json.reviews[0];
};
const moderate = (review: { id: string; revision: number }, reason: string | null) =>
  site.call('PUT', `/api/admin/reviews/${review.id}/moderation`, { token: admin, body: { reason, revision: review.revision } });
const emailsOf = async (kind: string, book: string) =>
  (await site.rows<{ recipient: string; payload: { ebook_id: string } }>('GET', `outbox?kind=eq.${kind}&select=recipient,payload`)).flatMap(
    ({ recipient, payload }) => (payload.ebook_id === book ? [recipient] : []),
  );

describe('a review', () => {
  test('a review is written once by a reader who is entitled to the book and opened it, and edited only as seen', async () => {
    const book = await aBook();
    expect((await save(ana, book)).status).toBe(404);
    const order = await buy(ana, book, false);
    expect((await mine(ana, book)).json).toMatchObject({ mayWrite: false, review: null });
    expect((await save(ana, book)).status).toBe(403);
    await site.call('PUT', `/api/me/library/${book}/position`, { token: ana, body: { page: 1 } });
    expect(await starsOf(book)).toBeUndefined();

    const saved = await save(ana, book, { text: 'Bom.\u200b\u0007' });
    expect([saved.status, saved.json.review]).toMatchObject([200, { stars: 4, text: 'Bom.', state: 'published', revision: 1 }]);
    expect(await starsOf(book)).toEqual({ mean: 4, reviews: 1 });
    expect((await save(ana, book)).json.error.code).toBe('changed_meanwhile');
    expect((await save(ana, book, { stars: 2, revision: 1 })).json.review.revision).toBe(2);
    expect((await save(ana, book, { stars: 5, revision: 1 })).json.error.code).toBe('changed_meanwhile');
    expect(await starsOf(book)).toEqual({ mean: 2, reviews: 1 });

    const page = await site.call('GET', `/api/ebooks/${book}/reviews`);
    expect(page.json).toMatchObject({ reviews: [{ stars: 2, name: 'Ana', isFree: false, reply: null }], nextCursor: null });
    expect(page.text).not.toContain(demoAccounts.newcomer.uid);
    const library = (await site.call('GET', '/api/me/library', { token: ana })).json.items;
    expect(library.find((item: { ebook: { id: string } }) => item.ebook.id === book).review).toEqual({ mayWrite: true, stars: 2 });
    const kept = (await site.rows<{ reviews: { written: object[] } }>('POST', 'rpc/get_personal_data', whoIs)) as unknown as {
      reviews: object;
    };
    expect(kept.reviews).toMatchObject({ written: [{ text: 'Li duas vezes.', stars: 2 }], reminders: [] });
    expect((await site.call('GET', '/api/me/export', { token: ana })).status).toBe(200);

    // The request comes from another account.
    expect([(await mine(bia, book)).status, (await site.call('DELETE', `/api/me/reviews/${book}`, { token: bia })).status]).toEqual([
      404, 404,
    ]);
    expect((await site.call('DELETE', `/api/me/reviews/${book}`, { token: ana })).status).toBe(204);
    expect((await site.call('DELETE', `/api/me/reviews/${book}`, { token: ana })).status).toBe(404);
    expect(await starsOf(book)).toBeUndefined();
    expect(order).not.toBe('');
  });

  test('a review needs a released book, and the reading time counts from the release', async () => {
    const book = await aBook();
    const comes = (days: number) => site.rows('PATCH', `ebooks_metadata?id=eq.${book}`, { launch_at: ago(days) });
    await comes(-5);
    await buy(ana, book, false);
    await site.rows('PATCH', `entitlements?ebook_id=eq.${book}`, { granted_at: ago(10) });
    const answers = async () => [(await mine(ana, book)).json.mayWrite, (await save(ana, book)).status];
    expect(await answers()).toEqual([false, 403]);
    await comes(0.5);
    expect(await answers()).toEqual([false, 403]);
    await comes(1.1);
    expect(await answers()).toEqual([true, 200]);
  });

  test('a review with invalid stars or text is rejected', async () => {
    const book = await aBook();
    await buy(ana, book);
    for (const change of [
      { stars: 0 },
      { stars: 6 },
      { stars: 2.5 },
      { text: 'x'.repeat(2_001) },
      { name: '' },
      { name: '\u200b\u3164\u00ad' },
      { name: 'x'.repeat(61) },
      { name: 'compre em loja．com' },
      { revision: -1 },
    ])
      expect([change, (await save(ana, book, change)).status]).toEqual([change, 400]);
    expect((await save(ana, book, { text: 'x'.repeat(300_000) })).status).toBe(413);
    expect((await site.call('GET', `/api/ebooks/${book}/reviews?after=x`)).status).toBe(400);
    expect((await site.call('GET', '/api/ebooks/nenhum/reviews')).status).toBe(404);
    expect(await starsOf(book)).toBeUndefined();
  });

  test('a review with a link waits for moderation, and its stars count meanwhile', async () => {
    const book = await aBook();
    await buy(ana, book);
    expect((await save(ana, book, { text: 'Veja exemplo[.]com' })).json.review.state).toBe('waiting');
    expect([await shown(book), await starsOf(book)]).toEqual([[], { mean: 4, reviews: 1 }]);
    const waiting = async () => (await site.call('GET', '/api/admin/tasks', { token: admin })).json;
    const review = await adminOf(book);
    expect((await waiting()).tasks).toContainEqual(expect.objectContaining({ kind: 'review', subject: review.id, label: book }));
    // A rewritten review waits too, because an admin must look at it.
    expect((await save(ana, book, { text: 'Nada mais.', revision: 1 })).json.review.state).toBe('waiting');
    expect((await moderate(review, null)).json.error.code).toBe('changed_meanwhile');
    expect((await moderate(await adminOf(book), null)).json.state).toBe('published');
    expect(await shown(book)).toEqual(['Nada mais.']);
    expect((await waiting()).counts.reviews).toBe(0);
  });

  test('a hidden review and a reply are logged and reported once each, and hidden stars still count', async () => {
    const book = await aBook();
    await buy(ana, book);
    await save(ana, book, { stars: 1 });
    const hidden = await moderate(await adminOf(book), 'offense');
    expect([hidden.json.state, hidden.json.hiddenReason]).toEqual(['hidden', 'offense']);
    expect([await shown(book), await starsOf(book)]).toEqual([[], { mean: 1, reviews: 1 }]);
    expect((await moderate(await adminOf(book), 'ugly')).status).toBe(400);
    const told = [demoAccounts.newcomer.email];
    expect(await emailsOf('review_hidden', book)).toEqual(told);

    // New stars leave the review hidden. New words wait for moderation.
    const again = { stars: 2, revision: 2 };
    expect((await save(ana, book, again)).json.review).toMatchObject({ state: 'hidden', hiddenReason: 'offense' });
    expect((await save(ana, book, { ...again, text: 'Melhor assim.', revision: 3 })).json.review.state).toBe('waiting');
    await moderate(await adminOf(book), null);

    const reply = (text: string | null, { id, revision }: { id: string; revision: number }) =>
      site.call('PUT', `/api/admin/reviews/${id}/reply`, { token: admin, body: { reply: text, revision } });
    expect((await reply('  ', await adminOf(book))).status).toBe(400);
    expect((await reply('Obrigada!', await adminOf(book))).json.reply.text).toBe('Obrigada!');
    expect((await reply('Muito obrigada!', await adminOf(book))).json.reply.text).toBe('Muito obrigada!');
    expect((await mine(ana, book)).json.review.reply.text).toBe('Muito obrigada!');
    expect(await emailsOf('review_replied', book)).toEqual(told);
    const changes = await site.rows<{ action: string }>('GET', `audit_log?subject_id=eq.${book}&select=action&order=id`);
    expect(changes.map(({ action }) => action)).toEqual(['review_hidden', 'review_shown', 'review_replied', 'review_replied']);
  });

  test('a hidden review is not shown again by deleting and rewriting it', async () => {
    const book = await aBook();
    await buy(ana, book);
    await save(ana, book);
    await moderate(await adminOf(book), 'offense');
    // The email about it was sent long ago, and its copy was erased.
    await site.until(
      () => site.rows('GET', `outbox?kind=eq.review_hidden&payload->>ebook_id=eq.${book}&sent_at=not.is.null&select=id`),
      (mails) => mails.length === 1,
    );
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await site.rows('PATCH', `outbox?kind=eq.review_hidden&payload->>ebook_id=eq.${book}`, { sent_at: ago(31) });
    await site.rows('POST', 'rpc/sweep_reviews', {});
    const remove = async () => expect((await site.call('DELETE', `/api/me/reviews/${book}`, { token: ana })).status).toBe(204);
    for (let times = 0; times < 2; times += 1) {
      await remove();
      expect((await save(ana, book)).json.review.state).toBe('waiting');
      expect(await shown(book)).toEqual([]);
    }
    await remove();
    await site.rows('PATCH', `unshown_reviews?ebook_id=eq.${book}`, { deleted_at: ago(31) });
    await site.rows('POST', 'rpc/sweep_reviews', {});
    expect(await site.rows('GET', `unshown_reviews?ebook_id=eq.${book}`)).toEqual([]);
    expect((await save(ana, book)).json.review.state).toBe('published');
  });

  test("a review disappears and returns with the entitlement, and a gift's review is its reader’s", async () => {
    const book = await aBook();
    const order = await buy(ana, book);
    await save(ana, book);
    const { refundable } = (await site.call('GET', `/api/admin/orders/${order}`, { token: admin })).json;
    const body = { attemptId: crypto.randomUUID(), items: [{ ebookId: book, quantity: 1 }], amount: refundable };
    const refund = await site.call('POST', `/api/admin/orders/${order}/refunds`, { token: admin, body });
    expect(refund.status, refund.text).toBe(200);
    await site.until(
      () => adminOf(book),
      (review) => review.state === 'withdrawn',
    );
    expect([await shown(book), await starsOf(book), (await mine(ana, book)).status]).toEqual([[], undefined, 404]);
    expect((await save(ana, book, { revision: 1 })).status).toBe(404);

    const gift = { ...site.cart([book]), items: [{ id: book, price: 2_990, quantity: 1, gift: 'all' }] };
    const { json } = await site.checkout(bia, gift);
    await site.payByCard(json.sessionId);
    const paid = await site.until(
      () => site.order(json.sessionId),
      (found) => found?.state === 'paid',
    );
    const { gifts } = (await site.call('GET', `/api/me/orders/${paid?.id}/gifts`, { token: bia })).json;
    const link = new URL(gifts[0].url);
    expect((await save(bia, book)).status).toBe(404);
    await site.call('POST', `/api/gifts/${link.pathname.split('/').at(-1)}/claim`, { token: ana, body: { key: link.hash.slice(1) } });
    expect((await adminOf(book)).state).toBe('published');
    expect(await starsOf(book)).toEqual({ mean: 4, reviews: 1 });
  });

  test('a review is deleted with the account, and so are its stars', async () => {
    const book = await aBook();
    const email = `${crypto.randomUUID()}@example.test`;
    const token = await site.tokenOf({ uid: 'uid-leaves', email });
    await buy(token, book);
    await save(token, book);
    expect(await starsOf(book)).toEqual({ mean: 4, reviews: 1 });
    const gone = await site.call('DELETE', '/api/me', { token, body: { email } });
    expect(gone.status, gone.text).toBe(200);
    expect([await starsOf(book), await site.rows('GET', `reviews?ebook_id=eq.${book}`)]).toEqual([undefined, []]);
  });
});

describe('the reminder to review', () => {
  test('the reminder is sent once, two weeks after opening, unless the reader reviewed, asked for a refund, or opted out', async () => {
    const sweep = () => site.rows('POST', 'rpc/sweep_reviews', {});
    const opened = (book: string, days: number) =>
      site.rows('PATCH', `entitlements?ebook_id=eq.${book}`, { first_downloaded_at: ago(days) });
    const [fresh, written, asked, old, next] = [await aBook(), await aBook(), await aBook(), await aBook(), await aBook()];
    for (const book of [fresh, written, old]) await buy(bia, book);
    const order = await buy(bia, asked);
    await site.call('POST', `/api/me/orders/${order}/refund-request`, { token: bia, body: { reason: 'Não era o que eu esperava.' } });
    await save(bia, written);
    for (const book of [written, asked]) await opened(book, 15);
    await opened(fresh, 13);
    await opened(old, 60);
    await sweep();
    expect(await site.rows('GET', 'review_reminders')).toEqual([]);

    await opened(fresh, 15);
    await Promise.all([sweep(), sweep()]);
    await sweep();
    expect(await emailsOf('review_reminder', fresh)).toEqual([demoAccounts.customer.email]);
    await buy(bia, next);
    await opened(next, 15);
    await sweep();
    // A reader gets one reminder a fortnight.
    expect(await emailsOf('review_reminder', next)).toEqual([]);

    const email = await site.until(
      async () => (await site.inbox(demoAccounts.customer.email)).find(({ subject }) => subject.includes(`“${fresh}”`)),
      (found) => found !== undefined,
    );
    const token = new URL(/https?:\S+newsletter\/unsubscribe\?of=reviews\S+/.exec(email?.text ?? '')?.[0] ?? '').searchParams.get('token');
    const stop = () => site.call('POST', '/api/review-reminders/stop', { body: { token } });
    expect([(await stop()).json.outcome, (await stop()).json.outcome]).toEqual(['done', 'already']);
    expect((await site.call('POST', '/api/review-reminders/stop', { body: { token: `${token}x` } })).json.error.code).toBe('link_invalid');
    await site.rows('PATCH', `review_reminders?ebook_id=eq.${fresh}`, { reminded_at: ago(20) });
    await sweep();
    expect(await emailsOf('review_reminder', next)).toEqual([]);
  });
});
