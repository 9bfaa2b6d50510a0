import type { Balance } from '@site/shared/contracts/balances.ts';
import { CURRENCIES, type Currency } from '@site/shared/money/currencies.ts';
import { type Money, toMoney } from '@site/shared/money/money.ts';

/** Converts minor units by currency to balances, which may be negative. */
export const balancesOf = (minorOf: Readonly<Partial<Record<Currency, number>>>): Balance[] =>
  CURRENCIES.flatMap((currency) => (minorOf[currency] ? [{ minor: minorOf[currency], currency }] : []));

/** Converts minor units by currency to amounts, in the usual order of currencies. */
export const amountsOf = (minorOf: Readonly<Partial<Record<Currency, number>>>): Money[] =>
  CURRENCIES.flatMap((currency) => {
    const minor = minorOf[currency];
    return minor === undefined || minor === 0 ? [] : [toMoney(minor, currency)];
  });
