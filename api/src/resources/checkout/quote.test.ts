import type { Currency } from '@site/shared/money/currencies.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { quoteOf } from '@site/shared/money/quote.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPaymentLine } from './session-params.ts';

const RUNS = { numRuns: 2_000 };
const currency: Currency = 'BRL';
const cart = fc.uniqueArray(
  fc.record({ id: fc.string({ minLength: 1, maxLength: 4 }), quantity: fc.integer({ min: 1, max: 12 }), price: fc.nat(200_000) }),
  { selector: ({ id }) => id, maxLength: 12 },
);
type Cart = { id: string; quantity: number; price: number }[];
const quote = (lines: Cart) => quoteOf(lines, { currency, prices: new Map(lines.map(({ id, price }) => [id, toMoney(price, currency)])) });
const sum = (amounts: readonly number[]) => amounts.reduce((whole, amount) => whole + amount, 0);

test('copies are the total, discounts what is missing to the subtotal, and the order of the cart changes nothing', () => {
  fc.assert(
    fc.property(cart, (lines) => {
      const { copies, subtotal, discounts, total } = quote(lines);
      expect(sum(copies.map(({ paid }) => paid.minor))).toBe(total.minor);
      expect(sum(copies.map(({ list }) => list.minor))).toBe(subtotal.minor);
      expect(sum(discounts.map(({ amount }) => amount.minor))).toBe(subtotal.minor - total.minor);
      expect(copies).toHaveLength(sum(lines.map(({ quantity }) => quantity)));
      expect(quote(lines.toReversed())).toEqual(quote(lines));
    }),
    RUNS,
  );
});

test('the lines of the payment page are what was paid for the copies, to the last cent', () => {
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
          copies: amounts.map((minor) => ({ list_minor: minor, paid_minor: minor, is_gift: false, reasons: [] })),
        });
        expect(quantity * unit).toBe(sum(amounts));
      },
    ),
    RUNS,
  );
});
