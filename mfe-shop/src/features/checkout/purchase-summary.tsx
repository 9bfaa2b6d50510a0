import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Cover } from '@site/shared/patterns/cover.tsx';
import { Icon, paths, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import type { ReactNode } from 'react';
import type { ShownQuote } from '../../checkout/cart-quote.ts';
import { deliveryOf, giftsOf, type PricedLine, quoteLines } from '../../checkout/priced-lines.ts';
import { purchaseTexts } from '../../checkout/texts.ts';
import { TotalLines } from '../../checkout/total-lines.tsx';
import { LaunchNote } from '../../ebook/launch-note.tsx';
import css from './purchase-summary.module.css';
import { texts } from './texts.ts';

type PurchaseSummaryProps = {
  readonly lines: readonly PricedLine[];
  readonly quote: ShownQuote;
  /** The email address to which a guest's link is sent. */
  readonly email: string | null;
  /** Controls that change the total, such as the coupon field. */
  readonly children?: ReactNode;
};

/** Shows the purchase, and the terms that the buyer accepts with it. */
export function PurchaseSummary({ lines, quote, email, children }: PurchaseSummaryProps) {
  const t = useTexts(texts);
  const purchase = useTexts(purchaseTexts);
  const { cost } = useFormats();
  return (
    <section className={css.summary} aria-labelledby="summary-heading">
      <h2 id="summary-heading" className={css.heading}>
        {purchase.summary}
      </h2>
      <ul className={css.lines}>
        {lines.map((line) => (
          <li key={line.id} className={css.line}>
            <span className={css.cover}>
              <Cover cover={line.ebook.cover} title={line.ebook.title} alt="" sizes="3rem" loading="eager" />
            </span>
            <div>
              {line.quantity > 1 && <span>{`${line.quantity} × `}</span>}
              <span lang={line.ebook.language}>{line.ebook.title}</span>
              <LaunchNote ebook={line.ebook} className={css.launch} />
              {giftsOf(line) > 0 && <span className={css.gifts}>{t.gifts(giftsOf(line), line.gift === 'group')}</span>}
            </div>
            <span className={css.price}>{cost(quoteLines([line]).total)}</span>
          </li>
        ))}
      </ul>
      {children}
      <TotalLines quote={quote} />
      {email && (
        <p className={css.guest}>
          {t.linkGoesTo} <strong>{email}</strong>
        </p>
      )}
      <p className={css.terms}>
        {purchase.accepts}{' '}
        <a href={paths.terms.href()} target="_blank" rel="noopener">
          {purchase.terms}
          <VisuallyHidden> {t.newTab}</VisuallyHidden>
        </a>
      </p>
      <p className={css.secure}>
        <Icon path={pageIcons.lock} />
        {t.secure} {purchase.delivery[deliveryOf(lines)]}
      </p>
    </section>
  );
}
