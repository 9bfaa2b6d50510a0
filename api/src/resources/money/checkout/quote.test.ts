import { type Currency, currencyFacts } from '@site/shared/money/currencies.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { type CouponTerms, type QuoteFacts, quoteOf } from '@site/shared/money/quote.ts';
import { shareOut } from '@site/shared/money/share-out.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPaymentLine } from './session-params.ts';

const RUNS = { numRuns: 1_000 };
const currency: Currency = 'BRL';
const ids = ['a', 'b', 'c', 'd'];
const cart = fc.uniqueArray(
  fc.record({ id: fc.constantFrom(...ids), quantity: fc.integer({ min: 1, max: 12 }), price: fc.integer({ min: 1, max: 200_000 }) }),
  { selector: ({ id }) => id },
);
const someIds = fc.subarray(ids, { minLength: 1 });
const coupon = fc
  .record({
    percent: fc.option(fc.integer({ min: 1, max: 100 })),
    minor: fc.integer({ min: 1, max: 300_000 }),
    minimumMinor: fc.oneof(fc.constant(0), fc.nat(100_000)),
    ebookIds: fc.option(someIds),
    stacks: fc.boolean(),
  })
  .map(({ percent, minor, ...terms }): CouponTerms => ({ ...terms, code: 'X', percent, minor: percent === null ? minor : null }));
const bundles = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('k1', 'k2', 'k3'),
    title: fc.constant('Juntos'),
    ebookIds: fc.subarray(ids, { minLength: 2 }),
    percent: fc.integer({ min: 1, max: 90 }),
  }),
  { selector: ({ id }) => id },
);
const given = fc.oneof(fc.constant(0), fc.integer({ min: currencyFacts(currency).smallestCharge, max: 200_000 }));
const chosen = fc
  .dictionary(fc.constantFrom(...ids), given)
  .map((by) => new Map(Object.entries(by).map(([id, minor]) => [id, toMoney(minor, currency)])));
const now = fc
  .dictionary(fc.constantFrom(...ids), fc.nat(200_000))
  .map((by) => new Map(Object.entries(by).map(([id, minor]) => [id, toMoney(minor, currency)])));
const facts = fc.record({
  ...{ coupon: fc.option(coupon), bundles, owned: fc.subarray(ids).map((some) => new Set(some)), chosen },
  now,
});
type Cart = { id: string; quantity: number; price: number }[];
const quote = (lines: Cart, more: Partial<QuoteFacts> = {}) =>
  quoteOf(lines, { currency, list: new Map(lines.map(({ id, price }) => [id, toMoney(price, currency)])), ...more });
const sum = (amounts: readonly number[]) => amounts.reduce((whole, amount) => whole + amount, 0);

test("a quote's total is zero or a chargeable amount, whatever the order of the cart", () => {
  fc.assert(
    fc.property(cart, facts, (lines, more) => {
      const { copies, subtotal, discounts, total } = quote(lines, more);
      expect(sum(copies.map(({ paid }) => paid.minor))).toBe(total.minor);
      expect(sum(copies.map(({ list }) => list.minor))).toBe(subtotal.minor);
      expect(sum(discounts.map(({ amount }) => amount.minor))).toBe(subtotal.minor - total.minor);
      expect(copies).toHaveLength(sum(lines.map(({ quantity }) => quantity)));
      expect(copies.every(({ paid, list, reasons }) => paid.minor <= list.minor && reasons.length > 0 === paid.minor < list.minor)).toBe(
        true,
      );
      expect(total.minor === 0 || total.minor >= currencyFacts(currency).smallestCharge).toBe(true);
      expect(quote(lines.toReversed(), more)).toEqual(quote(lines, more));
    }),
    RUNS,
  );
});

test('no discount changes the price that the buyer chose', () => {
  fc.assert(
    fc.property(cart, facts, (lines, more) => {
      for (const { id, list, now, paid, reasons } of quote(lines, more).copies) {
        const amount = more.chosen.get(id);
        if (amount) expect([list, now, paid, reasons]).toEqual([amount, amount, amount, []]);
      }
    }),
    RUNS,
  );
});

test('a coupon makes no copy more expensive', () => {
  fc.assert(
    fc.property(cart, facts, (lines, more) => {
      const without = quote(lines, { ...more, coupon: null }).copies;
      expect(quote(lines, more).copies.every(({ paid }, index) => paid.minor <= (without[index]?.paid.minor ?? 0))).toBe(true);
    }),
    RUNS,
  );
});

test('a book on sale costs at most its sale price, whatever other discounts apply', () => {
  fc.assert(
    fc.property(cart, facts, (lines, more) => {
      for (const { id, list, now, paid } of quote(lines, more).copies) {
        if (more.chosen.has(id)) continue;
        expect(now.minor).toBe(Math.min(list.minor, more.now.get(id)?.minor ?? list.minor));
        expect(paid.minor).toBeLessThanOrEqual(now.minor);
      }
    }),
    RUNS,
  );
});

test("the shares of a discount sum up exactly, and no share exceeds its copy's price", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000_000), { minLength: 1, maxLength: 60 }), fc.nat(1_000), (bases, part) => {
      const amount = Math.floor((sum(bases) * part) / 1_000);
      const shares = shareOut(amount, bases);
      expect(sum(shares)).toBe(amount);
      expect(shares.every((share, index) => share >= 0 && share <= (bases[index] ?? 0))).toBe(true);
    }),
    RUNS,
  );
});

test('the lines of the payment page sum up to the price of the copies, to the cent', () => {
  const paid = fc.array(fc.nat(200_000), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(
      fc.oneof(
        paid,
        fc.tuple(fc.nat(200_000), fc.integer({ min: 1, max: 12 })).map(([unit, n]) => Array<number>(n).fill(unit)),
      ),
      (amounts) => {
        const { quantity, unit } = toPaymentLine({
          title: 'Rute',
          copies: amounts.map((minor) => ({ list_minor: minor, paid_minor: minor, is_gift: false, gift: null, reasons: [] })),
        });
        expect(quantity * unit).toBe(sum(amounts));
      },
    ),
    RUNS,
  );
});
