import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
import type { AdminCouponTerms } from '@site/shared/contracts/admin-promotions.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { quoteOf } from '@site/shared/money/quote.ts';
import { useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import css from './promotions.module.css';
import { useBooks } from './promotions-queries.ts';
import { texts } from './texts.ts';

const SHOWN = 3;

/** Returns the list price of a book and its price at `at` (milliseconds); null if a coupon cannot discount the book. */
function pricesAt({ listPrices, suggested, launch, sale }: AdminEbook, currency: Currency, at: number) {
  const list = listPrices[currency];
  const isForSale = !launch || launch.isOver || launch.isSold;
  if (list === null || suggested[currency] !== null || !isForSale) return null;
  const runs = sale !== null && Date.parse(sale.startsAt) <= at && at < Date.parse(sale.endsAt);
  const now = runs ? (sale.prices[currency]?.now ?? list) : list;
  return { list: toMoney(list, currency), now: toMoney(now, currency) };
}

/** Previews the prices of the shop's first books with these terms, by the same rule as the cart. */
export function CouponPreview({ terms }: { terms: AdminCouponTerms }) {
  const t = useTexts(texts);
  const { currency } = usePreferences();
  const { cost, money } = useFormats();
  const { data, dataUpdatedAt: readAt } = useBooks('');
  const books = data?.ebooks ?? [];
  const { percent, amounts, ebookIds, stacks } = terms;
  const { minor = null, minimum = 0 } = amounts[currency] ?? {};
  const isWhole = percent === null ? minor !== null && minor > 0 : percent >= 1 && percent <= 100 && Number.isInteger(percent);
  const coupon = { code: '', percent, minor, minimumMinor: Math.max(0, minimum), ebookIds, stacks };
  const cheaper = (isWhole ? books : []).flatMap((book) => {
    const { id, title } = book;
    const price = pricesAt(book, currency, readAt);
    if (!price) return [];
    const facts = { currency, list: new Map([[id, price.list]]), now: new Map([[id, price.now]]), coupon };
    const { total } = quoteOf([{ id, quantity: 1 }], facts);
    return total.minor < price.now.minor ? [{ id, title, before: price.now, total }] : [];
  });
  return (
    <div className={css.preview} role="status">
      <h3>{t.preview}</h3>
      {cheaper.length === 0 && books.length > 0 && <p>{t.previewNone}</p>}
      {cheaper.slice(0, SHOWN).map(({ id, title, before, total }) => (
        <p key={id}>{t.previewOf(title, money(before), cost(total))}</p>
      ))}
      {percent !== 100 && cheaper.some(({ total }) => total.minor === 0) && <p className={css.warning}>{t.freeWarning}</p>}
    </div>
  );
}
