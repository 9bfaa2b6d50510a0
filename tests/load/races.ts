import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Shop } from './shop.ts';

/**
 * A resource that many buyers want at once: `round` returns the outcome of a round in a few words, and `wanted` is the required outcome of
 * each.
 */
type Race = { about: string; wanted: string; round: () => Promise<string> };

const times = <Value>(count: number, make: (index: number) => Value): Value[] => Array.from({ length: count }, (_, index) => make(index));
const countOf = <Value>(values: readonly Value[], wanted: Value) => values.filter((value) => value === wanted).length;

const lastUses = ({ tools, call, aBook, aCoupon }: Shop): Race => ({
  about: 'the last 3 uses of a coupon, wanted by 50 guests',
  wanted: '3 got one, 3 are counted',
  round: async () => {
    const [book, coupon] = [await aBook(), await aCoupon(3)];
    const answers = await Promise.all(
      times(50, () => {
        const guest = { email: `${randomUUID()}@example.test`, key: randomBytes(16).toString('base64url'), openForMs: 9_000 };
        return call('POST', '/api/create-checkout-session', { body: tools.cart([book], { coupon: coupon.code, total: 1_495, guest }) });
      }),
    );
    const [counted] = await tools.rows<{ redeemed: number }>('GET', `coupons?id=eq.${coupon.id}&select=redeemed`);
    return `${answers.filter(({ status }) => status === 200).length} got one, ${counted?.redeemed} are counted`;
  },
});

const seats = ({ tools, aBook, buy, claim }: Shop): Race => ({
  about: '30 seats of a gift, 115 presses',
  wanted: '30 were told that they have it, 30 have it',
  round: async () => {
    const book = await aBook();
    const [link] = (await buy(book, { quantity: 30, gift: 'group' }))?.links ?? [];
    if (!link) throw new Error('a group has no link');
    const outcomes = await Promise.all(times(115, () => claim(link)));
    const readers = await tools.rows<{ uid: string }>('GET', `entitlements?ebook_id=eq.${book}&revoked_at=is.null&select=uid`);
    return `${countOf(outcomes, 'claimed')} were told that they have it, ${new Set(readers.map(({ uid }) => uid)).size} have it`;
  },
});

const tabs = ({ tools, call, note, aBook, aReader }: Shop): Race => ({
  about: '20 tabs of one buyer with the same cart, each of them paid',
  wanted: '1 page to pay, 1 order, 1 entitlement',
  round: async () => {
    const [book, uid] = [await aBook(), randomUUID()];
    const token = await aReader(uid);
    const pages = await Promise.all(
      times(20, async () => {
        const { status, json, text } = await call('POST', '/api/create-checkout-session', { token, body: tools.cart([book]) });
        note('tab', status, text);
        return json?.sessionId as string | undefined;
      }),
    );
    const sessions = [...new Set(pages.filter((page) => page !== undefined))];
    await Promise.all(times(20, (index) => tools.payByCard(sessions[index % sessions.length] ?? '')));
    await tools.until(
      () => Promise.all(sessions.map(tools.order)),
      (orders) => orders.some((order) => order?.state === 'paid'),
    );
    const paid = await tools.rows('GET', `orders?buyer_uid=eq.${uid}&paid_at=not.is.null&select=id`);
    const entitlements = await tools.rows('GET', `entitlements?uid=eq.${uid}&select=copy_id`);
    return `${sessions.length} page to pay, ${paid.length} order, ${entitlements.length} entitlement`;
  },
});

const CLAIM = `select public.claim_gift($1, 1, $2, $3, 'Leitora')->>'outcome' as outcome`;
const REFUND = `select public.begin_refund(p_actor => '{"uid": "x", "email": "x@example.test", "request_id": "x"}', p_order_id => $1, p_attempt_id => $2,
  p_items => $3, p_amount_minor => 2990, p_currency => 'BRL')`;
/** Runs on the database itself, because over HTTP the two rarely meet. A pending refund counts as refunded. */
const refundAndClaim = ({ database, tools, aBook, buy }: Shop): Race => ({
  about: '12 gifts, each refunded and taken at the same moment',
  wanted: '12 in one hand, 0 refunded from a reader',
  round: async () => {
    const book = await aBook();
    const orders = await Promise.all(times(12, () => buy(book, { quantity: 1, gift: 'all' })));
    const readers = times(12, () => randomUUID());
    const told = await onConnections(database, 24, async (client, index) => {
      const place = Math.floor(index / 2);
      const [order, uid] = [orders[place], readers[place] ?? ''];
      const [link] = order?.links ?? [];
      if (!order || !link) throw new Error('a gift has no link');
      if (index % 2 === 0) return (await client.query(CLAIM, [link.id, uid, `${uid}@example.test`])).rows[0].outcome as string;
      await client.query(REFUND, [order.id, randomUUID(), JSON.stringify([{ ebook_id: book, quantity: 1 }])]);
      return null;
    });
    const found = await Promise.all(
      orders.map(async (order, place) => {
        const isBack = (await tools.rows('GET', `order_refunds?order_id=eq.${order?.id}&state=neq.failed&select=id`)).length > 0;
        const isRead = (await tools.rows('GET', `entitlements?uid=eq.${readers[place]}&revoked_at=is.null&select=copy_id`)).length > 0;
        return { isOne: isBack !== isRead, isTaken: told[place * 2] === 'claimed' && !isRead };
      }),
    );
    return `${found.filter(({ isOne }) => isOne).length} in one hand, ${found.filter(({ isTaken }) => isTaken).length} refunded from a reader`;
  },
});
const twoGifts = ({ tools, aBook, aReader, buy, claim }: Shop): Race => ({
  about: '12 readers, each taking two gifts of one book at once',
  wanted: '12 took one, 12 were told that they have the book, 12 entitlements',
  round: async () => {
    const book = await aBook();
    const orders = await Promise.all(times(24, () => buy(book, { quantity: 1, gift: 'all' })));
    const links = orders.flatMap((order) => order?.links ?? []);
    const outcomes = await Promise.all(
      times(12, async (index) => {
        const token = await aReader();
        return await Promise.all(links.slice(index * 2, index * 2 + 2).map((link) => claim(link, token)));
      }),
    );
    const entitlements = await tools.rows('GET', `entitlements?ebook_id=eq.${book}&revoked_at=is.null&select=copy_id`);
    const told = outcomes.flat();
    return `${countOf(told, 'claimed')} took one, ${countOf(told, 'owned')} were told that they have the book, ${entitlements.length} entitlements`;
  },
});

/** Runs `work` on connections of its own, which are opened and warmed up before. */
async function onConnections<Value>(database: string, count: number, work: (client: Client, index: number) => Promise<Value>) {
  const clients = times(count, () => new Client({ connectionString: database }));
  try {
    await Promise.all(clients.map((client) => client.connect()));
    await Promise.all(clients.map((client) => client.query('select 1')));
    return await Promise.all(clients.map(work));
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

const SETTLE = `select public.settle_order($1, $2, $3, 'pi', $4, case when $3 <> 'open' then now() end)`;
/** Creates a draft order as it waits for its payment. */
async function aDraft({ tools }: Shop, book: string): Promise<string> {
  const [draft] = await tools.rows<{ id: string }>('POST', 'orders?select=id', {
    ...{ attempt_id: randomUUID(), session_id: randomUUID(), buyer_uid: randomUUID(), buyer_email: `${randomUUID()}@example.test` },
    ...{ locale: 'pt-BR', currency: 'BRL', subtotal_minor: 2_990, total_minor: 2_990, terms_version: 'x' },
    // Stripe does not know the session, so the order is not checked.
    check_after: '2100-01-01T00:00:00Z',
  });
  const copy = { order_id: draft?.id, ebook_id: book, no: 1, title: 'x', list_minor: 2_990, paid_minor: 2_990 };
  await tools.rows('POST', 'order_copies?select=order_id', copy);
  return draft?.id ?? '';
}

const settleAtOnce = (shop: Shop): Race => ({
  about: 'one order settled by 20 at once, older and newer answers mixed',
  wanted: 'partly_refunded, 1 entitlement, 1 email that it is paid, 1 of a refund, 2 documents',
  round: async () => {
    const id = await aDraft(shop, await shop.aBook());
    await onConnections(shop.database, 20, async (client, index) => {
      // The newest answers have a refund, and the oldest no payment.
      const [state, refunded] = index < 6 ? ['open', 0] : index < 13 ? ['paid', 0] : ['partly_refunded', 1_000];
      await client.query(SETTLE, [id, index + 1, state, refunded]);
    });
    const { tools } = shop;
    const [order] = await tools.rows<{ state: string }>('GET', `orders?id=eq.${id}&select=state`);
    const copies = await tools.rows<{ id: string }>('GET', `order_copies?order_id=eq.${id}&select=id`);
    const entitlements = await tools.rows('GET', `entitlements?copy_id=in.(${copies.map((copy) => copy.id).join()})&select=copy_id`);
    const emails = async (kind: string) => (await tools.rows('GET', `outbox?key=like.${kind}:${id}*&select=key`)).length;
    const documents = await tools.rows('GET', `receipts?order_id=eq.${id}&select=number`);
    return `${order?.state}, ${entitlements.length} entitlement, ${await emails('purchase_paid')} email that it is paid, ${await emails('purchase_refunded')} of a refund, ${documents.length} documents`;
  },
});

const receipts = (shop: Shop): Race => ({
  about: '60 receipts at once, of which every third is rolled back and tried again',
  wanted: '60 numbers without a gap',
  round: async () => {
    const book = await shop.aBook();
    const ids = await Promise.all(times(60, () => aDraft(shop, book)));
    await onConnections(shop.database, 20, async (client, index) => {
      for (const [place, id] of ids.slice(index * 3, index * 3 + 3).entries()) {
        if (place === 0) {
          await client.query('begin');
          await client.query(SETTLE, [id, 1, 'paid', 0]);
          await client.query('rollback');
        }
        await client.query(SETTLE, [id, 1, 'paid', 0]);
      }
    });
    const numbers = (await shop.tools.rows<{ number: number }>('GET', 'receipts?series=eq.R&select=number&order=number')).map(
      ({ number }) => number,
    );
    const own = await shop.tools.rows('GET', `receipts?order_id=in.(${ids.join()})&select=number`);
    const gaps = numbers.filter((number, place) => number !== place + 1);
    return `${own.length} numbers ${gaps.length === 0 ? 'without a gap' : `with a gap before ${gaps[0]}`}`;
  },
});

export const racesOf = (shop: Shop): Race[] => [
  lastUses(shop),
  seats(shop),
  tabs(shop),
  refundAndClaim(shop),
  twoGifts(shop),
  settleAtOnce(shop),
  receipts(shop),
];
