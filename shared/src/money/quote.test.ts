import { expect, it } from 'vitest';
import { money } from './money.ts';
import { quote } from './quote.ts';

it('adds up every copy, and takes nothing off', () => {
  const lines = [
    { unit: money(2_990, 'BRL'), quantity: 1 },
    { unit: money(3_490, 'BRL'), quantity: 2 },
  ];
  expect(quote(lines, 'BRL')).toEqual({ subtotal: money(9_970, 'BRL'), discount: money(0, 'BRL'), total: money(9_970, 'BRL') });
});

it('of nothing is nothing, in the currency that was asked for', () => {
  expect(quote([], 'NZD').total).toEqual(money(0, 'NZD'));
});

it('is in one currency', () => {
  expect(() => quote([{ unit: money(690, 'USD'), quantity: 1 }], 'BRL')).toThrow(RangeError);
});
