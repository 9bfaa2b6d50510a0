import { Cover } from '@site/shared/patterns/cover.tsx';
import { Icon, paths, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import type { ShownQuote } from '../../checkout/cart-quote.ts';
import type { PricedLine } from '../../checkout/priced-lines.ts';
import { purchaseTexts } from '../../checkout/texts.ts';
import { TotalLines } from '../../checkout/total-lines.tsx';
import css from './purchase-summary.module.css';
import { texts } from './texts.ts';

/** What is paid, and which terms the purchase accepts. */
export function PurchaseSummary({ lines, quote }: { readonly lines: readonly PricedLine[]; readonly quote: ShownQuote }) {
  const t = useTexts(texts);
  const purchase = useTexts(purchaseTexts);
  const { money } = useFormats();
  return (
    <section className={css.summary} aria-labelledby="summary-heading">
      <h2 id="summary-heading" className={css.heading}>
        {purchase.summary}
      </h2>
      <ul className={css.lines}>
        {lines.map(({ id, ebook, price }) => (
          <li key={id} className={css.line}>
            <span className={css.cover}>
              <Cover cover={ebook.cover} title={ebook.title} alt="" sizes="3rem" loading="eager" />
            </span>
            <span lang={ebook.language}>{ebook.title}</span>
            <span className={css.price}>{money(price)}</span>
          </li>
        ))}
      </ul>
      <TotalLines quote={quote} />
      <p className={css.terms}>
        {purchase.accepts}{' '}
        <a href={paths.terms.href()} target="_blank" rel="noopener">
          {purchase.terms}
          <VisuallyHidden> {t.newTab}</VisuallyHidden>
        </a>
      </p>
      <p className={css.secure}>
        <Icon name="lock" />
        {t.secure}
      </p>
    </section>
  );
}
