// R9: limited resources and rows that many change at once, on a real PostgreSQL, because the embedded database runs one statement at a
// time.
import { randomUUID } from 'node:crypto';
import { racesOf } from './races.ts';
import { openShop, type Paid, type Shop } from './shop.ts';

export type SellingFigures = {
  /** The outcome of each round of a race. */
  races: { about: string; wanted: string; came: string[] }[];
  /** Answers that are a server error or a rate limit. */
  faults: string[];
  /** The mixed load: the number of actions of each kind, and the inconsistencies afterwards. */
  mix: { done: Record<string, number>; wrong: string[] };
};

/** Runs the races through two APIs over the `database`, an empty PostgreSQL. */
export async function sellingAtOnce({
  database,
  rounds,
  mixMs,
}: {
  database: string;
  rounds: number;
  mixMs: number;
}): Promise<SellingFigures> {
  const shop = await openShop(database);
  try {
    const races: SellingFigures['races'] = [];
    for (const { about, wanted, round } of racesOf(shop)) {
      const came: string[] = [];
      for (let count = 0; count < rounds; count += 1) {
        await shop.clearLimits();
        came.push(await round());
      }
      races.push({ about, wanted, came });
    }
    return { races, mix: await everythingAtOnce(shop, mixMs), faults: shop.faults };
  } finally {
    await shop.close();
  }
}

/** Lets twenty people buy, claim gifts and request refunds for a while. */
async function everythingAtOnce(shop: Shop, ms: number): Promise<SellingFigures['mix']> {
  const { call, done, admin, aBook, buy, claim } = shop;
  for (const name of Object.keys(done)) delete done[name];
  const books = [await aBook(), await aBook(), await aBook()];
  const coupon = await shop.aCoupon(20);
  const paid: Paid[] = [];
  const pick = <Value>(values: readonly Value[]): Value | undefined => values[Math.floor(Math.random() * values.length)];
  const refund = async ({ id }: Paid) => {
    const seen = (await call('GET', `/api/admin/orders/${id}`, { token: admin })).json;
    const item = pick<{ ebookId: string; quantity: number }>(seen.items);
    const items = Math.random() < 0.5 && item ? [{ ebookId: item.ebookId, quantity: 1 }] : null;
    const copies = seen.items.reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0);
    const minor = items ? Math.round(seen.total.minor / copies) : seen.refundable.minor;
    await shop.refund(id, {
      attemptId: randomUUID(),
      items,
      amount: { ...seen.refundable, minor },
      takesClaimed: Math.random() < 0.5,
    });
  };
  const end = Date.now() + ms;
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
  await shop.clearLimits();
  await Promise.all(Array.from({ length: 20 }, work));
  await shop.noRefundIsPending();
  return { done, wrong: await shop.whatDoesNotAddUp() };
}
