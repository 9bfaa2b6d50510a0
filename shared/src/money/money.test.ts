import { describe, expect, it } from 'vitest';
import { formatMoney } from './format-money.ts';
import { getPrice } from './get-price.ts';
import { formatAmounts, sumMoney, toMoney } from './money.ts';

describe('money', () => {
  it('adds amounts of one currency, and nothing is zero', () => {
    expect(sumMoney([toMoney(2_990, 'BRL'), toMoney(3_490, 'BRL')], 'BRL')).toEqual({ minor: 6_480, currency: 'BRL' });
    expect(sumMoney([], 'NZD')).toEqual({ minor: 0, currency: 'NZD' });
  });

  it('never adds two currencies', () => {
    expect(() => sumMoney([toMoney(2_990, 'BRL'), toMoney(690, 'USD')], 'BRL')).toThrow(RangeError);
    expect(() => sumMoney([toMoney(690, 'USD')], 'BRL')).toThrow(RangeError);
  });

  it('is never a fraction, negative, or beyond what a number holds exactly', () => {
    for (const minor of [0.5, -1, Number.MAX_SAFE_INTEGER + 1, Number.NaN]) expect(() => toMoney(minor, 'BRL')).toThrow();
  });

  it('in a text is read in its currency, also one that is not sold here', () => {
    expect(formatAmounts('2990 BRL, 2990 JPY', 'en')).toEqual(['R$29.90', '¥2,990']);
  });

  it('of a price is the one that was set for the currency', () => {
    const prices = { BRL: toMoney(2_990, 'BRL').minor, USD: toMoney(690, 'USD').minor, NZD: toMoney(1_190, 'NZD').minor };
    expect(getPrice(prices, 'NZD')).toEqual({ minor: 1_190, currency: 'NZD' });
  });

  it('is read with two decimals in the language of the reader', () => {
    expect(formatMoney(toMoney(2_990, 'BRL'), 'pt-BR').replaceAll('\u00a0', ' ')).toBe('R$ 29,90');
    expect(formatMoney(toMoney(5, 'USD'), 'en')).toBe('$0.05');
  });
});
