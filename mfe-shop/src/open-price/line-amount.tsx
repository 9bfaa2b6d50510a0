import type { OpenPrice } from '@site/shared/money/open-price.ts';
import { type CartLine, cartStore } from '@site/shared/site/site.ts';
import type { PricedLine } from '../checkout/priced-lines.ts';
import { AmountField } from './amount-field.tsx';

/** The chosen price for each copy of a cart line. */
export function LineAmount({ line: { id, ebook, price }, open }: { line: PricedLine; open: OpenPrice }) {
  const choose = (chosen: NonNullable<CartLine['chosen']>) => {
    const { lines, restore } = cartStore.getState();
    restore(lines.map((line) => (line.id === id ? { ...line, chosen } : line)));
  };
  return <AmountField key={price.currency} open={open} amount={price} title={ebook.title} onChange={choose} />;
}
