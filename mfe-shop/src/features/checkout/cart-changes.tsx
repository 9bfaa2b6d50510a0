import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { Icon, useFormats, useTexts } from '@site/shared/site/site.ts';
import { errorTexts } from '@site/shared/texts/error-texts.ts';
import { type AgreedCart, changedPrices } from '../../checkout/agreed-cart.ts';
import type { ShownQuote } from '../../checkout/cart-quote.ts';
import type { PricedLine } from '../../checkout/priced-lines.ts';
import { purchaseTexts } from '../../checkout/texts.ts';
import css from './cart-changes.module.css';
import { texts } from './texts.ts';

/** The cart that the buyer chose to pay. `total` is null if the buyer opened the payment page without seeing the cart. */
export type SeenCart = Omit<AgreedCart, 'total'> & { readonly total: number | null };

type CartChangesProps = {
  readonly agreed: SeenCart;
  readonly lines: readonly PricedLine[];
  readonly quote: ShownQuote;
  /** The reason why the discounts are unknown. */
  readonly failure: ErrorCode | null;
  readonly bought: readonly BoughtEbook[];
};

/** Lists the differences between the current cart and the cart that the buyer chose to pay. */
export function CartChanges({ agreed, lines, quote: { total, couponProblem }, failure, bought }: CartChangesProps) {
  const t = useTexts(texts);
  const purchase = useTexts(purchaseTexts);
  const errors = useTexts(errorTexts);
  const { cost, money } = useFormats();
  const prices = changedPrices(lines, agreed);
  const gone = agreed.lines.filter(({ id }) => !lines.some((line) => line.id === id));
  const owned = bought.filter(({ ebookId }) => gone.some(({ id }) => id === ebookId));
  const left = gone.length - owned.length;
  const problem = couponProblem && purchase.couponProblems[couponProblem.reason](couponProblem.missing ? money(couponProblem.missing) : '');
  // If books or prices changed, the list of these changes already explains a different total.
  const isOtherTotal = prices.length + gone.length === 0 && agreed.total !== null && agreed.total !== total.minor;
  return (
    <div role="alert" className={css.changes}>
      <Icon path={pageIcons.info} />
      <div>
        {prices.length > 0 && <p>{t.priceChanged}</p>}
        {prices.length > 0 && (
          <ul>
            {prices.map(({ line: { id, ebook, price }, before }) => (
              <li key={id}>{t.newPrice(ebook.title, cost(before), cost(price))}</li>
            ))}
          </ul>
        )}
        {owned.length > 0 && <p>{errors[owned.some(({ standing }) => standing === 'waiting') ? 'ebook_pending' : 'ebook_owned']}</p>}
        {left > 0 && <p>{purchase.left(left)}</p>}
        {problem && <p>{problem}</p>}
        {failure && <p>{errors[failure]}</p>}
        {isOtherTotal && <p>{t.newTotal(cost(toMoney(agreed.total ?? 0, total.currency)), cost(total))}</p>}
        {prices.length + gone.length === 0 && !isOtherTotal && <p>{t.cartChanged}</p>}
      </div>
    </div>
  );
}
