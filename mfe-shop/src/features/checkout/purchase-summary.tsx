import { Cover } from '@site/shared/patterns/cover.tsx';
import { Icon, Price, paths, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { type PricedLine, quoteLines } from '../../checkout/priced-lines.ts';
import { purchaseTexts } from '../../checkout/texts.ts';
import css from './purchase-summary.module.css';
import { texts } from './texts.ts';

/** What is paid, and which terms the purchase accepts; and where the link goes of who buys without an account. */
export function PurchaseSummary({ lines, email }: { readonly lines: readonly PricedLine[]; readonly email: string | null }) {
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
      <p className={css.total}>
        <span>{purchase.total}</span>
        <Price size="l">{money(quoteLines(lines).total)}</Price>
      </p>
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
        <Icon name="lock" />
        {t.secure}
      </p>
    </section>
  );
}
