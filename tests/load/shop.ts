import { randomUUID } from 'node:crypto';
import { tokenOf } from '../contract/api/api-site.ts';
import { toolsOf } from '../contract/api/site-tools.ts';
import { startOnly } from '../contract/stand-ins/targets.ts';
import { freePorts } from '../setup/free-ports.ts';
import { apiProcess, environmentsIn } from '../setup/site-process.ts';

type Link = { id: string; key: string };
/** A paid order with the links of its gifts. */
export type Paid = { id: string; token: string; links: Link[] };

/**
 * Starts two APIs over the `database`, an empty PostgreSQL, and returns the actions of many people. No channel is started unless `also`
 * names it.
 */
export async function openShop(database: string, also: readonly 'videos'[] = []) {
  const { site, dir, close } = await startOnly(['data', 'identity', 'mail', 'payments', ...also, 'api'], database);
  const tools = toolsOf(site);
  const secondPort = (await freePorts()).api;
  const second = apiProcess(dir, { ...environmentsIn(site.addresses, dir).api, API_PORT: String(secondPort) });
  await second.start();
  const apis = [site.addresses.api, `http://127.0.0.1:${secondPort}`];

  let calls = 0;
  /** Calls both APIs in turn, each time from another network. */
  const call: typeof tools.call = (method, path, init = {}) => {
    calls += 1;
    const from = `203.0.${Math.floor(calls / 250) % 250}.${(calls % 250) + 1}`;
    return tools.call(method, path, {
      origin: apis[calls % apis.length] ?? '',
      ...init,
      headers: { 'x-forwarded-for': from, ...init.headers },
    });
  };
  /** The number of answers of each kind, and those that are a server error or a rate limit. */
  const done: Record<string, number> = {};
  const faults: string[] = [];
  const note = (what: string, status: number, text: string) => {
    const name = `${what} ${status}`;
    done[name] = (done[name] ?? 0) + 1;
    if (status >= 500 || status === 429) faults.push(`${name}: ${text.slice(0, 200)}`);
  };

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
  const aReader = (uid: string = randomUUID()) => tokenOf({ dir, internal: tools.internal }, { uid, email: `${uid}@example.test` });

  /** Returns a paid order of a new buyer, or null if the cart was rejected, for example without a use of the coupon. */
  const buy = async (book: string, item: object, more: object = {}): Promise<Paid | null> => {
    const token = await aReader();
    const items = [{ id: book, price: 2_990, ...item }];
    const { status, json, text } = await call('POST', '/api/create-checkout-session', { token, body: tools.cart([], { items, ...more }) });
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
    const linkOf = ({ href, hash }: URL) => ({ id: href.split('#')[0]?.split('/').at(-1) ?? '', key: hash.slice(1) });
    return { id, token, links: gifts.map(({ url }) => linkOf(new URL(url))) };
  };
  /** Returns the outcome for a reader who claims a gift. */
  const claim = async ({ id, key }: Link, token?: string): Promise<string | undefined> => {
    const { status, json, text } = await call('POST', `/api/gifts/${id}/claim`, { token: token ?? (await aReader()), body: { key } });
    note('claim', status, text);
    return json?.outcome;
  };
  const admin = await tools.signIn('admin');
  const refund = async (id: string, body: object) => {
    const { status, text } = await call('POST', `/api/admin/orders/${id}/refunds`, { token: admin, body });
    note('refund', status, text);
  };
  const noRefundIsPending = () =>
    tools.until(
      () => tools.rows('GET', 'order_refunds?state=eq.pending&select=id'),
      (pending) => pending.length === 0,
      60_000,
    );

  /** Returns the inconsistencies of every order (`find_ledger_faults`), as sentences. */
  const whatDoesNotAddUp = async (): Promise<string[]> => {
    const orders = await tools.rows<{ id: string }>('GET', 'orders?paid_at=not.is.null&select=id');
    const found = await tools.rows<{ order_id: string; faults: string[] }>('POST', 'rpc/find_ledger_faults', {
      p_order_ids: orders.map(({ id }) => id),
    });
    const coupons = await tools.rows<{ code: string; redeemed: number; max_uses: number }>('GET', 'coupons?select=code,redeemed,max_uses');
    return [
      ...found.map(({ order_id, faults }) => `${order_id}: ${faults.join(', ')}`),
      ...coupons.flatMap(({ code, redeemed, max_uses }) => (redeemed > max_uses ? [`${code}: ${redeemed} of ${max_uses} uses`] : [])),
    ];
  };

  return {
    database,
    tools,
    apis,
    call,
    done,
    faults,
    note,
    aBook,
    aCoupon,
    aReader,
    buy,
    claim,
    admin,
    refund,
    noRefundIsPending,
    whatDoesNotAddUp,
    clearLimits: () => tools.rows('DELETE', 'rate_limits?hits=gt.0'),
    close: async () => {
      await second.stop();
      await close();
    },
  };
}
export type Shop = Awaited<ReturnType<typeof openShop>>;
