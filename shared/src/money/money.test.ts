import { describe, expect, it } from 'vitest';
import { formatMoney } from './format-money.ts';
import { getPrice } from './get-price.ts';
import { formatAmounts, sumMoney, toMoney } from './money.ts';

describe('money', () => {
  it('amounts of one currency can be added, and the sum of no amounts is zero', () => {
    expect(sumMoney([toMoney(2_990, 'BRL'), toMoney(3_490, 'BRL')], 'BRL')).toEqual({ minor: 6_480, currency: 'BRL' });
    expect(sumMoney([], 'NZD')).toEqual({ minor: 0, currency: 'NZD' });
  });

  it('amounts of two currencies cannot be added', () => {
    expect(() => sumMoney([toMoney(2_990, 'BRL'), toMoney(690, 'USD')], 'BRL')).toThrow(RangeError);
    expect(() => sumMoney([toMoney(690, 'USD')], 'BRL')).toThrow(RangeError);
  });

  it('an amount is never a fraction, negative, or beyond the exact range of numbers', () => {
    for (const minor of [0.5, -1, Number.MAX_SAFE_INTEGER + 1, Number.NaN]) expect(() => toMoney(minor, 'BRL')).toThrow();
  });

  it('an amount in a text is parsed in its own currency, even if the shop does not sell in it', () => {
    expect(formatAmounts('2990 BRL, 2990 JPY', 'en')).toEqual(['R$29.90', '¥2,990']);
  });

  it('the price of a book in a currency is the amount that the author set for that currency', () => {
    const prices = { BRL: toMoney(2_990, 'BRL').minor, USD: toMoney(690, 'USD').minor, NZD: toMoney(1_190, 'NZD').minor };
    expect(getPrice(prices, 'NZD')).toEqual({ minor: 1_190, currency: 'NZD' });
  });

  it("an amount is formatted with two decimals in the reader's language", () => {
    expect(formatMoney(toMoney(2_990, 'BRL'), 'pt-BR').replaceAll('\u00a0', ' ')).toBe('R$ 29,90');
    expect(formatMoney(toMoney(5, 'USD'), 'en')).toBe('$0.05');
  });
});
