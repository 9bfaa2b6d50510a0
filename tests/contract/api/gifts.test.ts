import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { type ApiSite, startApiSite } from './api-site.ts';

type Gift = {
  id: string;
  state: string;
  url: string;
  claimed: number;
  seats: number;
  emailsLeft: number;
  canKeep: boolean;
  toEmail: string | null;
  readers: string[];
};

let site: ApiSite;
let buyer: string;
let reader: string;
let admin: string;
let books = 0;

beforeAll(async () => {
  site = await startApiSite();
  [buyer, reader, admin] = await Promise.all([site.signIn('newcomer'), site.signIn('customer'), site.signIn('admin')]);
});
afterAll(async () => await site?.close());
beforeEach(async () => void (await site.rows('DELETE', 'rate_limits?hits=gt.0')));

const stateIs = (sessionId: string, state: string) =>
  site.until(
    () => site.order(sessionId),
    (found) => found?.state === state,
  );

/** Creates a paid order of a new book with `quantity` copies, given as `gift` says. */
async function anOrder(quantity: number, gift?: 'all' | 'group', book = `presente-${++books}`, card?: 'slowRefunds') {
  if (book === `presente-${books}`) {
    await site.addBooks({ id: book });
    await site.addPdf(book);
  }
  const cart = { ...site.cart([book]), items: [{ id: book, price: 2_990, quantity, ...(gift ? { gift } : {}) }] };
  const { status, text, json } = await site.checkout(buyer, cart);
  expect(status, text).toBe(200);
  await site.payByCard(json.sessionId, card);
  const order = await stateIs(json.sessionId, 'paid');
  return { book, id: order?.id ?? '', sessionId: json.sessionId as string };
}

const giftsOf = async (orderId: string): Promise<Gift[]> =>
  (await site.call('GET', `/api/me/orders/${orderId}/gifts`, { token: buyer })).json.gifts;
const firstOf = async (orderId: string): Promise<Gift> => {
  const [gift] = await giftsOf(orderId);
  if (!gift) throw new Error('no gift');
  return gift;
};
const linkOf = ({ url }: Gift) => ({ id: new URL(url).pathname.split('/').at(-1), key: new URL(url).hash.slice(1) });
const open = (gift: Gift, key = linkOf(gift).key) => site.call('POST', `/api/gifts/${linkOf(gift).id}`, { body: { key } });
const claim = (gift: Gift, token: string, key = linkOf(gift).key) =>
  site.call('POST', `/api/gifts/${linkOf(gift).id}/claim`, { token, body: { key } });
const libraryOf = async (token: string): Promise<string[]> =>
  (await site.call('GET', '/api/me/library', { token })).json.items.map((item: { ebook: { id: string } }) => item.ebook.id);
const send = (orderId: string, gift: Gift, change: object) =>
  site.call('PUT', `/api/me/orders/${orderId}/gifts/${gift.id}`, {
    token: buyer,
    body: { name: 'Ana', email: 'ana@example.test', message: 'Feliz aniversário!', day: null, ...change },
  });
const emailsOf = (gift: Gift) =>
  site.rows<{ recipient: string; due_at: string; sent_at: string | null }>(
    'GET',
    `outbox?key=like.gift_sent:${gift.id}:*&select=recipient,due_at,sent_at&order=created_at`,
  );
const refund = async (orderId: string, body: object) => {
  const order = (await site.call('GET', `/api/admin/orders/${orderId}`, { token: admin })).json;
  return await site.call('POST', `/api/admin/orders/${orderId}/refunds`, {
    token: admin,
    body: { attemptId: crypto.randomUUID(), items: null, amount: order.refundable, ...body },
  });
};
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('gift copies', () => {
  test('after a wrong address the giver can send another gift email with a new link', async () => {
    const { id } = await anOrder(2);
    const first = await firstOf(id);
    const linkIn = async (email: string) =>
      (
        await site.until(
          () => site.inbox(email, true),
          (mails) => mails.length > 0,
        )
      )[0]?.links.find((link) => link.includes('/gift/'));
    await send(id, first, { email: 'ana.errada@example.test' });
    const wrong = await linkIn('ana.errada@example.test');
    await send(id, first, { email: 'ana.certa@example.test', endsLink: true });
    const right = await linkIn('ana.certa@example.test');
    expect(right).not.toBe(wrong);
    expect((await open(first)).status).toBe(404);
    const now = await firstOf(id);
    expect(now.url).toBe(right);
    expect((await open(now)).json.standing).toBe('open');
    await send(id, now, { email: 'ana.tambem@example.test' });
    expect(await linkIn('ana.tambem@example.test')).toBe(right);
  });

  test('a buyer of two copies keeps one, and the gift copy is claimed once and stamped for its reader', async () => {
    const { book, id } = await anOrder(2);
    expect(await libraryOf(buyer)).toContain(book);
    const [gift, ...more] = await giftsOf(id);
    if (!gift) throw new Error('no gift');
    expect([more.length, gift.state, gift.canKeep]).toEqual([0, 'unsent', false]);

    const opened = await open(gift);
    expect([opened.status, opened.json.standing, opened.json.ebook.id]).toEqual([200, 'open', book]);
    expect(opened.text).not.toContain(demoAccounts.newcomer.email);
    expect((await giftsOf(id))[0]?.claimed).toBe(0);
    expect([(await open(gift, 'x'.repeat(22))).status, (await claim(gift, reader, 'x'.repeat(22))).status]).toEqual([404, 404]);
    expect((await claim(gift, buyer)).json).toEqual({ outcome: 'owned' });
    expect((await site.call('POST', `/api/gifts/${gift.id}/claim`, { body: { key: linkOf(gift).key } })).status).toBe(401);

    expect((await claim(gift, reader)).json).toEqual({ outcome: 'claimed' });
    expect((await claim(gift, reader)).json).toEqual({ outcome: 'claimed_before' });
    expect((await open(gift)).json.standing).toBe('none_left');
    expect((await claim(gift, admin)).json).toEqual({ outcome: 'none_left' });
    expect(await libraryOf(reader)).toContain(book);
    expect((await giftsOf(id)).map(({ state, claimed }) => [state, claimed])).toEqual([['claimed', 1]]);

    await site.until(
      () => site.call('POST', `/api/me/library/${book}/download`, { token: reader }),
      ({ status }) => status === 200,
    );
    const [delivered] = [
      await site.rows<{ email: string }>('POST', 'rpc/get_copy_to_deliver', { p_uid: demoAccounts.customer.uid, p_ebook_id: book }),
    ].flat();
    expect(delivered?.email).toBe(demoAccounts.customer.email);
    const told = await site.rows('GET', `outbox?key=eq.gift_claimed:${gift.id}&select=recipient`);
    expect(told).toEqual([{ recipient: demoAccounts.newcomer.email }]);
  });

  test('an owned book is sold only as a gift, and a person gets only one own copy', async () => {
    const { book } = await anOrder(1);
    const again = { ...site.cart([book]), items: [{ id: book, price: 2_990, quantity: 2 }] };
    expect((await site.checkout(buyer, again)).json.code).toBe('ebook_owned');
    const { id } = await anOrder(1, 'all', book);
    expect(await giftsOf(id)).toHaveLength(1);
    const detail = (await site.call('GET', `/api/me/orders/${id}`, { token: buyer })).json;
    expect(detail.items).toMatchObject([{ quantity: 1, gifts: 1, access: 'gift', paidAlsoIn: null }]);
    for (const [quantity, gift] of [
      [21, undefined],
      [1, 'group'],
      [201, 'group'],
      [0, 'all'],
    ]) {
      const refused = await site.checkout(buyer, { ...site.cart([book]), items: [{ id: book, price: 2_990, quantity, gift }] });
      expect([quantity, refused.status]).toEqual([quantity, 400]);
    }
  });

  test('a group gift has one link and as many readers as seats', async () => {
    const { book, id } = await anOrder(2, 'group');
    const gift = await firstOf(id);
    expect([gift.seats, (await giftsOf(id)).length]).toEqual([2, 1]);
    expect(await libraryOf(buyer)).not.toContain(book);
    const outcomes = [];
    for (const token of [reader, admin, buyer]) outcomes.push((await claim(gift, token)).json.outcome);
    expect(outcomes).toEqual(['claimed', 'claimed', 'none_left']);
  });

  test("a gift stays readable when its deleted buyer's orders expire, and orders without other readers are erased", async () => {
    const [given, own] = [await anOrder(1, 'all'), await anOrder(1)];
    const [gone, uid] = [crypto.randomUUID(), crypto.randomUUID()];
    const reader = await site.tokenOf({ uid, email: `${uid}@example.test` });
    expect((await claim(await firstOf(given.id), reader)).json.outcome).toBe('claimed');
    // The buyer deleted the account nine years ago.
    await site.rows('POST', 'accounts', [{ uid: gone, deleted_at: '2017-01-01T00:00:00Z' }]);
    await site.rows('PATCH', `entitlements?ebook_id=eq.${own.book}`, { revoked_at: '2017-01-01T00:00:00Z' });
    for (const { id } of [given, own])
      await site.rows('PATCH', `orders?id=eq.${id}`, { buyer_uid: gone, created_at: '2016-12-01T00:00:00Z' });
    await site.rows('POST', 'rpc/sweep', {});
    expect(await libraryOf(reader)).toEqual([given.book]);
    expect((await site.rows<{ id: string }>('GET', `orders?buyer_uid=eq.${gone}&select=id`)).map(({ id }) => id)).toEqual([given.id]);
  });

  test('the buyer of a group gift sees the names of readers who allowed it, until they revoke it or delete the account', async () => {
    const { id } = await anOrder(4, 'group');
    const gift = await firstOf(id);
    const person = async (name: string) => {
      const uid = crypto.randomUUID();
      return { uid, email: `${uid}@example.test`, token: await site.tokenOf({ uid, email: `${uid}@example.test` }, { name }) };
    };
    const claimWith = async ({ token }: { token: string }, showsName?: boolean) =>
      await site.call('POST', `/api/gifts/${gift.id}/claim`, { token, body: { key: linkOf(gift).key, showsName } });
    const [ana, bia, caio, link] = await Promise.all(['Ana', 'Bia', 'Caio', 'Veja www.exemplo.test'].map(person));
    if (!ana || !bia || !caio || !link) throw new Error('nobody');
    await claimWith(ana, true);
    await claimWith(bia);
    await claimWith(caio, true);
    await claimWith(link, true);
    const shown = async () => ({ claimed: (await firstOf(id)).claimed, readers: (await firstOf(id)).readers });
    expect(await shown()).toEqual({ claimed: 4, readers: ['Ana', 'Caio'] });
    const admins = await site.call('GET', `/api/admin/orders/${id}/gifts`, { token: admin });
    expect(admins.text).not.toContain('Caio');

    expect((await claimWith(caio, false)).json.outcome).toBe('claimed_before');
    expect((await shown()).readers).toEqual(['Ana']);
    const kept = async (uid: string) => JSON.stringify(await site.rows('POST', 'rpc/get_personal_data', { p_uid: uid, p_email: null }));
    expect([await kept(ana.uid), await kept(bia.uid)].map((data) => data.includes('"shows_name":true'))).toEqual([true, false]);
    await site.call('DELETE', '/api/me', { token: ana.token, body: { email: ana.email, locale: 'pt-BR' } });
    // The reader with the deleted account had used a seat, which stays taken.
    expect((await shown()).readers).toEqual([]);
    expect([(await open(gift)).json.standing, (await claim(gift, admin)).json.outcome]).toEqual(['none_left', 'none_left']);
    expect(await site.rows('GET', `entitlements?uid=eq.${ana.uid}&select=shows_name`)).toEqual([{ shows_name: false }]);
  });

  test("readers who claim a seat after the buyer's daily email are in the email of the next day", async () => {
    const { id } = await anOrder(4, 'group');
    const gift = await firstOf(id);
    type News = { key: string; due_at: string; sent_at: string | null; payload: { claimed: number } };
    const news = () => site.rows<News>('GET', `outbox?key=like.gift_claimed:${gift.id}*&select=key,due_at,sent_at,payload&order=due_at`);
    const claimSeat = async () => {
      const uid = crypto.randomUUID();
      await claim(gift, await site.tokenOf({ uid, email: `${uid}@example.test` }));
    };
    await claimSeat();
    await claimSeat();
    const [today, ...none] = await news();
    expect([today?.payload.claimed, none]).toEqual([2, []]);
    await site.rows('PATCH', `outbox?key=eq.${today?.key}`, { sent_at: new Date().toISOString() });
    await claimSeat();
    await claimSeat();
    const [told, tomorrow, ...more] = await news();
    expect([told?.payload.claimed, tomorrow?.payload.claimed, tomorrow?.sent_at, more]).toEqual([2, 4, null, []]);
    expect(tomorrow?.due_at.slice(0, 10)).toBe(inDays(1));
  });

  test('a buyer whose own entitlement ended can claim a gift', async () => {
    const { book, id } = await anOrder(2);
    await site.rows('PATCH', `entitlements?ebook_id=eq.${book}`, { revoked_at: new Date().toISOString() });
    const gift = await firstOf(id);
    expect(gift.canKeep).toBe(true);
    const kept = await site.call('POST', `/api/me/orders/${id}/gifts/${gift.id}/own`, { token: buyer });
    expect([kept.status, kept.json.gifts[0].state]).toEqual([200, 'claimed']);
    expect(await libraryOf(buyer)).toContain(book);
    expect(await site.rows('GET', `outbox?key=eq.gift_claimed:${gift.id}`)).toEqual([]);
  });
});

describe('a copy that its buyer does not need', () => {
  const person = async () => {
    const uid = crypto.randomUUID();
    return { uid, email: `${uid}@example.test`, token: await site.tokenOf({ uid, email: `${uid}@example.test` }) };
  };
  const giftsIn = async (token: string, orderId: string): Promise<Gift[]> =>
    (await site.call('GET', `/api/me/orders/${orderId}/gifts`, { token })).json.gifts;

  test('a copy becomes a gift with a link if its buyer claimed a gift while the payment was pending', async () => {
    const { book, id } = await anOrder(1, 'all');
    const { email, token } = await person();
    const { json } = await site.checkout(token, site.cart([book]));
    expect((await claim(await firstOf(id), token)).json).toEqual({ outcome: 'claimed' });
    await site.payByCard(json.sessionId);
    const order = await stateIs(json.sessionId, 'paid');
    expect(await libraryOf(token)).toEqual([book]);
    const [gift, ...more] = await giftsIn(token, order?.id ?? '');
    if (!gift) throw new Error('no gift');
    expect([more, gift.state, gift.canKeep]).toEqual([[], 'unsent', false]);
    const detail = (await site.call('GET', `/api/me/orders/${order?.id}`, { token })).json;
    expect(detail.items).toMatchObject([{ access: 'gift', gifts: 1, paidAlsoIn: null }]);
    const [sentEmail] = await site.until(
      async () => (await site.inbox(email)).filter(({ subject }) => subject.startsWith('Pedido')),
      (mails) => mails.length > 0,
    );
    expect(sentEmail?.text).toContain('Os exemplares para presentear estão na página do pedido');
    expect((await claim(gift, admin)).json).toEqual({ outcome: 'claimed' });
  });

  test('a copy becomes a gift if its buyer owns it from another shop, and a copy that is read stays', async () => {
    const { book } = await anOrder(1, 'all');
    const { uid, email, token } = await person();
    const { json } = await site.checkout(token, site.cart([book]));
    await site.rows('POST', 'imported_purchases', { email, ebook_id: book, source: 'gumroad', uid, claimed_at: new Date().toISOString() });
    await site.payByCard(json.sessionId);
    const order = await stateIs(json.sessionId, 'paid');
    expect(await giftsIn(token, order?.id ?? '')).toMatchObject([{ state: 'unsent' }]);
    expect(await libraryOf(token)).toEqual([book]);

    const { book: read } = await anOrder(1, 'all');
    const own = await site.checkout(token, site.cart([read]));
    await site.payByCard(own.json.sessionId);
    const bought = await stateIs(own.json.sessionId, 'paid');
    await site.rows('POST', 'imported_purchases', { email, ebook_id: read, source: 'gumroad', uid, claimed_at: new Date().toISOString() });
    await site.atProvider(`sessions/${own.json.sessionId}/dispute`);
    await stateIs(own.json.sessionId, 'disputed');
    await site.atProvider(`sessions/${own.json.sessionId}/close-dispute`, { outcome: 'won' });
    await stateIs(own.json.sessionId, 'paid');
    expect(await giftsIn(token, bought?.id ?? '')).toEqual([]);
  });

  test('a copy that became a gift stays one when the account is deleted, whatever happens to its order', async () => {
    const { book } = await anOrder(1, 'all');
    const { uid, email, token } = await person();
    const { json } = await site.checkout(token, site.cart([book]));
    await site.rows('POST', 'imported_purchases', { email, ebook_id: book, source: 'gumroad', uid, claimed_at: new Date().toISOString() });
    await site.payByCard(json.sessionId);
    const order = await stateIs(json.sessionId, 'paid');
    const [gift] = await giftsIn(token, order?.id ?? '');
    if (!gift) throw new Error('no gift');
    expect((await site.call('DELETE', '/api/me', { token, body: { email } })).status).toBe(200);
    await site.atProvider(`sessions/${json.sessionId}/refund`, { amount: 100 });
    await stateIs(json.sessionId, 'partly_refunded');
    expect(await site.rows('GET', `entitlements?uid=eq.${uid}&revoked_at=is.null`)).toEqual([]);
    expect((await claim(gift, admin)).json).toEqual({ outcome: 'claimed' });
  });
});

describe('the gift email', () => {
  test('a gift email is sent at once or at eight on a chosen day, and can be replaced while it waits', async () => {
    const { id } = await anOrder(1, 'all');
    const gift = await firstOf(id);
    for (const [field, change] of [
      ['message', { message: 'veja www.exemplo.test' }],
      ['message', { message: 'Resgate em premio-semente.com/pix' }],
      ['giver', { giver: 'premio-semente.com.br' }],
      ['name', { name: 'http://x.test' }],
      ['email', { email: 'sem-arroba' }],
      ['day', { day: inDays(-1) }],
      ['day', { day: inDays(400) }],
    ] as const) {
      const refused = await send(id, gift, change);
      expect([field, refused.status, Object.keys(refused.json.error.fields)]).toEqual([field, 400, [field]]);
    }
    expect((await send(id, gift, { day: inDays(10) })).json.gifts[0]).toMatchObject({ state: 'scheduled', emailsLeft: 3 });
    expect((await send(id, gift, { day: inDays(20), email: 'bia@example.test' })).json.gifts[0]).toMatchObject({
      state: 'scheduled',
      toEmail: 'bia@example.test',
      emailsLeft: 3,
    });
    const [waiting, ...more] = await emailsOf(gift);
    expect([waiting?.recipient, waiting?.due_at.slice(0, 10), more]).toEqual(['bia@example.test', inDays(20), []]);
    expect((await send(id, gift, { email: null })).json.gifts[0]).toMatchObject({ state: 'unsent', emailsLeft: 4 });
    expect(await emailsOf(gift)).toEqual([]);

    for (let time = 1; time <= 4; time += 1) {
      await send(id, gift, { email: 'ana@example.test' });
      await site.until(
        () => emailsOf(gift),
        (sentEmails) => sentEmails.filter(({ sent_at }) => sent_at).length === time,
      );
    }
    expect((await send(id, gift, {})).json.error.fields).toEqual({ email: 'too_often' });
    const [mail] = await site.until(
      () => site.inbox('ana@example.test', true),
      (all) => all.length > 0,
    );
    expect(mail?.text).toContain(gift.url);
  });

  test('one mailbox gets a limited number of gift emails a day, however its address is written', async () => {
    const { id } = await anOrder(20, 'all');
    const gifts = await giftsOf(id);
    const nobody = { ...(await firstOf(id)), id: crypto.randomUUID() };
    for (let time = 0; time < 3; time += 1) expect((await send(id, nobody, { email: 'caio@example.test' })).status).toBe(404);
    for (const [place, gift] of gifts.entries()) {
      const { status, text } = await send(id, gift, { email: `caio+${place}@example.test` });
      expect(status, text).toBe(200);
    }
    const gift = await firstOf(id);
    expect((await send(id, gift, { email: 'caio@example.test' })).json.error.code).toBe('too_many_requests');
    expect((await send(id, gift, { email: 'bia@example.test' })).status).toBe(200);
  });

  test('a new gift link invalidates the previous gift link', async () => {
    const { id } = await anOrder(1, 'all');
    const before = await firstOf(id);
    const renewed = await site.call('POST', `/api/me/orders/${id}/gifts/${before.id}/link`, { token: buyer });
    const now: Gift = renewed.json.gifts[0];
    expect(now.url).not.toBe(before.url);
    expect([(await open(before)).status, (await claim(before, reader)).status, (await open(now)).status]).toEqual([404, 404, 200]);
    expect((await site.call('POST', `/api/me/orders/${id}/gifts/${before.id}/link`, { token: reader })).status).toBe(404);
  });

  test('an unclaimed gift is reminded of once after two weeks, and the address is erased a month after the claim', async () => {
    const { id } = await anOrder(2, 'all');
    const [first, second] = await giftsOf(id);
    if (!first || !second) throw new Error('no gifts');
    await send(id, first, { day: inDays(1) });
    await claim(first, reader);
    expect(await emailsOf(first)).toEqual([]);
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await site.rows('PATCH', `orders?id=eq.${id}`, { paid_at: ago(40) });
    await site.rows('PATCH', `gifts?id=eq.${first.id}`, { to_email: 'ana@example.test', send_at: ago(39) });
    const sweep = () => site.rows('POST', 'rpc/sweep_gifts', {});
    await sweep();
    expect((await firstOf(id)).toEmail).toBe('ana@example.test');
    await site.rows('PATCH', `entitlements?uid=eq.${demoAccounts.customer.uid}`, { granted_at: ago(31) });
    await site.rows('PATCH', `orders?id=eq.${id}`, { paid_at: ago(20) });
    await sweep();
    await sweep();
    expect(await site.rows('GET', `gifts?id=eq.${first.id}&select=to_email,to_name`)).toEqual([{ to_email: null, to_name: '' }]);
    expect(await site.rows('GET', `outbox?key=eq.gift_waiting:${id}&select=kind`)).toEqual([{ kind: 'gift_waiting' }]);
  });

  test('a group gift that somebody claimed gets no more reminders, because its link arrived', async () => {
    const { id } = await anOrder(3, 'group');
    await claim(await firstOf(id), reader);
    await site.rows('PATCH', `orders?id=eq.${id}`, { paid_at: new Date(Date.now() - 20 * 86_400_000).toISOString() });
    await site.rows('POST', 'rpc/sweep_gifts', {});
    expect(await site.rows('GET', `outbox?key=eq.gift_waiting:${id}&select=kind`)).toEqual([]);
  });

  test('the buyer is reminded once of an unclaimed scheduled gift, two weeks after its email was sent', async () => {
    const { id } = await anOrder(1, 'all');
    const gift = await firstOf(id);
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const reminders = async (paid: number, sent: number) => {
      await site.rows('PATCH', `orders?id=eq.${id}`, { paid_at: ago(paid) });
      await site.rows('PATCH', `gifts?id=eq.${gift.id}`, { send_at: ago(sent), to_email: 'ana@example.test' });
      await site.rows('POST', 'rpc/sweep_gifts', {});
      return (await site.rows('GET', `outbox?key=like.gift_waiting:${id}*&select=kind`)).length;
    };
    expect(await reminders(20, -3), 'it goes out in three days').toBe(0);
    expect(await reminders(20, 5), 'it was sent five days ago').toBe(0);
    expect(await reminders(60, 15)).toBe(1);
    expect(await reminders(61, 15), 'once').toBe(1);
    expect(await reminders(90, 17), 'and of another sending').toBe(2);
  });

  test('the buyer is reminded of an unclaimed pre-ordered gift two weeks after the launch', async () => {
    const { id, book } = await anOrder(1, 'all');
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const reminders = async (paid: number, launched: number) => {
      await site.rows('PATCH', `orders?id=eq.${id}`, { paid_at: ago(paid) });
      await site.rows('PATCH', `ebooks_metadata?id=eq.${book}`, { launch_at: ago(launched) });
      await site.rows('POST', 'rpc/sweep_gifts', {});
      return await site.rows('GET', `outbox?key=like.gift_waiting:${id}*&select=kind`);
    };
    expect(await reminders(20, -10), 'it is not out').toEqual([]);
    expect(await reminders(40, 10), 'it is out since ten days').toEqual([]);
    expect(await reminders(60, 15)).toEqual([{ kind: 'gift_waiting' }]);
    expect(await reminders(60, 16), 'once').toHaveLength(1);
  });
});

describe('refunds and disputes of gifts', () => {
  test('a refund takes unclaimed gifts and their emails first, and claimed gifts only on request', async () => {
    const { book, id } = await anOrder(3);
    const [free, taken] = await giftsOf(id);
    if (!free || !taken) throw new Error('no gifts');
    await claim(taken, reader);
    await send(id, free, { day: inDays(5) });
    const order = (await site.call('GET', `/api/admin/orders/${id}`, { token: admin })).json;
    expect(order.items).toMatchObject([{ quantity: 3, gifts: 2, claimed: 1 }]);
    expect((await refund(id, {})).json.error.code).toBe('changed_meanwhile');

    const one = { items: [{ ebookId: book, quantity: 1 }], amount: { minor: 2_990, currency: 'BRL' } };
    expect((await refund(id, one)).status).toBe(200);
    expect(await emailsOf(free)).toEqual([]);
    expect([(await open(free)).status, (await claim(free, admin)).status]).toEqual([404, 404]);
    expect((await giftsOf(id)).map(({ state }) => state).toSorted()).toEqual(['claimed', 'returned']);
    expect([(await libraryOf(reader)).includes(book), (await libraryOf(buyer)).includes(book)]).toEqual([true, true]);

    expect((await refund(id, { takesClaimed: true })).status).toBe(200);
    await site.until(
      async () => [await libraryOf(reader), await libraryOf(buyer)].some((library) => library.includes(book)),
      (isThere) => !isThere,
    );
  });

  test('a dispute holds a gift email back until it is won', async () => {
    const { id, sessionId } = await anOrder(1, 'all');
    const gift = await firstOf(id);
    await send(id, gift, { day: inDays(9) });
    const [before] = await emailsOf(gift);
    await site.atProvider(`sessions/${sessionId}/dispute`);
    await stateIs(sessionId, 'disputed');
    expect([await emailsOf(gift), (await firstOf(id)).state]).toEqual([[], 'suspended']);
    await site.atProvider(`sessions/${sessionId}/close-dispute`, { outcome: 'won' });
    await stateIs(sessionId, 'paid');
    expect(await firstOf(id)).toMatchObject({ state: 'scheduled', toEmail: 'ana@example.test', emailsLeft: 3 });
    expect(await emailsOf(gift)).toEqual([before]);
  });

  test('a gift email that was due during a dispute is sent after it, and a sent one is not repeated', async () => {
    const { id, sessionId } = await anOrder(2, 'all');
    const [late, sent] = await giftsOf(id);
    if (!late || !sent) throw new Error('no gifts');
    await send(id, sent, { email: 'sent@example.test' });
    await site.until(
      () => emailsOf(sent),
      ([sentEmail]) => sentEmail?.sent_at != null,
    );
    await send(id, late, { day: inDays(9), email: `${late.id}@example.test` });
    await site.atProvider(`sessions/${sessionId}/dispute`);
    await stateIs(sessionId, 'disputed');
    await site.rows('PATCH', `gifts?id=eq.${late.id}`, { send_at: '2026-01-01T00:00:00Z' });
    await site.rows('DELETE', `outbox?key=like.gift_sent:${sent.id}:*`);
    await site.atProvider(`sessions/${sessionId}/close-dispute`, { outcome: 'won' });
    await stateIs(sessionId, 'paid');
    await site.until(
      () => emailsOf(late),
      ([sentEmail]) => sentEmail?.sent_at != null,
    );
    expect(await emailsOf(sent)).toEqual([]);
    expect((await giftsOf(id)).map(({ state }) => state)).toEqual(['sent', 'sent']);
    const [{ send_at: sentAt } = { send_at: '' }] = await site.rows<{ send_at: string }>('GET', `gifts?id=eq.${late.id}&select=send_at`);
    expect(Date.now() - Date.parse(sentAt)).toBeLessThan(60_000);
  });

  test.each(['refused at once', 'by the bank'])('a refund that fails (%s) restores the scheduled day of a gift', async (when) => {
    const { id, sessionId } = await anOrder(1, 'all', undefined, 'slowRefunds');
    const gift = await firstOf(id);
    await send(id, gift, { day: inDays(9) });
    const [before] = await emailsOf(gift);
    if (when === 'by the bank') {
      expect((await refund(id, {})).status).toBeLessThan(300);
    } else {
      const begun = {
        p_actor: { uid: 'x', email: 'x@x.test', request_id: 'x' },
        p_order_id: id,
        p_attempt_id: crypto.randomUUID(),
        p_items: null,
      };
      await site.rows('POST', 'rpc/begin_refund', { ...begun, p_amount_minor: 2_990, p_currency: 'BRL' });
    }
    expect([await emailsOf(gift), (await firstOf(id)).state]).toEqual([[], 'returned']);
    if (when === 'by the bank') {
      await site.atProvider(`sessions/${sessionId}/move-refund`, { status: 'failed' });
    } else {
      const [begun] = await site.rows<{ id: string }>('GET', `order_refunds?order_id=eq.${id}&select=id`);
      await site.rows('POST', 'rpc/fail_refund', { p_id: begun?.id, p_obstacle: 'refused' });
    }
    await site.until(
      () => firstOf(id),
      ({ state }) => state === 'scheduled',
    );
    expect(await emailsOf(gift)).toEqual([before]);
  });

  test('a refund that fails long after the purchase restores a gift with its email', async () => {
    const { id, sessionId } = await anOrder(2, 'all', undefined, 'slowRefunds');
    const [first, second] = await giftsOf(id);
    if (!first || !second) throw new Error('no gifts');
    await send(id, first, { day: inDays(9) });
    const before = await emailsOf(first);
    await site.rows('PATCH', `orders?id=eq.${id}`, { paid_at: new Date(Date.now() - 40 * 86_400_000).toISOString() });
    expect((await refund(id, {})).status).toBeLessThan(300);
    await site.rows('POST', 'rpc/sweep_gifts', {});
    await site.atProvider(`sessions/${sessionId}/move-refund`, { status: 'failed' });
    await site.until(
      () => giftsOf(id),
      (gifts) => gifts.every(({ state }) => state !== 'returned'),
    );
    expect([await emailsOf(first), (await firstOf(id)).toEmail]).toEqual([before, 'ana@example.test']);
    await send(id, first, {});
    expect((await claim(second, reader)).status).toBe(200);
  });

  test('a held gift email is erased with its address, and its replacement is sent once', async () => {
    const { id, sessionId } = await anOrder(2, 'all', undefined, 'slowRefunds');
    const [first, second] = await giftsOf(id);
    if (!first || !second) throw new Error('no gifts');
    await send(id, first, { day: inDays(9) });
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await site.rows('PATCH', `orders?id=eq.${id}`, { paid_at: ago(80) });
    await refund(id, {});
    await site.atProvider(`sessions/${sessionId}/move-refund`, { status: 'succeeded' });
    await site.until(
      () => giftsOf(id),
      (gifts) => gifts.every(({ state }) => state === 'returned'),
    );
    await site.rows('PATCH', `order_refunds?order_id=eq.${id}`, { requested_at: ago(40) });
    await site.rows('POST', 'rpc/sweep_gifts', {});
    await site.atProvider(`sessions/${sessionId}/move-refund`, { status: 'failed' });
    const state = async () => (await giftsOf(id)).map((gift) => [gift.state, gift.toEmail]);
    expect(await site.until(state, ([one]) => one?.[0] !== 'returned')).toEqual([
      ['unsent', null],
      ['unsent', null],
    ]);
    expect((await send(id, first, {})).status).toBe(200);
    expect((await claim(second, reader)).status).toBe(200);
    expect(await emailsOf(first)).toHaveLength(1);
  });

  test('a settlement restores no entitlement to a reader who deleted the account', async () => {
    const { book, id, sessionId } = await anOrder(2, 'all');
    const [first, second] = await giftsOf(id);
    if (!first || !second) throw new Error('no gifts');
    const left = { uid: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.test` };
    const token = await site.tokenOf(left);
    expect((await claim(first, token)).status).toBe(200);
    expect((await claim(second, reader)).status).toBe(200);
    expect((await site.call('DELETE', '/api/me', { token, body: { email: left.email } })).status).toBe(200);
    await site.atProvider(`sessions/${sessionId}/refund`, { amount: 100 });
    await stateIs(sessionId, 'partly_refunded');
    const entitlements = await site.rows<{ uid: string }>('GET', `entitlements?ebook_id=eq.${book}&revoked_at=is.null&select=uid`);
    expect(entitlements).toEqual([{ uid: demoAccounts.customer.uid }]);

    // The result is the same if an entitlement was restored before.
    await site.rows('PATCH', `entitlements?uid=eq.${left.uid}`, { revoked_at: null });
    await site.rows('POST', 'ebook_announcements', [{ ebook_id: book, version: 2 }]);
    await site.rows('POST', 'rpc/announce_version', { p_limit: 10 });
    await site.until(
      () => site.rows('GET', `ebook_announcements?ebook_id=eq.${book}`),
      (waiting) => waiting.length === 0,
    );
    const told = await site.rows('GET', `outbox?key=like.ebook_updated:${book}:*&select=recipient`);
    expect(told).toEqual([{ recipient: demoAccounts.customer.email }]);
  });

  test('a dispute suspends an unclaimed gift, and a claimed gift with its reader', async () => {
    const { book, id } = await anOrder(2, 'all');
    const [first, second] = await giftsOf(id);
    if (!first || !second) throw new Error('no gifts');
    await claim(first, reader);
    await site.rows('PATCH', `orders?id=eq.${id}`, { state: 'disputed' });
    expect([(await open(second)).json.standing, (await claim(second, admin)).json.outcome]).toEqual(['suspended', 'suspended']);
    await site.rows('POST', 'rpc/settle_entitlements', { p_uid: demoAccounts.customer.uid, p_ebook_ids: [book] });
    expect(await libraryOf(reader)).not.toContain(book);
    await site.rows('PATCH', `orders?id=eq.${id}`, { state: 'paid' });
    await site.rows('POST', 'rpc/settle_entitlements', { p_uid: demoAccounts.customer.uid, p_ebook_ids: [book] });
    expect(await libraryOf(reader)).toContain(book);
  });
});

test('an admin sees the readers of an order, resends a gift email and closes a link, and the audit log has it', async () => {
  const { id } = await anOrder(1, 'all');
  const gift = await firstOf(id);
  await send(id, gift, {});
  const of = (path: string) => site.call('POST', `/api/admin/orders/${id}/gifts/${gift.id}/${path}`, { token: admin });
  const seen = await site.call('GET', `/api/admin/orders/${id}/gifts`, { token: admin });
  expect(seen.json.gifts).toMatchObject([{ toEmail: 'ana@example.test', state: 'sent' }]);
  expect(seen.text).not.toContain(linkOf(gift).key);
  expect((await of('email')).status).toBe(200);
  expect((await of('closing')).json.gifts).toMatchObject([{ state: 'closed' }]);
  expect((await of('closing')).json.error.code).toBe('changed_meanwhile');
  expect([(await open(gift)).status, (await claim(gift, reader)).status]).toEqual([404, 404]);
  const changes = (await site.call('GET', `/api/admin/orders/${id}`, { token: admin })).json.auditEntries;
  expect(changes.map(({ action }: { action: string }) => action)).toEqual(['gift_closed', 'gift_resent']);
});

test('a visitor who guesses gift links must wait', async () => {
  const gift = await firstOf((await anOrder(1, 'all')).id);
  const answers = await Promise.all(Array.from({ length: 45 }, (_, n) => open(gift, `tried-${n}`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]));
  expect((await open(gift)).status, 'others of the network open theirs').toBe(200);
});
