import { describe, expect, it } from 'vitest';
import { toMoney } from './money.ts';
import { type BundleTerms, type CouponTerms, quoteOf } from './quote.ts';

const list = new Map([
  ['raizes', toMoney(2_990, 'BRL')],
  ['rute', toMoney(3_490, 'BRL')],
]);

it('a quote has each copy with its price, their sum, and no discount', () => {
  const cart = [
    { id: 'rute', quantity: 2 },
    { id: 'raizes', quantity: 1 },
  ];
  const copy = (id: string, no: number) => ({ id, no, list: list.get(id), now: list.get(id), paid: list.get(id), reasons: [] });
  expect(quoteOf(cart, { currency: 'BRL', list })).toEqual({
    copies: [copy('raizes', 1), copy('rute', 1), copy('rute', 2)],
    subtotal: toMoney(9_970, 'BRL'),
    discounts: [],
    total: toMoney(9_970, 'BRL'),
    couponProblem: null,
  });
});

it('a sale lowers the price of a book, and never raises it', () => {
  const now = new Map([
    ['raizes', toMoney(1_990, 'BRL')],
    ['rute', toMoney(9_990, 'BRL')],
  ]);
  const cart = [
    { id: 'raizes', quantity: 1 },
    { id: 'rute', quantity: 1 },
  ];
  const { copies, discounts, total } = quoteOf(cart, { currency: 'BRL', list, now });
  expect(copies.map(({ list, paid, reasons }) => [list.minor, paid.minor, reasons])).toEqual([
    [2_990, 1_990, ['sale']],
    [3_490, 3_490, []],
  ]);
  expect(discounts).toEqual([{ kind: 'sale', label: '', amount: toMoney(1_000, 'BRL') }]);
  expect(total).toEqual(toMoney(5_480, 'BRL'));
});

it('a quote of an empty cart is zero, in the requested currency', () => {
  expect(quoteOf([], { currency: 'NZD', list }).total).toEqual(toMoney(0, 'NZD'));
});

it('a quote needs a price in its currency for each book', () => {
  expect(() => quoteOf([{ id: 'rute', quantity: 1 }], { currency: 'USD', list })).toThrow(RangeError);
  expect(() => quoteOf([{ id: 'salmos', quantity: 1 }], { currency: 'BRL', list })).toThrow(RangeError);
});

describe('a book in a sale', () => {
  const now = new Map([['raizes', toMoney(1_990, 'BRL')]]);
  const cart = [
    { id: 'raizes', quantity: 1 },
    { id: 'rute', quantity: 1 },
  ];
  const bundle = (percent: number): BundleTerms => ({ id: 'b', title: 'Duas', ebookIds: ['raizes', 'rute'], percent });
  const coupon: CouponTerms = { code: 'DEZ', percent: 10, minor: null, minimumMinor: 0, ebookIds: null, stacks: false };
  const paidBy = (more: object) =>
    quoteOf(cart, { currency: 'BRL', list, now, ...more }).copies.map(({ now, paid, reasons }) => [now.minor, paid.minor, reasons]);

  it('a book in a sale has the better of its sale and its bundle, never both', () => {
    expect(paidBy({ bundles: [bundle(10)] })).toEqual([
      [1_990, 1_990, ['sale']],
      [3_490, 3_141, ['bundle']],
    ]);
    expect(paidBy({ bundles: [bundle(50)] })).toEqual([
      [1_990, 1_495, ['bundle']],
      [3_490, 1_745, ['bundle']],
    ]);
  });

  it('a coupon applies to a book in a sale only if the coupon allows it', () => {
    expect(paidBy({ coupon })).toEqual([
      [1_990, 1_990, ['sale']],
      [3_490, 3_141, ['coupon']],
    ]);
    expect(paidBy({ coupon: { ...coupon, stacks: true } })).toEqual([
      [1_990, 1_791, ['sale', 'coupon']],
      [3_490, 3_141, ['coupon']],
    ]);
  });
});

describe('the discounts of a quote', () => {
  const both = ['raizes', 'rute'].map((id) => ({ id, quantity: 1 }));
  const coupon = (change: Partial<CouponTerms>): CouponTerms => ({
    ...{ code: 'NATAL', percent: 50, minor: null, minimumMinor: 0, ebookIds: null, stacks: false },
    ...change,
  });
  const bundle: BundleTerms = { id: 'b', title: 'Raiz e Rute', ebookIds: ['raizes', 'rute'], percent: 10 };
  const paid = (...args: Parameters<typeof quoteOf>) => quoteOf(...args).copies.map((copy) => [copy.paid.minor, ...copy.reasons]);

  it('a fixed discount is distributed in proportion, to the cent', () => {
    const facts = { currency: 'BRL', list, coupon: coupon({ percent: null, minor: 1_000 }) } as const;
    expect(paid(both, facts)).toEqual([
      [2_529, 'coupon'],
      [2_951, 'coupon'],
    ]);
    expect(quoteOf(both, facts).discounts).toEqual([{ kind: 'coupon', label: 'NATAL', amount: toMoney(1_000, 'BRL') }]);
  });

  it('a book that the buyer owns completes a bundle, and a coupon combines with the bundle only if the coupon allows it', () => {
    const cart = [{ id: 'rute', quantity: 1 }];
    const facts = { currency: 'BRL', list, bundles: [bundle] } as const;
    expect(paid(cart, facts)).toEqual([[3_490]]);
    const owned = { ...facts, owned: new Set(['raizes']) };
    expect(paid(cart, owned)).toEqual([[3_141, 'bundle']]);
    expect(quoteOf(cart, { ...owned, coupon: coupon({}) }).couponProblem).toEqual({ reason: 'not_with_promotions', missing: null });
    expect(paid(cart, { ...owned, coupon: coupon({ stacks: true }) })).toEqual([[1_570, 'bundle', 'coupon']]);
  });

  it('a coupon reports the amount missing to its minimum, or that it applies to no book of the cart', () => {
    const problemWith = (change: Partial<CouponTerms>) => quoteOf(both, { currency: 'BRL', list, coupon: coupon(change) }).couponProblem;
    expect(problemWith({ minimumMinor: 6_500 })).toEqual({ reason: 'below_minimum', missing: toMoney(20, 'BRL') });
    expect(problemWith({ ebookIds: ['salmos'] })).toEqual({ reason: 'not_for_these_books', missing: null });
  });

  it('the site waives a total that is below the smallest charge', () => {
    const facts = { currency: 'BRL', list, coupon: coupon({ percent: 99 }) } as const;
    expect(quoteOf([{ id: 'raizes', quantity: 1 }], facts)).toMatchObject({
      total: { minor: 0 },
      discounts: [{ amount: { minor: 2_960 } }, { kind: 'waived', amount: { minor: 30 } }],
    });
  });
});
