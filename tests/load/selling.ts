// R9: what is limited, and what is changed by many at once, on a real PostgreSQL: the embedded database answers one after the other.
import { randomBytes, randomUUID } from 'node:crypto';
import { tokenOf } from '../contract/api/api-site.ts';
import { toolsOf } from '../contract/api/site-tools.ts';
import { startOnly } from '../contract/stand-ins/targets.ts';
import { freePorts } from '../setup/free-ports.ts';
import { apiProcess, environmentsIn } from '../setup/site-process.ts';

export type SellingFigures = {
  /** Of a coupon's last uses, in each round: how many buyers got one, and what the coupon counts. */
  lastUses: { uses: number; buyers: number; got: number[]; taken: number[] };
  /** Of a group's seats, in each round: how many presses were told that they have the book, and how many readers have it. */
  seats: { seats: number; presses: number; told: number[]; readers: number[] };
  /** Answers that are a fault of ours, or a limit. */
  faults: string[];
  /** Everything at once: what was done, and what does not add up afterwards. */
  mix: { done: Record<string, number>; wrong: string[] };
};

const BUYERS = 50;
const USES = 3;
const PRESSES = 115;
const SEATS = 30;

/** Through two APIs over the `database`, an empty PostgreSQL. */
export async function sellingAtOnce({
  database,
  rounds,
  mixMs,
}: {
  database: string;
  rounds: number;
  mixMs: number;
}): Promise<SellingFigures> {
  const { site, dir, close } = await startOnly(['data', 'identity', 'mail', 'payments', 'api'], database);
  const tools = toolsOf(site);
  const secondPort = (await freePorts()).api;
  const second = apiProcess(dir, { ...environmentsIn(site.addresses, dir).api, API_PORT: String(secondPort) });
  try {
    await second.start();
    const apis = [site.addresses.api, `http://127.0.0.1:${secondPort}`];
    let calls = 0;
    /** By turns to each API, each time from another network. */
    const call: typeof tools.call = (method, path, init = {}) => {
      calls += 1;
      const from = `203.0.${Math.floor(calls / 250) % 250}.${(calls % 250) + 1}`;
      return tools.call(method, path, {
        origin: apis[calls % apis.length] ?? '',
        ...init,
        headers: { 'x-forwarded-for': from, ...init.headers },
      });
    };
    const done: Record<string, number> = {};
    const faults: string[] = [];
    const note = (what: string, status: number, text: string) => {
      const name = `${what} ${status}`;
      done[name] = (done[name] ?? 0) + 1;
      if (status >= 500 || status === 429) faults.push(`${name}: ${text.slice(0, 200)}`);
    };
    const forgetLimits = () => tools.rows('DELETE', 'rate_limits?hits=gt.0');
    const aBook = async () => {
      const id = `livro-${randomUUID().slice(0, 8)}`;
      await tools.addBooks({ id });
      return id;
    };
    const aCoupon = async (maxUses: number) => {
      const code = `ULTIMOS-${randomUUID().slice(0, 8).toUpperCase()}`;
      const [coupon] = await tools.rows<{ id: string }>('POST', 'coupons', [{ code, percent: 50, max_uses: maxUses }]);
      return { code, id: coupon?.id ?? '' };
    };
    const aReader = () => {
      const uid = randomUUID();
      return tokenOf({ dir, internal: tools.internal }, { uid, email: `${uid}@example.test` });
    };
    const admin = await tools.signIn('admin');

    const lastUses: SellingFigures['lastUses'] = { uses: USES, buyers: BUYERS, got: [], taken: [] };
    for (let round = 0; round < rounds; round += 1) {
      const [book, coupon] = [await aBook(), await aCoupon(USES)];
      const answers = await Promise.all(
        Array.from({ length: BUYERS }, () => {
          const guest = { email: `${randomUUID()}@example.test`, key: randomBytes(16).toString('base64url'), openForMs: 9_000 };
          return call('POST', '/api/create-checkout-session', { body: tools.cart([book], { coupon: coupon.code, total: 1_495, guest }) });
        }),
      );
      const [counted] = await tools.rows<{ taken: number }>('GET', `coupons?id=eq.${coupon.id}&select=taken`);
      lastUses.got.push(answers.filter(({ status }) => status === 200).length);
      lastUses.taken.push(counted?.taken ?? -1);
    }

    type Link = { id: string; key: string };
    type Paid = { id: string; links: Link[] };
    /** A paid order of somebody new, with the links of its presents; null when the cart was refused, as without a use of the coupon. */
    const buy = async (book: string, item: object, more: object = {}): Promise<Paid | null> => {
      const token = await aReader();
      const items = [{ id: book, price: 2_990, ...item }];
      const { status, json, text } = await call('POST', '/api/create-checkout-session', {
        token,
        body: tools.cart([], { items, ...more }),
      });
      note('checkout', status, text);
      if (!json?.sessionId) return null;
      await tools.payByCard(json.sessionId);
      const order = await tools.until(
        () => tools.order(json.sessionId),
        (found) => found?.state === 'paid',
        60_000,
      );
      const id = order?.id ?? '';
      const gifts: { url: string }[] = (await call('GET', `/api/me/orders/${id}/gifts`, { token })).json.gifts;
      return {
        id,
        links: gifts.map(({ url }) => ({ id: new URL(url).pathname.split('/').at(-1) ?? '', key: new URL(url).hash.slice(1) })),
      };
    };
    const claim = async ({ id, key }: Link) => {
      const { status, json, text } = await call('POST', `/api/gifts/${id}/claim`, { token: await aReader(), body: { key } });
      note('claim', status, text);
      return json?.outcome as string | undefined;
    };

    const seats: SellingFigures['seats'] = { seats: SEATS, presses: PRESSES, told: [], readers: [] };
    for (let round = 0; round < rounds; round += 1) {
      const book = await aBook();
      const paid = await buy(book, { quantity: SEATS, gift: 'group' });
      const [link] = paid?.links ?? [];
      if (!link) throw new Error('a group has no link');
      const outcomes = await Promise.all(Array.from({ length: PRESSES }, () => claim(link)));
      const readers = await tools.rows<{ uid: string }>('GET', `entitlements?ebook_id=eq.${book}&revoked_at=is.null&select=uid`);
      seats.told.push(outcomes.filter((outcome) => outcome === 'claimed').length);
      seats.readers.push(new Set(readers.map(({ uid }) => uid)).size);
    }

    for (const name of Object.keys(done)) delete done[name];
    const books = [await aBook(), await aBook(), await aBook()];
    const coupon = await aCoupon(20);
    const paid: Paid[] = [];
    const pick = <Value>(values: readonly Value[]): Value | undefined => values[Math.floor(Math.random() * values.length)];
    const refund = async ({ id }: Paid) => {
      const seen = (await call('GET', `/api/admin/orders/${id}`, { token: admin })).json;
      const item = pick<{ ebookId: string; quantity: number }>(seen.items);
      const items = Math.random() < 0.5 && item ? [{ ebookId: item.ebookId, quantity: 1 }] : null;
      const copies = seen.items.reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0);
      const minor = items ? Math.round(seen.total.minor / copies) : seen.refundable.minor;
      const body = { attemptId: randomUUID(), items, amount: { ...seen.refundable, minor }, takesClaimed: Math.random() < 0.5 };
      const { status, text } = await call('POST', `/api/admin/orders/${id}/refunds`, { token: admin, body });
      note('refund', status, text);
    };
    const end = Date.now() + mixMs;
    const work = async () => {
      while (Date.now() < end) {
        const chance = Math.random();
        const order = pick(paid);
        const link = pick(order?.links ?? []);
        if (chance < 0.4 || !order) {
          const terms = Math.random() < 0.5 ? { coupon: coupon.code, total: 2_990 } : {};
          const bought = await buy(pick(books) ?? '', { quantity: 2 }, terms);
          if (bought) paid.push(bought);
        } else if (chance < 0.75 && link) await claim(link);
        else await refund(order);
      }
    };
    await forgetLimits();
    await Promise.all(Array.from({ length: 20 }, work));
    await tools.until(
      () => tools.rows('GET', 'order_refunds?state=eq.pending&select=id'),
      (pending) => pending.length === 0,
      60_000,
    );
    return { lastUses, seats, faults, mix: { done, wrong: await whatDoesNotAddUp(tools, coupon.id) } };
  } finally {
    await second.stop();
    await close();
  }
}

/** Sentences about every order whose kept money is not its kept rights, and about what is counted beside them. */
async function whatDoesNotAddUp(tools: ReturnType<typeof toolsOf>, couponId: string): Promise<string[]> {
  const wrong: string[] = [];
  const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
  const orders = await tools.rows<{ id: string; total_minor: number; refunded_minor: number }>(
    'GET',
    'orders?paid_at=not.is.null&select=id,total_minor,refunded_minor',
  );
  const copies = await tools.rows<{ id: string; order_id: string; paid_minor: number; gift_id: string | null }>(
    'GET',
    'order_copies?select=id,order_id,paid_minor,gift_id',
  );
  const idsOf = async (query: string) => new Set((await tools.rows<{ copy_id: string }>('GET', query)).map((row) => row.copy_id));
  const isRead = await idsOf('entitlements?revoked_at=is.null&select=copy_id');
  const isBack = await idsOf('refund_parts?takes_back=is.true&state=neq.failed&select=copy_id');
  const receipts = await tools.rows<{ order_id: string; kind: string; total_minor: number }>(
    'GET',
    'receipts?select=order_id,kind,total_minor',
  );
  for (const { id, total_minor, refunded_minor } of orders) {
    const keeps = total_minor - refunded_minor;
    const own = copies.filter((copy) => copy.order_id === id);
    const kept = sum(own.filter((copy) => !isBack.has(copy.id)).map(({ paid_minor }) => paid_minor));
    if (kept !== keeps) wrong.push(`${id} keeps ${keeps}, its copies ${kept}`);
    if (own.some((copy) => isBack.has(copy.id) && isRead.has(copy.id))) wrong.push(`${id}: a copy that was given back is read`);
    if (own.some((copy) => !isBack.has(copy.id) && copy.gift_id === null && !isRead.has(copy.id)))
      wrong.push(`${id}: a paid copy is not read`);
    const written = receipts.filter((receipt) => receipt.order_id === id);
    const said = sum(written.map((receipt) => (receipt.kind === 'receipt' ? receipt.total_minor : -receipt.total_minor)));
    if (said !== keeps) wrong.push(`${id} keeps ${keeps}, its receipts say ${said}`);
  }
  const [coupon] = await tools.rows<{ taken: number; max_uses: number }>('GET', `coupons?id=eq.${couponId}&select=taken,max_uses`);
  const uses = await tools.rows('GET', `coupon_uses?coupon_id=eq.${couponId}&state=neq.released&select=order_id`);
  if (coupon?.taken !== uses.length || uses.length > coupon.max_uses)
    wrong.push(`${uses.length} uses of a coupon, ${coupon?.taken} counted`);
  for (const series of ['R', 'NC']) {
    const numbers = (await tools.rows<{ number: number }>('GET', `receipts?series=eq.${series}&select=number&order=number`)).map(
      (row) => row.number,
    );
    if (numbers.some((number, place) => number !== place + 1)) wrong.push(`the numbers of ${series} have a gap`);
  }
  return wrong;
}
