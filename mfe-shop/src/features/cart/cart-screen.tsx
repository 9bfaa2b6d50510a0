import {
  ButtonLink,
  type CartLine,
  cartStore,
  EmptyState,
  icons,
  paths,
  useCart,
  usePreferences,
  useTexts,
} from '@site/shared/site/site.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CartBooks } from '../../checkout/cart-books.ts';
import { missingIds, priceLines, takeToPay } from '../../checkout/priced-lines.ts';
import { purchaseTexts } from '../../checkout/texts.ts';
import { checkFields } from '../../open-price/check-fields.ts';
import { CartLineItem } from './cart-line-item.tsx';
import { CartNotice, type Notice } from './cart-notice.tsx';
import css from './cart-screen.module.css';
import { ClearCart } from './clear-cart.tsx';
import { NothingToPay, OrderSummary } from './order-summary.tsx';

const chosenIn = ({ chosen }: CartLine): Pick<CartLine, 'chosen'> => (chosen ? { chosen } : {});

export function CartScreen({ books }: { books: CartBooks }) {
  const purchase = useTexts(purchaseTexts);
  const { currency } = usePreferences();
  const deviceLines = useCart((cart) => cart.lines);
  const [notice, setNotice] = useState<Notice | null>(null);
  const boughtAs = (id: string) => books.bought.find(({ ebookId }) => ebookId === id);
  const lines = priceLines(deviceLines, books.ebooks, currency);
  const toPay = takeToPay(lines, books.bought);
  const change = (changed: CartLine) =>
    cartStore.getState().restore(deviceLines.map((line) => (line.id === changed.id ? { ...chosenIn(line), ...changed } : line)));
  const place = useRef<HTMLUListElement>(null);
  const gone = missingIds(deviceLines, books.asked, books.ebooks).join();

  // The device's cart is outside React, so an effect removes the books that left the shop.
  useEffect(() => {
    if (!gone) return;
    const ids = gone.split(',');
    for (const id of ids) cartStore.getState().remove(id);
    setNotice({ kind: 'left', count: ids.length });
  }, [gone]);

  if (lines.length === 0) {
    return (
      <CartLayout notice={notice} onUndone={() => setNotice(null)}>
        <EmptyState icon={icons.bag} title={purchase.empty} message={purchase.emptyMessage}>
          <ButtonLink to={paths.shop.href()} size="l">
            {purchase.toShop}
          </ButtonLink>
        </EmptyState>
      </CartLayout>
    );
  }
  return (
    <CartLayout notice={notice} onUndone={() => setNotice(null)}>
      <div className={css.columns}>
        <div className={css.books}>
          <ul ref={place} className={css.lines}>
            {lines.map((line) => (
              <CartLineItem
                key={line.id}
                line={line}
                bought={boughtAs(line.id)}
                onChange={change}
                onRemove={() => {
                  setNotice({ kind: 'removed', title: line.ebook.title, lines: deviceLines });
                  cartStore.getState().remove(line.id);
                }}
              />
            ))}
          </ul>
          <ClearCart
            onClear={() => {
              setNotice({ kind: 'cleared', lines: deviceLines });
              cartStore.getState().clear();
            }}
          />
        </div>
        {toPay.length > 0 ? <OrderSummary lines={toPay} books={books} isReady={() => checkFields(place.current)} /> : <NothingToPay />}
      </div>
    </CartLayout>
  );
}

function CartLayout({ notice, onUndone, children }: { notice: Notice | null; onUndone: () => void; children: ReactNode }) {
  return (
    <>
      <CartNotice notice={notice} onUndone={onUndone} />
      {children}
    </>
  );
}
