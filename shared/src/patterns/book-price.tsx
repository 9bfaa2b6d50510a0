import { Price, useFormats, usePreferences, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import type { Ebook } from '../contracts/ebooks.ts';
import { getReduction } from '../money/reduction.ts';
import { defineTexts } from '../texts/locales.ts';
import css from './book-price.module.css';

const texts = defineTexts({ before: 'De', now: 'por', free: 'Grátis' }, { before: 'Was', now: 'now', free: 'Free' });

type BookPriceProps = {
  readonly ebook: Pick<Ebook, 'prices' | 'sales'>;
  readonly size?: 's' | 'm' | 'l';
  /** Names the amount for screen readers where no other price stands beside it. */
  readonly label?: string;
};

/** What a book costs, in a sale beside what it cost before. */
export function BookPrice({ ebook, size = 'm', label }: BookPriceProps) {
  const t = useTexts(texts);
  const { currency } = usePreferences();
  const { money, price } = useFormats();
  const reduction = getReduction(ebook, currency);
  const shown = ebook.prices[currency] === 0 ? t.free : price(ebook.prices);
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
