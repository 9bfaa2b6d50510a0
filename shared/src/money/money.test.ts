import { describe, expect, it } from 'vitest';
import { formatMoney, getPrice, money, sum, times } from './money.ts';

describe('money', () => {
  it('adds amounts of one currency, and nothing is zero', () => {
    expect(sum([money(2_990, 'BRL'), money(3_490, 'BRL')], 'BRL')).toEqual({ minor: 6_480, currency: 'BRL' });
    expect(sum([], 'NZD')).toEqual({ minor: 0, currency: 'NZD' });
  });

  it('never adds two currencies', () => {
    expect(() => sum([money(2_990, 'BRL'), money(690, 'USD')], 'BRL')).toThrow(RangeError);
    expect(() => sum([money(690, 'USD')], 'BRL')).toThrow(RangeError);
  });

  it('is never a fraction, negative, or beyond what a number holds exactly', () => {
    for (const minor of [0.5, -1, Number.MAX_SAFE_INTEGER + 1, Number.NaN]) expect(() => money(minor, 'BRL')).toThrow();
    expect(() => times(money(10, 'BRL'), 0.25)).toThrow();
    expect(times(money(2_990, 'BRL'), 3)).toEqual({ minor: 8_970, currency: 'BRL' });
  });

  it('of a price is the one that was set for the currency', () => {
    const prices = { BRL: money(2_990, 'BRL').minor, USD: money(690, 'USD').minor, NZD: money(1_190, 'NZD').minor };
    expect(getPrice(prices, 'NZD')).toEqual({ minor: 1_190, currency: 'NZD' });
  });

  it('is read with two decimals in the language of the reader', () => {
    expect(formatMoney(money(2_990, 'BRL'), 'pt-BR').replaceAll('\u00a0', ' ')).toBe('R$ 29,90');
    expect(formatMoney(money(5, 'USD'), 'en')).toBe('$0.05');
  });
});
