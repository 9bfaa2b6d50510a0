import { toMoney } from '@site/shared/money/money.ts';
import { Price, useFormats, useTexts } from '@site/shared/site/site.ts';
import { discountTexts } from '@site/shared/texts/discount-texts.ts';
import type { ShownQuote } from './cart-quote.ts';
import { purchaseTexts } from './texts.ts';
import css from './total-lines.module.css';

/** Shows the total of a cart, below the discounts. */
export function TotalLines({ quote, isPending }: { quote: ShownQuote; isPending?: boolean }) {
  const { subtotal, total } = quote;
  // The cart shows the discount of a sale at the book. The list price may never have been shown, so it is not repeated here.
  const discounts = quote.discounts.filter(({ kind }) => kind !== 'sale');
  const inSale = quote.discounts.reduce((sum, { kind, amount }) => (kind === 'sale' ? sum + amount.minor : sum), 0);
  const t = useTexts(purchaseTexts);
  const { labels } = useTexts(discountTexts);
  const { cost, money } = useFormats();
  return (
    <dl className={css.totals} aria-busy={isPending || undefined}>
      {discounts.length > 0 && (
        <div className={css.line}>
          <dt>{t.subtotal}</dt>
          <dd>{money(toMoney(subtotal.minor - inSale, subtotal.currency))}</dd>
        </div>
      )}
      {discounts.map(({ kind, label, amount }) => (
        <div key={`${kind} ${label}`} className={`${css.line} ${css.off}`}>
          <dt>{labels[kind](label)}</dt>
          <dd>{`−${money(amount)}`}</dd>
        </div>
      ))}
      <div className={css.total}>
        <dt>{t.total}</dt>
        <dd>
          <Price size="l">{cost(total)}</Price>
        </dd>
      </div>
    </dl>
  );
}
