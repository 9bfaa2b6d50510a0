import type { Balance } from '@site/shared/contracts/balances.ts';
import { CURRENCIES, type Currency } from '@site/shared/money/currencies.ts';
import { toMoney as amountOf, type Money } from '@site/shared/money/money.ts';
import { useFormats } from '@site/shared/site/site.ts';
import css from './amounts.module.css';

/** What is left of what was paid after what went away again, per currency; below zero when that was more in this time. */
export function balancesOf(paid: readonly Money[], ...gone: readonly (readonly Balance[])[]): Balance[] {
  const minorIn = (amounts: readonly Balance[], currency: Currency) => amounts.find((amount) => amount.currency === currency)?.minor ?? 0;
  return CURRENCIES.filter((currency) => [...paid, ...gone.flat()].some((amount) => amount.currency === currency)).map((currency) => ({
    minor: gone.reduce((left, amounts) => left - minorIn(amounts, currency), minorIn(paid, currency)),
    currency,
  }));
}

/** A balance as text, such as `− R$ 10,00`. */
export function useBalance(): (balance: Balance) => string {
  const { money } = useFormats();
  return ({ minor, currency }) => `${minor < 0 ? '− ' : ''}${money(amountOf(Math.abs(minor), currency))}`;
}

/** Amounts of several currencies, one a line: they are never added up. */
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
