import type { CheckoutUi } from '@site/shared/contracts/checkout.ts';
import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import type { PriceCorrection } from '@site/shared/contracts/errors.ts';
import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import { cartStore, paths, useFetcher, usePreferences } from '@site/shared/site/site.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { isAgreed, keepAgreedCart, readAgreedCart, toAgreedCart } from '../../checkout/agreed-cart.ts';
import type { CartBooks } from '../../checkout/cart-books.ts';
import type { ShownQuote } from '../../checkout/cart-quote.ts';
import { clearAttempt } from '../../checkout/checkout-attempt.ts';
import { keepCoupon } from '../../checkout/coupon.ts';
import type { KeptGuest } from '../../checkout/guest.ts';
import type { PricedLine } from '../../checkout/priced-lines.ts';
import { checkoutCart } from '../../checkout/start-checkout.ts';
import { useQuote } from '../../checkout/use-quote.ts';
import type { PaymentOutcome, PaymentQuestion } from './open-payment.ts';

/** The current step on the way to the payment. */
export type Payment =
  | { readonly step: 'opening' | 'leaving' | 'signed-out' }
  /**
   * `changed`: the cart differs from the cart that the buyer chose to pay, so the buyer must review it. `bought-lately`: the cart contains
   * gifts that the buyer has just bought.
   */
  | { readonly step: 'changed' | 'bought-lately' }
  | { readonly step: 'address-refused'; readonly isGuest: boolean }
  | { readonly step: 'failed'; readonly code: ErrorCode }
  /** The discount of the coupon is unknown. */
  | { readonly step: 'unanswered' }
  | ({ readonly step: 'link-sent' } & Extract<PaymentOutcome, { kind: 'link-sent' }>)
  | ({ readonly step: 'frame' } & Extract<PaymentOutcome, { kind: 'embedded' }>);

/** Applies the checkout's corrections of prices and removed books, because the catalogue may be a moment out of date. */
const corrected = (lines: readonly PricedLine[], corrections: readonly PriceCorrection[]): PricedLine[] =>
  lines.flatMap((line) => {
    const unit = corrections.find(({ id }) => id === line.id)?.unit;
    if (unit === null) return [];
    return [unit?.currency === line.price.currency ? { ...line, price: unit } : line];
  });

/**
 * Opens the payment for a cart as soon as it equals the cart that the buyer chose to pay. Otherwise the buyer must agree first. `lines` are
 * the books of the payment: once the frame is open, a change of the cart in another tab does not affect them.
 */
export function usePayment(
  cart: readonly PricedLine[],
  guest: KeptGuest | null,
  books: CartBooks,
  onBought: (bought: readonly BoughtEbook[]) => void,
) {
  const { locale } = usePreferences();
  const fetcher = useFetcher<PaymentOutcome>();
  const [agreed, setAgreed] = useState(readAgreedCart);
  const [asked, setAsked] = useState<{ lines: readonly PricedLine[]; quote: ShownQuote } | null>(null);
  const [corrections, setCorrections] = useState<readonly PriceCorrection[]>([]);
  const [said, setSaid] = useState<ShownQuote | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const [isAgain, setIsAgain] = useState(false);
  const offered = corrected(cart, corrections);
  const read = useQuote({ coupon: books.coupon, asked: books.quote }, offered);
  const quote = said ?? read.quote;
  const isAsTheBuyerSaw = agreed === null || quote === null || isAgreed(offered, quote.total, agreed);
  const isUnanswered = said === null && read.isUnanswered;
  // The open payment and the cart at the moment when the buyer requested another coupon.
  const [before, setBefore] = useState<{ books: CartBooks; outcome: PaymentOutcome | undefined } | null>(null);
  const isAsking = read.isPending || before?.books === books;
  const outcome = fetcher.state === 'submitting' || fetcher.data === before?.outcome ? undefined : fetcher.data;

  const ask = (ui: CheckoutUi, again = isAgain): void => {
    if (!quote || isUnanswered) return;
    const now = toAgreedCart(offered, quote.total);
    keepAgreedCart(now);
    setAgreed(now);
    setAsked({ lines: offered, quote });
    setIsAgain(again);
    const question: PaymentQuestion = { cart: { ...checkoutCart(offered, quote, locale), ...(again && { again }) }, ui, guest };
    void fetcher.submit(JSON.stringify(question), { method: 'post', action: paths.checkout.href(), encType: 'application/json' });
  };
  const open = useEffectEvent(() => ask('embedded'));
  const isDue = asked === null && offered.length > 0 && !isAsking && !isUnanswered && isAsTheBuyerSaw;
  useEffect(() => {
    if (isDue) open();
  }, [isDue]);

  const leaveFor = (url: string) => {
    setIsLeaving(true);
    // The history entry is replaced, so that going back opens the cart and not a page that redirects again.
    window.location.replace(url);
  };
  const answer = useEffectEvent((given: PaymentOutcome) => {
    if (given.kind === 'hosted') leaveFor(given.url);
    if (given.kind === 'paid') {
      const purchase = given.sessionId && new URLSearchParams({ session_id: given.sessionId });
      leaveFor(purchase ? `${paths.success.href()}?${purchase}` : paths.userDashboard.href('ebooks'));
    }
    if (given.kind === 'free') {
      const { lines, restore } = cartStore.getState();
      restore(lines.filter(({ id }) => !asked?.lines.some((line) => line.id === id)));
      clearAttempt();
      keepCoupon(null);
      leaveFor(paths.order.href(given.orderId));
    }
    if (given.kind === 'corrected') {
      setCorrections(given.corrections);
      setSaid(given.quote);
    }
    if (given.kind === 'bought') onBought(given.bought);
  });
  // The answer of the action is outside React's state, and arrives once for each request.
  useEffect(() => {
    if (fetcher.data) answer(fetcher.data);
  }, [fetcher.data]);

  // When the buyer goes back or forward, the browser may restore this page with a payment that has ended.
  useEffect(() => {
    const beginAgain = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload();
    window.addEventListener('pageshow', beginAgain);
    return () => window.removeEventListener('pageshow', beginAgain);
  }, []);

  function stepOf(): Payment {
    if (isLeaving) return { step: 'leaving' };
    if (outcome?.kind === 'embedded') return { step: 'frame', ...outcome };
    if (outcome?.kind === 'link-sent') return { step: 'link-sent', ...outcome };
    if (outcome?.kind === 'signed-out') return { step: 'signed-out' };
    if (isUnanswered) return { step: read.failure && !isAsking ? 'unanswered' : 'opening' };
    switch (outcome?.kind) {
      case 'bought-lately':
        return { step: 'bought-lately' };
      case 'address-refused':
        return { step: 'address-refused', isGuest: outcome.isGuest };
      case 'failed':
        return { step: 'failed', code: outcome.code };
      case 'corrected':
      case 'bought':
        return { step: 'changed' };
    }
    return { step: isAsTheBuyerSaw || isAsking ? 'opening' : 'changed' };
  }
  const payment = stepOf();
  const shown = payment.step === 'frame' || payment.step === 'leaving' ? asked : null;
  return {
    payment,
    agreed,
    lines: shown?.lines ?? offered,
    quote: shown?.quote ?? quote,
    isAsking,
    failure: read.failure,
    ask,
    /** Starts again with another coupon. The open payment is abandoned, and the API closes it when the next payment is opened. */
    beginAgain: () => {
      setBefore({ books, outcome: fetcher.data });
      setAsked(null);
      setSaid(null);
    },
  };
}
