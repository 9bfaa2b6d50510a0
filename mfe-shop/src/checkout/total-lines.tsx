import { Price, useFormats, useTexts } from '@site/shared/site/site.ts';
import { discountTexts } from '@site/shared/texts/discount-texts.ts';
import type { ShownQuote } from './cart-quote.ts';
import { purchaseTexts } from './texts.ts';
import css from './total-lines.module.css';

/** What a cart costs: its total, and above it what makes it less than the shelf's prices. */
export function TotalLines({ quote: { subtotal, discounts, total }, isPending }: { quote: ShownQuote; isPending?: boolean }) {
  const t = useTexts(purchaseTexts);
  const { labels } = useTexts(discountTexts);
  const { money } = useFormats();
  return (
    <dl className={css.totals} aria-busy={isPending || undefined}>
      {discounts.length > 0 && (
        <div className={css.line}>
          <dt>{t.subtotal}</dt>
          <dd>{money(subtotal)}</dd>
        </div>
      )}
      {discounts.map(({ kind, label, amount }) => (
        <div key={`${kind} ${label}`} className={`${css.line} ${css.off}`}>
          <dt>{labels[kind](label)}</dt>
          <dd>−{money(amount)}</dd>
        </div>
      ))}
      <div className={css.total}>
        <dt>{t.total}</dt>
        <dd>
          <Price size="l">{money(total)}</Price>
        </dd>
      </div>
    </dl>
  );
}
