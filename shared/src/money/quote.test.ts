import { expect, it } from 'vitest';
import { toMoney } from './money.ts';
import { quoteOf } from './quote.ts';

const prices = new Map([
  ['raizes', toMoney(2_990, 'BRL')],
  ['rute', toMoney(3_490, 'BRL')],
]);

it('has each copy with its price, adds them up, and takes nothing off', () => {
  const cart = [
    { id: 'rute', quantity: 2 },
    { id: 'raizes', quantity: 1 },
  ];
  const copy = (id: string, no: number) => ({ id, no, list: prices.get(id), now: prices.get(id), paid: prices.get(id), reasons: [] });
  expect(quoteOf(cart, { currency: 'BRL', prices })).toEqual({
    copies: [copy('raizes', 1), copy('rute', 1), copy('rute', 2)],
    subtotal: toMoney(9_970, 'BRL'),
    discounts: [],
    total: toMoney(9_970, 'BRL'),
  });
});

it('takes off what a sale does, and never adds', () => {
  const reduced = new Map([
    ['raizes', toMoney(1_990, 'BRL')],
    ['rute', toMoney(9_990, 'BRL')],
  ]);
  const cart = [
    { id: 'raizes', quantity: 1 },
    { id: 'rute', quantity: 1 },
  ];
  const { copies, discounts, total } = quoteOf(cart, { currency: 'BRL', prices, reduced });
  expect(copies.map(({ list, paid, reasons }) => [list.minor, paid.minor, reasons])).toEqual([
    [2_990, 1_990, ['sale']],
    [3_490, 3_490, []],
  ]);
  expect(discounts).toEqual([{ kind: 'sale', label: '', amount: toMoney(1_000, 'BRL') }]);
  expect(total).toEqual(toMoney(5_480, 'BRL'));
});

it('of nothing is nothing, in the currency that was asked for', () => {
  expect(quoteOf([], { currency: 'NZD', prices }).total).toEqual(toMoney(0, 'NZD'));
});

it('is in one currency, and of books that have a price', () => {
  expect(() => quoteOf([{ id: 'rute', quantity: 1 }], { currency: 'USD', prices })).toThrow(RangeError);
  expect(() => quoteOf([{ id: 'salmos', quantity: 1 }], { currency: 'BRL', prices })).toThrow(RangeError);
});
