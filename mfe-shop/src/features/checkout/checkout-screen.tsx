import { normalizeCouponCode } from '@site/shared/contracts/coupon-rules.ts';
import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorState,
  icons,
  paths,
  Skeleton,
  useCart,
  useFormats,
  usePreferences,
  useRevalidator,
  useTexts,
} from '@site/shared/site/site.ts';
import { errorTexts } from '@site/shared/texts/error-texts.ts';
import { stateTexts } from '@site/shared/texts/state-texts.ts';
import { useRef, useState } from 'react';
import type { CartBooks } from '../../checkout/cart-books.ts';
import type { ShownQuote } from '../../checkout/cart-quote.ts';
import { keepCoupon } from '../../checkout/coupon.ts';
import { CouponField } from '../../checkout/coupon-field.tsx';
import { couponTexts } from '../../checkout/coupon-texts.ts';
import type { KeptGuest } from '../../checkout/guest.ts';
import { type PricedLine, priceLines } from '../../checkout/priced-lines.ts';
import { purchaseTexts } from '../../checkout/texts.ts';
import { boughtTexts } from '../../ebook/bought-texts.ts';
import { ReceiptBuyer } from '../../receipt-buyer/receipt-buyer.tsx';
import { CartChanges, type SeenCart } from './cart-changes.tsx';
import css from './checkout-screen.module.css';
import { DOCUMENT_LOAD } from './document-load.ts';
import { PaymentFrame } from './payment-frame.tsx';
import { PurchaseSummary } from './purchase-summary.tsx';
import { SignInFirst } from './sign-in-first.tsx';
import { texts } from './texts.ts';
import { type Payment, usePayment } from './use-payment.ts';

/** The payment screen. `guest` is a buyer without an account, or null for the signed-in account. */
export function CheckoutScreen({ books, guest }: { books: CartBooks; guest: KeptGuest | null }) {
  const { currency } = usePreferences();
  const deviceLines = useCart((cart) => cart.lines);
  // The books that the checkout rejected. They are needed if loading the bought books fails.
  const [refused, setRefused] = useState<readonly BoughtEbook[]>([]);
  const bought = [...books.bought, ...refused];
  const cart = priceLines(deviceLines, books.ebooks, currency).filter(
    ({ id, gift }) => gift || !bought.some(({ ebookId }) => ebookId === id),
  );
  const isInCart = (id: string) => deviceLines.some((line) => line.id === id);
  const { payment, agreed: chosen, lines, quote, isAsking, failure, ask, beginAgain } = usePayment(cart, guest, books, setRefused);
  // A book that the buyer removed from the cart in another tab has not left the shop.
  const agreed = { lines: chosen?.lines.filter(({ id }) => isInCart(id)) ?? [], total: chosen?.total ?? null };
  if (payment.step === 'signed-out') return <SignInFirst />;
  if (payment.step === 'link-sent') return <LinkSent email={payment.email} receiveBy={payment.receiveBy} />;
  if (lines.length === 0 || quote === null) {
    const inCart = bought.filter(({ ebookId }) => isInCart(ebookId));
    return <NothingToPay bought={inCart} left={agreed.lines.length - inCart.length} isGuest={guest !== null} />;
  }
  return (
    <div className={css.columns}>
      <div className={css.purchase}>
        <PurchaseSummary lines={lines} quote={quote} email={guest?.email ?? null}>
          <CouponField
            coupon={books.coupon}
            quote={quote}
            isPending={isAsking}
            // The coupon cannot change during a payment request. The payment part shows why a discount is unknown.
            isBusy={payment.step === 'opening' || payment.step === 'leaving'}
            failure={null}
            onChange={beginAgain}
          />
        </PurchaseSummary>
        <ReceiptBuyer guest={guest} />
      </div>
      <Paying
        payment={payment}
        agreed={agreed}
        lines={lines}
        quote={quote}
        failure={failure}
        bought={bought}
        onOpen={() => ask('embedded')}
        onAgain={() => ask('embedded', true)}
        onHosted={() => ask('hosted')}
        coupon={books.coupon}
        onWithoutCoupon={beginAgain}
      />
    </div>
  );
}

/** Shown when the books are free. A buyer who does not get the email may have mistyped the address. */
function LinkSent({ email, receiveBy }: { email: string; receiveBy: Instant }) {
  const t = useTexts(texts);
  const { day } = useFormats();
  return (
    <EmptyState icon={pageIcons.mail} title={t.linkSent} message={t.linkSentMeaning(email, day(receiveBy))}>
      <p>{t.linkNotThere}</p>
      <ButtonLink {...DOCUMENT_LOAD} to={paths.cart.href()} variant="secondary">
        {t.back}
      </ButtonLink>
    </EmptyState>
  );
}

/** `left` is the number of the cart's books that are no longer in the shop. */
function NothingToPay({ bought, left, isGuest }: { bought: readonly BoughtEbook[]; left: number; isGuest: boolean }) {
  const purchase = useTexts(purchaseTexts);
  const errors = useTexts(errorTexts);
  const payment = useTexts(texts);
  const t = useTexts(boughtTexts);
  const owned = bought[0];
  const waiting = bought.find(({ standing }) => standing === 'waiting');
  if (!owned) {
    return (
      <EmptyState icon={icons.bag} title={purchase.empty} message={left > 0 ? purchase.left(left) : purchase.emptyMessage}>
        <ButtonLink {...DOCUMENT_LOAD} to={paths.shop.href()} size="l">
          {purchase.toShop}
        </ButtonLink>
      </EmptyState>
    );
  }
  // Only the email contains the link of a guest.
  if (isGuest)
    return (
      <EmptyState icon={pageIcons.mail} title={purchase.nothingToPay} message={waiting ? payment.guestWaits : payment.guestHasBought} />
    );
  return (
    <EmptyState icon={icons.bag} title={purchase.nothingToPay} message={errors[waiting ? 'ebook_pending' : 'ebook_owned']}>
      {waiting ? (
        <ButtonLink {...DOCUMENT_LOAD} to={paths.order.href(waiting.orderId)} size="l">
          {t.openOrder}
        </ButtonLink>
      ) : (
        <ButtonLink {...DOCUMENT_LOAD} to={paths.userDashboard.href('ebooks')} size="l">
          {t.openLibrary}
        </ButtonLink>
      )}
    </EmptyState>
  );
}

type PayingProps = {
  readonly payment: Payment;
  readonly agreed: SeenCart;
  readonly lines: readonly PricedLine[];
  readonly quote: ShownQuote;
  readonly failure: ErrorCode | null;
  readonly bought: readonly BoughtEbook[];
  readonly onOpen: () => void;
  readonly onAgain: () => void;
  readonly onHosted: () => void;
  readonly coupon: string | null;
  readonly onWithoutCoupon: () => void;
};

function Paying({ payment, agreed, lines, quote, failure, bought, onOpen, onAgain, onHosted, coupon, onWithoutCoupon }: PayingProps) {
  const t = useTexts(texts);
  const purchase = useTexts(purchaseTexts);
  const place = useRef<HTMLElement>(null);
  /** The pressed button disappears, so the focus moves to the part that shows the result. */
  const after = (press: () => void) => () => {
    place.current?.focus();
    press();
  };
  return (
    <section ref={place} tabIndex={-1} className={css.paying} aria-label={t.form}>
      {payment.step === 'frame' && <PaymentFrame stripe={payment.stripe} clientSecret={payment.clientSecret} onHosted={after(onHosted)} />}
      {payment.step === 'changed' && (
        <div className={css.changed}>
          <CartChanges agreed={agreed} lines={lines} quote={quote} failure={failure} bought={bought} />
          <Button size="l" onClick={after(onOpen)}>
            {t.goOn}
          </Button>
        </div>
      )}
      {payment.step === 'unanswered' && (
        <UnansweredCoupon coupon={coupon ?? ''} failure={failure} after={after} onWithoutCoupon={onWithoutCoupon} />
      )}
      {payment.step === 'bought-lately' && (
        <div className={css.changed}>
          <p role="status">{t.boughtLately}</p>
          <Button size="l" onClick={after(onAgain)}>
            {t.buyAgain}
          </Button>
        </div>
      )}
      {payment.step === 'address-refused' && (
        <div className={css.changed}>
          <p role="alert">{payment.isGuest ? t.addressRefused : t.ownAddressRefused}</p>
          {payment.isGuest ? (
            <ButtonLink {...DOCUMENT_LOAD} to={paths.cart.href()}>
              {t.back}
            </ButtonLink>
          ) : (
            <ButtonLink {...DOCUMENT_LOAD} to={paths.contact.href()}>
              {t.writeToUs}
            </ButtonLink>
          )}
        </div>
      )}
      {payment.step === 'failed' && <Failure code={payment.code} onRetry={after(onOpen)} />}
      {(payment.step === 'opening' || payment.step === 'leaving') && (
        <>
          <p role="status">{payment.step === 'leaving' ? t.leaving : purchase.opening}</p>
          <Skeleton shape="block" lines={2} />
        </>
      )}
    </section>
  );
}

type UnansweredCouponProps = {
  readonly coupon: string;
  readonly failure: ErrorCode | null;
  readonly after: (press: () => void) => () => void;
  readonly onWithoutCoupon: () => void;
};

/** Shown if the coupon's discount is unknown. The buyer retries or pays without the coupon. */
function UnansweredCoupon({ coupon, failure, after, onWithoutCoupon }: UnansweredCouponProps) {
  const state = useTexts(stateTexts);
  const errors = useTexts(errorTexts);
  const t = useTexts(couponTexts);
  const { revalidate } = useRevalidator();
  const takeOut = () => {
    keepCoupon(null);
    onWithoutCoupon();
    void revalidate();
  };
  return (
    <ErrorState
      title={state.error}
      message={`${errors[failure ?? 'unexpected']} ${t.unanswered(normalizeCouponCode(coupon))}`}
      retryText={state.retry}
      onRetry={after(() => void revalidate())}
    >
      <Button variant="secondary" onClick={after(takeOut)}>
        {t.removeCoupon}
      </Button>
    </ErrorState>
  );
}

/** Failures with their own message, which is more helpful than "please try again". */
const TELLING: readonly ErrorCode[] = [
  'email_not_verified',
  'forbidden',
  'too_many_requests',
  'payment_unavailable',
  'checkout_elsewhere',
  'currency_not_sold',
];

function Failure({ code, onRetry }: { code: ErrorCode; onRetry: () => void }) {
  const t = useTexts(texts);
  const state = useTexts(stateTexts);
  const errors = useTexts(errorTexts);
  const message = TELLING.includes(code) ? errors[code] : t.checkoutFailed;
  const isElsewhere = code === 'checkout_elsewhere';
  return (
    <ErrorState
      title={isElsewhere ? t.elsewhere : state.error}
      message={message}
      retryText={isElsewhere ? t.payHere : state.retry}
      onRetry={onRetry}
    >
      {code === 'email_not_verified' && (
        <ButtonLink {...DOCUMENT_LOAD} to={paths.checkEmail.href(paths.cart.href())}>
          {t.confirmEmail}
        </ButtonLink>
      )}
    </ErrorState>
  );
}
