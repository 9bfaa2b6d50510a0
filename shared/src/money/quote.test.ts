import { expect, it } from 'vitest';
import { toMoney } from './money.ts';
import { quote } from './quote.ts';

it('adds up every copy, and takes nothing off', () => {
  const lines = [
    { unit: toMoney(2_990, 'BRL'), quantity: 1 },
    { unit: toMoney(3_490, 'BRL'), quantity: 2 },
  ];
  expect(quote(lines, 'BRL')).toEqual({ subtotal: toMoney(9_970, 'BRL'), discount: toMoney(0, 'BRL'), total: toMoney(9_970, 'BRL') });
});

it('of nothing is nothing, in the currency that was asked for', () => {
  expect(quote([], 'NZD').total).toEqual(toMoney(0, 'NZD'));
});

it('is in one currency', () => {
  expect(() => quote([{ unit: toMoney(690, 'USD'), quantity: 1 }], 'BRL')).toThrow(RangeError);
});
