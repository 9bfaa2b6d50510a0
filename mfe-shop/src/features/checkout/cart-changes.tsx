import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import { Icon, useFormats, useTexts } from '@site/shared/site/site.ts';
import { errorTexts } from '@site/shared/texts/error-texts.ts';
import { type AgreedCart, changedPrices } from '../../checkout/agreed-cart.ts';
import type { PricedLine } from '../../checkout/priced-lines.ts';
import { purchaseTexts } from '../../checkout/texts.ts';
import css from './cart-changes.module.css';
import { texts } from './texts.ts';

type CartChangesProps = {
  readonly agreed: AgreedCart;
  readonly lines: readonly PricedLine[];
  readonly bought: readonly BoughtEbook[];
};

/** In what the cart differs from the one that the buyer chose to pay. */
export function CartChanges({ agreed, lines, bought }: CartChangesProps) {
  const t = useTexts(texts);
  const purchase = useTexts(purchaseTexts);
  const errors = useTexts(errorTexts);
  const { money } = useFormats();
  const prices = changedPrices(lines, agreed);
  const gone = agreed.filter(({ id }) => !lines.some((line) => line.id === id));
  const owned = bought.filter(({ ebookId }) => gone.some(({ id }) => id === ebookId));
  const left = gone.length - owned.length;
  return (
    <div role="alert" className={css.changes}>
      <Icon name="info" />
      <div>
        {prices.length > 0 && <p>{t.priceChanged}</p>}
        {prices.length > 0 && (
          <ul>
            {prices.map(({ line: { id, ebook, price }, before }) => (
              <li key={id}>{t.newPrice(ebook.title, money(before), money(price))}</li>
            ))}
          </ul>
        )}
        {owned.length > 0 && <p>{errors[owned.some(({ standing }) => standing === 'waiting') ? 'ebook_pending' : 'ebook_owned']}</p>}
        {left > 0 && <p>{purchase.left(left)}</p>}
        {prices.length + gone.length === 0 && <p>{t.cartChanged}</p>}
      </div>
    </div>
  );
}
