import { MAX_QUANTITY } from '@site/shared/contracts/checkout.ts';
import { Button, cartStore, Icon, Link, Price, paths, useFormats, useTexts } from '@site/shared/site/site.ts';
import { Cover } from '@site/shared/ui/cover.tsx';
import css from './cart-line-item.module.css';
import type { PricedLine } from './priced-lines.ts';
import { texts } from './texts.ts';

export function CartLineItem({ line, isOwned, onRemove }: { line: PricedLine; isOwned: boolean; onRemove: () => void }) {
  const { id, ebook, quantity, unit, subtotal } = line;
  const t = useTexts(texts);
  const { money } = useFormats();
  const { decrement, increment } = cartStore.getState();
  return (
    <li className={css.line}>
      <div className={css.cover}>
        <Cover cover={ebook.cover} title={ebook.title} alt="" sizes="6rem" loading="eager" />
      </div>
      <div className={css.words}>
        <h2 className={css.title}>
          <Link to={paths.ebook.href(id)}>{ebook.title}</Link>
        </h2>
        {isOwned && (
          <p className={css.owned}>
            {t.owned} <Link to={paths.userDashboard.href('ebooks')}>{t.openLibrary}</Link>
          </p>
        )}
        {quantity > 1 && <p className={css.copies}>{t.copies}</p>}
      </div>
      <div className={css.price}>
        <Price>{money(subtotal)}</Price>
        {quantity > 1 && <p className={css.each}>{t.each(money(unit))}</p>}
      </div>
      <div className={css.controls}>
        <fieldset className={css.stepper}>
          <legend className={css.legend}>{t.quantity(ebook.title)}</legend>
          <button
            type="button"
            className={css.step}
            aria-label={t.decrement(ebook.title)}
            disabled={quantity <= 1}
            onClick={() => decrement(id)}
          >
            <Icon name="minus" />
          </button>
          <output className={css.quantity}>{quantity}</output>
          <button
            type="button"
            className={css.step}
            aria-label={t.increment(ebook.title)}
            disabled={quantity >= MAX_QUANTITY}
            onClick={() => increment(id)}
          >
            <Icon name="plus" />
          </button>
        </fieldset>
        <Button variant="quiet" size="s" aria-label={t.removeTitle(ebook.title)} onClick={onRemove}>
          {t.remove}
        </Button>
      </div>
    </li>
  );
}
