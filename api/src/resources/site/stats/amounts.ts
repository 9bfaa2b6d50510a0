import type { Balance } from '@site/shared/contracts/balances.ts';
import { CURRENCIES, type Currency } from '@site/shared/money/currencies.ts';
import { type Money, toMoney } from '@site/shared/money/money.ts';

/** Minor units by currency, which may be below zero. */
export const balancesOf = (minorOf: Readonly<Partial<Record<Currency, number>>>): Balance[] =>
  CURRENCIES.flatMap((currency) => (minorOf[currency] ? [{ minor: minorOf[currency], currency }] : []));

/** Minor units by currency as amounts, the currencies in their usual order. */
export const amountsOf = (minorOf: Readonly<Partial<Record<Currency, number>>>): Money[] =>
  CURRENCIES.flatMap((currency) => {
    const minor = minorOf[currency];
    return minor === undefined || minor === 0 ? [] : [toMoney(minor, currency)];
  });
