// The order that R1 and R2 buy: an own copy and a gift, at half the price by a coupon. Money, entitlements, gift, coupon and receipt must
// agree.
import { randomUUID } from 'node:crypto';
import type { toolsOf } from '../contract/api/site-tools.ts';

type Tools = ReturnType<typeof toolsOf>;

/** The outcome of an order: one of each if it was paid once. `kept` is true if the sums of copies and receipts equal the total. */
export type OrderOutcome = { orders: number; entitlements: number; gifts: number; uses: number; receipts: number; kept: boolean };

export const isOneOfEach = ({ kept, ...counts }: OrderOutcome): boolean => kept && Object.values(counts).every((count) => count === 1);

/** Creates a new book and a coupon, and returns the request body for their payment page. */
export async function discountedCart(tools: Tools, currency = 'BRL'): Promise<{ book: string; body: object }> {
  const book = `livro-${randomUUID().slice(0, 8)}`;
  const code = `METADE-${randomUUID().slice(0, 8).toUpperCase()}`;
  await tools.addBooks({ id: book });
  await tools.rows('POST', 'coupons', [{ code, percent: 50, max_uses: 1 }]);
  await tools.rows('DELETE', 'rate_limits?hits=gt.0');
  const items = [{ id: book, price: 2_990, quantity: 2 }];
  return { book, body: tools.cart([], { items, currency, coupon: code, total: 2_990 }) };
}

/** Returns the outcome of the orders of `book`. */
export async function outcomeOf(tools: Tools, book: string): Promise<OrderOutcome> {
  const copies = await tools.rows<{ id: string; paid_minor: number; gift_id: string | null; orders: { id: string; total_minor: number } }>(
    'GET',
    `order_copies?ebook_id=eq.${book}&orders.state=eq.paid&select=id,paid_minor,gift_id,orders!inner(id,total_minor)`,
  );
  const orders = new Set(copies.map((copy) => copy.orders.id));
  const ofThem = `order_id=in.(${[...orders].join(',')})`;
  const [entitlements, uses, receipts] =
    orders.size === 0
      ? [[], [], []]
      : await Promise.all([
          tools.rows('GET', `entitlements?copy_id=in.(${copies.map(({ id }) => id).join(',')})&revoked_at=is.null&select=copy_id`),
          tools.rows('GET', `coupon_uses?${ofThem}&state=eq.used&is_beyond=is.false&select=order_id`),
          tools.rows<{ total_minor: number }>('GET', `receipts?${ofThem}&kind=eq.receipt&select=total_minor`),
        ]);
  const paid = copies.reduce((sum, copy) => sum + copy.paid_minor, 0);
  const total = copies[0]?.orders.total_minor ?? 0;
  return {
    orders: orders.size,
    entitlements: entitlements.length,
    gifts: new Set(copies.flatMap(({ gift_id }) => gift_id ?? [])).size,
    uses: uses.length,
    receipts: receipts.length,
    kept: paid === total && receipts.every(({ total_minor }) => total_minor === total),
  };
}
