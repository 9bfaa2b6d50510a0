import type { Balance } from '@site/shared/contracts/balances.ts';
import { CURRENCIES, type Currency } from '@site/shared/money/currencies.ts';
import { toMoney as amountOf, type Money } from '@site/shared/money/money.ts';
import { useFormats } from '@site/shared/site/site.ts';
import css from './amounts.module.css';

/** Returns the paid amounts minus everything that was returned, per currency; below zero if more was returned in the period. */
export function balancesOf(paid: readonly Money[], ...gone: readonly (readonly Balance[])[]): Balance[] {
  const minorIn = (amounts: readonly Balance[], currency: Currency) => amounts.find((amount) => amount.currency === currency)?.minor ?? 0;
  return CURRENCIES.filter((currency) => [...paid, ...gone.flat()].some((amount) => amount.currency === currency)).map((currency) => ({
    minor: gone.reduce((left, amounts) => left - minorIn(amounts, currency), minorIn(paid, currency)),
    currency,
  }));
}

/** Formats a balance, such as `− R$ 10,00`. */
export function useBalance(): (balance: Balance) => string {
  const { money } = useFormats();
  return ({ minor, currency }) => `${minor < 0 ? '− ' : ''}${money(amountOf(Math.abs(minor), currency))}`;
}

/** Shows amounts of several currencies, one per line. They are never added up. */
export function Amounts({ amounts }: { amounts: readonly Balance[] }) {
  const text = useBalance();
  return (
    <ul className={css.amounts}>
      {amounts.map((amount) => (
        <li key={amount.currency}>{text(amount)}</li>
      ))}
    </ul>
  );
}
