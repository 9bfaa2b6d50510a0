import { expect, it } from 'vitest';
import { checkAmount, takeAmount } from './chosen-amount.ts';
import { toMoney } from './money.ts';

const brl = (minor: number) => toMoney(minor, 'BRL');
const open = (least: number) => ({ least: brl(least), suggested: brl(2_000) });

it('the check of a chosen amount says why it is invalid', () => {
  const problems = (least: number) => [0, 30, 50, 999, 1_000, 10_000_001].map((minor) => checkAmount(minor, open(least)));
  expect(problems(0)).toEqual([null, 'too_low', null, null, null, 'too_high']);
  expect(problems(1_000)).toEqual(['below_least', 'below_least', 'below_least', 'below_least', null, 'too_high']);
});

it("the amount for a copy is the buyer's choice, or else the suggested amount, at the nearest valid value", () => {
  expect(takeAmount(brl(1_500), open(1_000))).toEqual(brl(1_500));
  expect(takeAmount(undefined, open(0))).toEqual(brl(2_000));
  expect(takeAmount(toMoney(1_500, 'USD'), open(0)), 'of another currency').toEqual(brl(2_000));
  expect(takeAmount({ minor: Number.NaN, currency: 'BRL' } as never, open(0)), 'as a device may hold it').toEqual(brl(2_000));
  expect([0, 30, -5, 99_999_999].map((minor) => takeAmount({ minor, currency: 'BRL' } as never, open(0)).minor)).toEqual([
    0, 50, 0, 10_000_000,
  ]);
  expect(takeAmount(brl(0), open(1_000))).toEqual(brl(1_000));
});
