import { expect, it } from 'vitest';
import { toInstant } from '../dates/dates.ts';
import { toMoney } from './money.ts';
import { getReduction } from './reduction.ts';

const endsAt = toInstant('2026-12-01T00:00:00Z');
const minor = (amount: number) => toMoney(amount, 'BRL').minor;
const book = (now: number, before: number | null) => ({
  currentPrices: { BRL: minor(now) },
  sales: { BRL: { list: minor(9_990), before: before === null ? null : minor(before), endsAt } },
});

it('a reduction names the previous price, and rounds its percentage down', () => {
  expect(getReduction(book(2_000, 2_500), 'BRL')).toEqual({ before: toMoney(2_500, 'BRL'), percent: 20, endsAt });
  expect(getReduction(book(1_990, 2_990), 'BRL')?.percent).toBe(33);
  expect(getReduction(book(0, 2_990), 'BRL')?.percent).toBe(100);
});

it('a price without a higher previous one, or in another currency, is no reduction', () => {
  expect(getReduction(book(1_990, null), 'BRL')).toBeNull();
  expect(getReduction(book(1_990, 2_990), 'USD')).toBeNull();
  expect(getReduction({ currentPrices: { BRL: minor(1_990) } }, 'BRL')).toBeNull();
});
