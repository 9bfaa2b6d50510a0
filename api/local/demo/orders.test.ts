import { describe, expect, it } from 'vitest';
import { demoAccounts } from '../identity/demo-accounts.ts';
import { demoEbooks } from './ebooks.ts';
import { demoSales } from './orders.ts';
import { pastPayments } from './past-payments.ts';

const DAY = 24 * 60 * 60 * 1000;
const now = new Date('2026-11-21T15:00:00Z');
const sales = demoSales(demoEbooks, now);

const countBy = <T>(things: readonly T[], keyOf: (thing: T) => string): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(things, keyOf)].map(([key, group]) => [key, group.length]));

describe('a year of demo orders', () => {
  it('the demo orders are identical for the same time', () => {
    expect(demoSales(demoEbooks, now)).toEqual(sales);
  });

  it('the demo orders keep their ids on another day, so that seeding again adds nothing', () => {
    const later = demoSales(demoEbooks, new Date(now.getTime() + 3 * DAY));
    expect(later.orders.map(({ id }) => id).sort()).toEqual(sales.orders.map(({ id }) => id).sort());
  });

  it('the demo orders are about four hundred of the last year, oldest first and none in the future', () => {
    expect(sales.orders.length).toBeGreaterThan(380);
    const moments = sales.orders.map(({ created_at }) => Date.parse(created_at));
    expect(moments).toEqual([...moments].sort((a, b) => a - b));
    expect(Math.min(...moments)).toBeGreaterThan(now.getTime() - 367 * DAY);
    for (const { paid_at, checked_at } of sales.orders) {
      expect(Date.parse(checked_at)).toBeLessThanOrEqual(now.getTime());
      expect(Date.parse(paid_at ?? checked_at)).toBeLessThanOrEqual(now.getTime());
    }
  });

  it('refunded, disputed and failed demo orders have the times of these events', () => {
    const ended = sales.orders.filter(({ state }) => ['failed', 'refunded', 'partly_refunded', 'disputed'].includes(state));
    expect(sales.events.map(({ order_id }) => order_id).sort()).toEqual(ended.map(({ id }) => id).sort());
    const createdAt = new Map(sales.orders.map(({ id, created_at }) => [id, Date.parse(created_at)]));
    for (const { order_id, happened_at } of sales.events) {
      expect(Date.parse(happened_at)).toBeGreaterThan(createdAt.get(order_id) ?? Number.POSITIVE_INFINITY);
      expect(Date.parse(happened_at)).toBeLessThanOrEqual(now.getTime());
    }
  });

  it('most demo orders are paid, and every other final state occurs', () => {
    const states = countBy(sales.orders, ({ state }) => state);
    expect(Object.keys(states).sort()).toEqual(['disputed', 'expired', 'failed', 'paid', 'partly_refunded', 'refunded']);
    expect(states.paid).toBeGreaterThan(sales.orders.length * 0.8);
  });

  it('the demo orders sell in three currencies', () => {
    expect(Object.keys(countBy(sales.orders, ({ currency }) => currency)).sort()).toEqual(['BRL', 'NZD', 'USD']);
  });

  it("each demo order's total is the sum of its copies, at the price in its currency", () => {
    const prices = new Map(demoEbooks.map(({ id, listPrices: own }) => [id, own]));
    const copies = Map.groupBy(sales.copies, ({ order_id }) => order_id);
    for (const order of sales.orders) {
      const own = copies.get(order.id) ?? [];
      expect(own.length).toBeGreaterThan(0);
      expect(own.reduce((sum, { paid_minor }) => sum + paid_minor, 0)).toBe(order.total_minor);
      expect(own.reduce((sum, { goodwill_minor }) => sum + goodwill_minor, 0)).toBe(order.refunded_minor);
      for (const { ebook_id, paid_minor } of own) expect(prices.get(ebook_id)?.[order.currency]).toBe(paid_minor);
    }
  });

  it('no demo order sells a book before it was in the shop', () => {
    const shelved = new Map(demoEbooks.map(({ id, createdAt }) => [id, Date.parse(createdAt)]));
    const created = new Map(sales.orders.map(({ id, created_at }) => [id, Date.parse(created_at)]));
    for (const { order_id, ebook_id } of sales.copies) {
      expect(created.get(order_id)).toBeGreaterThan(shelved.get(ebook_id) ?? Number.POSITIVE_INFINITY);
    }
  });

  it('the demo entitlements cover exactly the paid, unrefunded books, each by one copy', () => {
    const orders = new Map(sales.orders.map((order) => [order.id, order]));
    const orderOf = new Map(sales.copies.map(({ id, order_id }) => [id, orders.get(order_id)]));
    for (const { copy_id, revoked_at } of sales.entitlements) {
      const state = orderOf.get(copy_id)?.state;
      expect(['paid', 'partly_refunded', 'refunded', 'disputed']).toContain(state);
      expect(revoked_at === null).toBe(state === 'paid' || state === 'partly_refunded');
    }
    const entitled = sales.entitlements.flatMap(({ uid, ebook_id, revoked_at }) => (revoked_at === null ? [`${uid} ${ebook_id}`] : []));
    expect(new Set(entitled).size).toBe(entitled.length);
    const paid = sales.copies.flatMap(({ order_id, ebook_id }) => {
      const order = orders.get(order_id);
      return order?.state === 'paid' || order?.state === 'partly_refunded' ? [`${order.buyer_uid} ${ebook_id}`] : [];
    });
    expect(new Set(entitled)).toEqual(new Set(paid));
  });

  it.each(['2026-11-21T15:00:00Z', '2027-01-02T03:30:00Z', '2027-06-30T12:00:00Z'])(
    'the demo orders have a clear best seller of 90 days at %s',
    (at) => {
      const { orders, copies } = demoSales(demoEbooks, new Date(at));
      const recent = new Set(
        orders
          .filter(({ state, paid_at }) => state === 'paid' && paid_at && Date.parse(paid_at) > Date.parse(at) - 90 * DAY)
          .map(({ id }) => id),
      );
      const units = new Map<string, number>();
      for (const { order_id, ebook_id } of copies) {
        if (recent.has(order_id)) units.set(ebook_id, (units.get(ebook_id) ?? 0) + 1);
      }
      const [first, second] = [...units].sort((a, b) => b[1] - a[1]);
      expect(first?.[0]).toBe('rute-uma-leitura-devagar');
      expect(first?.[1]).toBeGreaterThan((second?.[1] ?? 0) * 1.3);
    },
  );

  it('the demo customer has five books, one of them refunded', () => {
    const own = sales.entitlements.filter(({ uid }) => uid === demoAccounts.customer.uid);
    expect(own).toHaveLength(5);
    expect(own.filter(({ revoked_at }) => revoked_at !== null)).toHaveLength(1);
    expect(sales.orders.some(({ buyer_uid }) => buyer_uid === demoAccounts.newcomer.uid)).toBe(false);
  });

  it('no demo order has a real email address', () => {
    for (const { buyer_email } of sales.orders) expect(buyer_email).toMatch(/^[a-z.]+@(leitores|semente)\.test$/);
  });
});

describe('the payments behind the demo orders', () => {
  const payments = pastPayments(sales);

  it('each paid demo order has a demo payment of the same amount', () => {
    const paid = sales.orders.filter(({ paid_at }) => paid_at !== null);
    expect(payments.map(({ session }) => session)).toEqual(paid.map(({ session_id }) => session_id));
    expect(payments.map(({ lines }) => lines.reduce((sum, { unitAmount, quantity }) => sum + unitAmount * quantity, 0))).toEqual(
      paid.map(({ total_minor }) => total_minor),
    );
  });

  it('the demo payments are refunded or disputed like their orders', () => {
    const states = new Map(sales.orders.map((order) => [order.session_id, order]));
    for (const { session, refunded, disputed } of payments) {
      const order = states.get(session);
      expect(refunded?.amount ?? 0).toBe(order?.refunded_minor);
      expect(disputed !== undefined).toBe(order?.state === 'disputed');
    }
  });
});
