import type { AdminCouponTerms } from '@site/shared/contracts/admin-promotions.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { quoteOf } from '@site/shared/money/quote.ts';
import { useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import css from './promotions.module.css';
import { useBooks } from './promotions-queries.ts';
import { texts } from './texts.ts';

const SHOWN = 3;

/** What the first books of the shop cost with these terms, by the same rule as in the cart. */
export function CouponPreview({ terms }: { terms: AdminCouponTerms }) {
  const t = useTexts(texts);
  const { currency } = usePreferences();
  const { money } = useFormats();
  const books = useBooks('').data?.ebooks ?? [];
  const { percent, amounts, ebookIds, stacks } = terms;
  const { minor = null, minimum = 0 } = amounts[currency] ?? {};
  const isWhole = percent === null ? minor !== null && minor > 0 : percent >= 1 && percent <= 100 && Number.isInteger(percent);
  const cheaper = (isWhole ? books : []).flatMap(({ id, title, prices }) => {
    const price = prices[currency];
    if (price === null) return [];
    const coupon = { code: '', percent, minor, minimumMinor: Math.max(0, minimum), ebookIds, stacks };
    const list = toMoney(price, currency);
    const { total } = quoteOf([{ id, quantity: 1 }], { currency, list: new Map([[id, list]]), coupon });
    return total.minor < list.minor ? [{ id, title, list, total }] : [];
  });
  return (
    <div className={css.preview} role="status">
      <h3>{t.preview}</h3>
      {cheaper.length === 0 && books.length > 0 && <p>{t.previewNone}</p>}
      {cheaper.slice(0, SHOWN).map(({ id, title, list, total }) => (
        <p key={id}>{t.previewOf(title, money(list), money(total))}</p>
      ))}
      {percent !== 100 && cheaper.some(({ total }) => total.minor === 0) && <p className={css.warning}>{t.freeWarning}</p>}
    </div>
  );
}
