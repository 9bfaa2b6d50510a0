import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import { BookPrice } from '@site/shared/patterns/book-price.tsx';
import { Cover } from '@site/shared/patterns/cover.tsx';
import { Button, Link, paths, useTexts } from '@site/shared/site/site.ts';
import type { PricedLine } from '../../checkout/priced-lines.ts';
import { ebookTexts } from '../../ebook/texts.ts';
import css from './cart-line-item.module.css';
import { texts } from './texts.ts';

type CartLineItemProps = {
  readonly line: PricedLine;
  /** Set for a book that is not sold again: it has no price here. */
  readonly bought: BoughtEbook | undefined;
  readonly onRemove: () => void;
};

export function CartLineItem({ line: { id, ebook }, bought, onRemove }: CartLineItemProps) {
  const t = useTexts(texts);
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
        {bought && <NotSold bought={bought} />}
      </div>
      <div className={css.price}>{!bought && <BookPrice ebook={ebook} />}</div>
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
  const tEbook = useTexts(ebookTexts);
  return (
    <p className={css.bought} data-standing={standing}>
      {t[standing]}{' '}
      {standing === 'owned' ? (
        <Link to={paths.userDashboard.href('ebooks')}>{tEbook.openLibrary}</Link>
      ) : (
        <Link to={paths.order.href(orderId)}>{tEbook.openOrder}</Link>
      )}
    </p>
  );
}
