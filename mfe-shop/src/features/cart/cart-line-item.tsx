import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import { getOpenPrice } from '@site/shared/money/open-price.ts';
import { BookPrice } from '@site/shared/patterns/book-price.tsx';
import { Cover } from '@site/shared/patterns/cover.tsx';
import { Button, type CartLine, Link, Price, paths, useFormats, useTexts } from '@site/shared/site/site.ts';
import { lazy, Suspense } from 'react';
import { type PricedLine, quoteLines } from '../../checkout/priced-lines.ts';
import { boughtTexts } from '../../ebook/bought-texts.ts';
import { LaunchNote } from '../../ebook/launch-note.tsx';
import css from './cart-line-item.module.css';
import { LineCopies } from './line-copies.tsx';
import { texts } from './texts.ts';

const LineAmount = lazy(() => import('../../open-price/line-amount.tsx').then((module) => ({ default: module.LineAmount })));

type CartLineItemProps = {
  readonly line: PricedLine;
  /** Set for a book that the buyer owns or that waits for its payment. It then has a price only as a gift. */
  readonly bought: BoughtEbook | undefined;
  readonly onChange: (line: CartLine) => void;
  readonly onRemove: () => void;
};

export function CartLineItem({ line, bought, onChange, onRemove }: CartLineItemProps) {
  const { id, ebook, price, quantity, gift } = line;
  const isSold = !bought || gift !== undefined;
  const open = getOpenPrice(ebook, price.currency);
  const t = useTexts(texts);
  const { cost } = useFormats();
  return (
    <li className={css.line}>
      <div className={css.cover}>
        <Cover cover={ebook.cover} title={ebook.title} alt="" sizes="6rem" loading="eager" />
      </div>
      <div className={css.words}>
        <h2 className={css.title}>
          <Link to={paths.ebook.href(id)} lang={ebook.language}>
            {ebook.title}
          </Link>
        </h2>
        {isSold && <LaunchNote ebook={ebook} className={css.launch} />}
        {isSold ? <LineCopies line={line} bought={bought} onChange={onChange} /> : <NotSold bought={bought} />}
        {isSold && open && (
          <Suspense>
            <LineAmount line={line} open={open} />
          </Suspense>
        )}
        {!isSold && (
          <div>
            <Button
              variant="secondary"
              size="s"
              aria-label={t.giveTitle(ebook.title)}
              onClick={() => onChange({ id, quantity, gift: 'all' })}
            >
              {t.give}
            </Button>
          </div>
        )}
      </div>
      <div className={css.price}>
        {isSold && (quantity > 1 || open ? <Price>{cost(quoteLines([line]).total)}</Price> : <BookPrice ebook={ebook} />)}
        {isSold && quantity > 1 && <p className={css.each}>{t.each(cost(price))}</p>}
      </div>
      <div className={css.controls}>
        <Button variant="quiet" size="s" aria-label={t.removeTitle(ebook.title)} onClick={onRemove}>
          {t.remove}
        </Button>
      </div>
    </li>
  );
}

function NotSold({ bought: { standing, orderId } }: { bought: BoughtEbook }) {
  const t = useTexts(texts);
  const tBought = useTexts(boughtTexts);
  return (
    <p className={css.bought} data-standing={standing}>
      {standing === 'owned' ? t.yours : t.waiting}{' '}
      {standing === 'owned' ? (
        <Link to={paths.userDashboard.href('ebooks')}>{tBought.openLibrary}</Link>
      ) : (
        <Link to={paths.order.href(orderId)}>{tBought.openOrder}</Link>
      )}
    </p>
  );
}
