import { Price, useFormats, usePreferences, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import type { Ebook } from '../contracts/ebooks.ts';
import { getOpenPrice } from '../money/open-price.ts';
import { getReduction } from '../money/reduction.ts';
import { defineTexts } from '../texts/locales.ts';
import css from './book-price.module.css';

const texts = defineTexts(
  {
    before: 'De',
    now: 'por',
    from: 'A partir de',
    open: 'Você decide o preço',
  },
  { before: 'Was', now: 'now', from: 'From', open: 'Pay what you want' },
);

type BookPriceProps = {
  readonly ebook: Pick<Ebook, 'currentPrices' | 'sales' | 'suggested'>;
  readonly size?: 's' | 'm' | 'l';
  /** Screen readers announce it before the amount. Only needed where no text next to the price says what the amount is. */
  readonly label?: string;
};

/** Renders a book's price: in a sale together with the previous price, or the minimum if the buyer decides it. */
export function BookPrice({ ebook, size = 'm', label }: BookPriceProps) {
  const t = useTexts(texts);
  const { currency } = usePreferences();
  const { money, price } = useFormats();
  const reduction = getReduction(ebook, currency);
  const open = getOpenPrice(ebook, currency);
  if (open) {
    const hasLeast = open.least.minor > 0;
    return (
      <span className={css.offer}>
        {label && <VisuallyHidden>{label} </VisuallyHidden>}
        <span className={css.open}>{hasLeast ? `${t.from} ` : t.open}</span>
        {hasLeast && <Price size={size}>{money(open.least)}</Price>}
      </span>
    );
  }
  const shown = price(ebook.currentPrices);
  if (!reduction) {
    return (
      <Price size={size} {...(label ? { label } : {})}>
        {shown}
      </Price>
    );
  }
  return (
    <span className={css.offer}>
      <span className={css.before}>
        <VisuallyHidden>{t.before} </VisuallyHidden>
        <s>{money(reduction.before)}</s>
      </span>{' '}
      <Price size={size} label={t.now}>
        {shown}
      </Price>
    </span>
  );
}
