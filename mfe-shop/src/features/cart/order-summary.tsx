import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { formatCurrencyName } from '@site/shared/money/currencies.ts';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, Icon, Link, paths, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { useRef } from 'react';
import type { CartBooks } from '../../checkout/cart-books.ts';
import { quoteOnShelf } from '../../checkout/cart-quote.ts';
import { CouponField } from '../../checkout/coupon-field.tsx';
import { copiesOf, deliveryOf, type PricedLine } from '../../checkout/priced-lines.ts';
import { purchaseTexts } from '../../checkout/texts.ts';
import { TotalLines } from '../../checkout/total-lines.tsx';
import { useQuote } from '../../checkout/use-quote.ts';
import { Collapsible } from '../../collapsible/collapsible.tsx';
import { ReceiptBuyer } from '../../receipt-buyer/receipt-buyer.tsx';
import { CompleteBundle } from './complete-bundle.tsx';
import css from './order-summary.module.css';
import { SignInDialog } from './sign-in-dialog.tsx';
import { texts } from './texts.ts';
import { useCheckout } from './use-checkout.ts';

type OrderSummaryProps = {
  /** The cart lines that can be bought, without owned books. */
  readonly lines: readonly PricedLine[];
  readonly books: CartBooks;
  /** Returns whether all typed values of the cart are valid. */
  readonly isReady: () => boolean;
};

export function OrderSummary({ lines, books, isReady }: OrderSummaryProps) {
  const t = useTexts(texts);
  const purchase = useTexts(purchaseTexts);
  const common = useTexts(commonTexts);
  const { locale, currency, currencies, chooseCurrency } = usePreferences();
  const asked = useQuote({ coupon: books.coupon, asked: books.quote }, lines);
  const quote = asked.quote ?? quoteOnShelf(lines);
  const checkout = useCheckout(lines, quote.total);
  const delivery = deliveryOf(lines);
  const couponPlace = useRef<HTMLElement>(null);
  function pay() {
    if (!isReady()) return;
    if (asked.isUnanswered) couponPlace.current?.focus();
    else checkout.start();
  }
  return (
    <aside className={css.summary} aria-labelledby="summary-heading">
      <h2 id="summary-heading" className={css.heading}>
        {purchase.summary}
      </h2>
      {currencies.length > 1 ? (
        <Collapsible title={`${t.items(copiesOf(lines))} · ${formatCurrencyName(currency, locale)}`} isQuiet>
          <Select
            label={common.currency}
            isLabelHidden
            value={currency}
            options={currencies.map((value) => ({ value, label: formatCurrencyName(value, locale) }))}
            onChange={(event) => {
              const chosen = currencies.find((value) => value === event.target.value);
              if (chosen) chooseCurrency(chosen);
            }}
          />
        </Collapsible>
      ) : (
        <p className={css.items}>{t.items(copiesOf(lines))}</p>
      )}
      <TotalLines quote={quote} isPending={asked.isPending} />
      <Button size="l" isWide isPending={checkout.isPending || asked.isPending} pendingText={purchase.opening} onClick={pay}>
        {t.checkout}
      </Button>
      <CouponField coupon={books.coupon} quote={quote} isPending={asked.isPending} failure={asked.failure} place={couponPlace} />
      <CompleteBundle lines={lines} completion={(asked.isPending ? books.quote?.quote : quote)?.completion} />
      <ReceiptBuyer />
      <p className={css.terms}>
        {purchase.accepts} <Link to={paths.terms.href()}>{purchase.terms}</Link>
      </p>
      <p className={css.secure}>
        <Icon path={pageIcons.lock} />
        {t.secure} {purchase.delivery[delivery]}
      </p>
      <Link to={paths.shop.href()}>{t.continueShopping}</Link>
      <SignInDialog
        isOpen={checkout.isAskingToSignIn}
        isFree={quote.total.minor === 0}
        delivery={delivery}
        onClose={checkout.stayHere}
        onGuest={checkout.goOn}
      />
    </aside>
  );
}

/** Replaces the summary if the buyer owns every book of the cart, or their payment is pending. */
export function NothingToPay() {
  const t = useTexts(texts);
  const purchase = useTexts(purchaseTexts);
  return (
    <aside className={css.summary} aria-labelledby="summary-heading">
      <h2 id="summary-heading" className={css.heading}>
        {purchase.summary}
      </h2>
      <p>{purchase.nothingToPay}</p>
      <Link to={paths.shop.href()}>{t.continueShopping}</Link>
    </aside>
  );
}
