import { toMoney } from '@site/shared/money/money.ts';
import { describe, expect, it } from 'vitest';
import { freeCopies, refundOf, takesClaimed } from './refund-choice.ts';

const item = (ebookId: string, minor: number, quantity: number, refundable = quantity) => ({
  ebookId,
  name: ebookId,
  quantity,
  gifts: 0,
  claimed: 0,
  refundable: Array.from({ length: refundable }, () => toMoney(minor, 'BRL')),
  price: toMoney(minor, 'BRL'),
  amount: toMoney(minor * quantity, 'BRL'),
  language: 'pt-BR',
  format: 'PDF' as const,
  access: 'readable' as const,
  paidAlsoIn: null,
});
const order = {
  items: [item('raizes', 3_490, 2), item('rute', 2_990, 1), item('salmos', 1_990, 1, 0)],
  total: toMoney(11_960, 'BRL'),
  refundable: toMoney(9_970, 'BRL'),
};

describe('the amount of chosen copies', () => {
  it('the amount of chosen copies is the value of the chosen copies', () => {
    expect(refundOf(order, { raizes: 1, rute: 1 })).toEqual({
      items: [
        { ebookId: 'raizes', quantity: 1 },
        { ebookId: 'rute', quantity: 1 },
      ],
      amount: toMoney(6_480, 'BRL'),
    });
  });

  it('the amount of chosen copies is the whole remainder when every copy is chosen', () => {
    expect(refundOf(order, { raizes: 2, rute: 1 })).toEqual({ items: null, amount: toMoney(9_970, 'BRL') });
  });

  it('the amount of chosen copies never includes more copies than the order has left', () => {
    expect(refundOf(order, { raizes: 5, salmos: 1 })).toEqual({
      items: [{ ebookId: 'raizes', quantity: 2 }],
      amount: toMoney(6_980, 'BRL'),
    });
  });

  it('the amount of chosen copies is the remaining value of each copy after refunds that named no copies', () => {
    const left = [toMoney(3_000, 'BRL'), toMoney(2_999, 'BRL')];
    const rest = { ...order, items: [{ ...item('raizes', 3_490, 2), refundable: left }, item('rute', 2_990, 1)] };
    expect(refundOf(rest, { raizes: 1 }).amount).toEqual(toMoney(3_000, 'BRL'));
    expect(refundOf(rest, { raizes: 2 }).amount).toEqual(toMoney(5_999, 'BRL'));
  });

  it('the amount of chosen copies is zero if no copy is chosen', () => {
    expect(refundOf(order, {})).toEqual({ items: [], amount: toMoney(0, 'BRL') });
  });

  it('the amount of chosen copies excludes redeemed gifts until the admin includes them', () => {
    expect(freeCopies(order)).toBeNull();
    const given = { items: [{ ...item('raizes', 3_490, 3), gifts: 2, claimed: 1 }, item('rute', 2_990, 1)] };
    expect(freeCopies(given)).toEqual({ raizes: 2, rute: 1 });
    expect([null, { raizes: 3 }, { raizes: 2, rute: 1 }, {}].map((copies) => takesClaimed(given, copies))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
