import type { Money } from '@site/shared/money/money.ts';
import { useFormats, useTexts } from '@site/shared/site/site.ts';
import type { ReactNode } from 'react';
import css from './receipt.module.css';
import { texts } from './texts.ts';

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Shows the bought items, an `ItemRow` each, and the `SumRow`s below. */
export function ItemsTable({ sums, children }: { sums: ReactNode; children: ReactNode }) {
  const t = useTexts(texts);
  return (
    <table className={css.items}>
      <thead>
        <tr>
          <th scope="col">{t.item}</th>
          <th scope="col" data-number>
            {t.quantity}
          </th>
          <th scope="col" data-number>
            {t.amount}
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
      <tfoot>{sums}</tfoot>
    </table>
  );
}

export function ItemRow({ quantity, amount, children }: { quantity: number | null; amount: Money; children: ReactNode }) {
  const { cost } = useFormats();
  return (
    <tr>
      <th scope="row">{children}</th>
      <td data-number>{quantity}</td>
      <td data-number>{cost(amount)}</td>
    </tr>
  );
}

export function SumRow({ label, amount }: { label: string; amount: Money }) {
  const { cost } = useFormats();
  return (
    <tr>
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td data-number>{cost(amount)}</td>
    </tr>
  );
}
