import { COPIES_OF_A_BOOK } from '@site/shared/contracts/cart-rules.ts';
import { ButtonLink, cartStore, EmptyState, paths, useCart, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { type ReactNode, useEffect, useState } from 'react';
import type { CartBooks } from './cart-books.ts';
import { CartLineItem } from './cart-line-item.tsx';
import { CartNotice, type Notice } from './cart-notice.tsx';
import css from './cart-screen.module.css';
import { ClearCart } from './clear-cart.tsx';
import { NothingToPay, OrderSummary } from './order-summary.tsx';
import { missingIds, priceLines } from './priced-lines.ts';
import { texts } from './texts.ts';

export function CartScreen({ books }: { books: CartBooks }) {
  const t = useTexts(texts);
  const { currency } = usePreferences();
  const deviceLines = useCart((cart) => cart.lines);
  const hasCopies = deviceLines.some(({ quantity }) => quantity > COPIES_OF_A_BOOK);
  const [notice, setNotice] = useState<Notice | null>(null);
  // What the checkout refused, in case it cannot be asked for.
  const [refused, setRefused] = useState<CartBooks['bought']>([]);
  const bought = [...books.bought, ...refused];
  const boughtAs = (id: string) => bought.find(({ ebookId }) => ebookId === id);
  const lines = priceLines(deviceLines, books.ebooks, currency);
  const toPay = lines.filter(({ id }) => !boughtAs(id));
  const gone = missingIds(deviceLines, books.asked, books.ebooks).join();

  // The device's cart is outside React: copies of a time when they were sold become one.
  useEffect(() => {
    if (!hasCopies) return;
    const { lines: kept, restore } = cartStore.getState();
    restore(kept.map(({ id }) => ({ id, quantity: COPIES_OF_A_BOOK })));
    setNotice({ kind: 'copies' });
  }, [hasCopies]);

  // Books that left the shop leave the device's cart too.
  useEffect(() => {
    if (!gone) return;
    const ids = gone.split(',');
    for (const id of ids) cartStore.getState().remove(id);
    setNotice({ kind: 'left', count: ids.length });
  }, [gone]);

  if (lines.length === 0) {
    return (
      <CartLayout notice={notice} onUndone={() => setNotice(null)}>
        <EmptyState icon="bag" title={t.empty} message={t.emptyMessage}>
          <ButtonLink to={paths.shop.href()} size="l">
            {t.toShop}
          </ButtonLink>
        </EmptyState>
      </CartLayout>
    );
  }
  return (
    <CartLayout notice={notice} onUndone={() => setNotice(null)}>
      <div className={css.columns}>
        <div className={css.books}>
          <ul className={css.lines}>
            {lines.map((line) => (
              <CartLineItem
                key={line.id}
                line={line}
                bought={boughtAs(line.id)}
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
        {toPay.length > 0 ? <OrderSummary lines={toPay} onNotice={setNotice} onBought={setRefused} /> : <NothingToPay />}
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
