import type { Money } from '@site/shared/money/money.ts';
import { useFormats } from '@site/shared/site/site.ts';
import css from './amounts.module.css';

/** Amounts of several currencies, one a line: they are never added up (decision 1). */
export function Amounts({ amounts }: { amounts: readonly Money[] }) {
  const { money } = useFormats();
  return (
    <ul className={css.amounts}>
      {amounts.map((amount) => (
        <li key={amount.currency}>{money(amount)}</li>
      ))}
    </ul>
  );
}
