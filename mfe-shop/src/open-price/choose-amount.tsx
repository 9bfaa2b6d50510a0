import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import { takeAmount } from '@site/shared/money/chosen-amount.ts';
import type { Money } from '@site/shared/money/money.ts';
import type { OpenPrice } from '@site/shared/money/open-price.ts';
import { cartStore, useCart } from '@site/shared/site/site.ts';
import { useRef, useState } from 'react';
import { AddToCart } from '../ebook/add-to-cart.tsx';
import { AmountField } from './amount-field.tsx';
import { checkFields } from './check-fields.ts';

/**
 * The price field of a pay-what-you-want book on its page, with the add button. If the book is in the cart, the field shows the amount of
 * the cart line.
 */
export function ChooseAmount({ ebook, open, className }: { ebook: Ebook; open: OpenPrice; className: string | undefined }) {
  const line = useCart(({ lines }) => lines.find(({ id }) => id === ebook.id));
  const [typed, setTyped] = useState<Money>();
  const place = useRef<HTMLDivElement>(null);
  const amount = takeAmount(line ? line.chosen : typed, open);
  const choose = (chosen: Money) => {
    setTyped(chosen);
    const { lines, restore } = cartStore.getState();
    if (line) restore(lines.map((other) => (other.id === ebook.id ? { ...other, chosen } : other)));
  };
  return (
    <div ref={place} className={className}>
      <AmountField key={amount.currency} open={open} amount={amount} onChange={choose} />
      <div>
        <AddToCart ebook={ebook} look="page" take={() => (checkFields(place.current) ? amount : null)} />
      </div>
    </div>
  );
}
