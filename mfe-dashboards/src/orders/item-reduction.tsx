import type { Order } from '@site/shared/contracts/orders.ts';
import { useFormats, useTexts } from '@site/shared/site/site.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import css from './item-reduction.module.css';

const texts = defineTexts(
  { sale: (list: string): string => `Preço promocional; sem a promoção, ${list}` },
  { sale: (list: string): string => `Sale price; without the sale, ${list}` },
);

/** Shows why a book of an order cost less than its list price. */
export function ItemReduction({ item: { list, reasons } }: { item: Pick<Order['items'][number], 'list' | 'reasons'> }) {
  const t = useTexts(texts);
  const { money } = useFormats();
  return list && reasons?.includes('sale') && <span className={css.reduction}>{t.sale(money(list))}</span>;
}
