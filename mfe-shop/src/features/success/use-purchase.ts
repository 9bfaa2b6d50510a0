import { cartStore, paths, TOAST_MS, toast, useCart, useFetcher, useSession, useTexts } from '@site/shared/site/site.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { forgetAttempt } from '../../checkout/checkout-attempt.ts';
import { keepCoupon } from '../../checkout/coupon.ts';
import { proofOf, readGuest } from '../../checkout/guest.ts';
import { isBought, mayChangeSoon, type Purchase, type PurchaseQuestion, withoutBought } from './purchase.ts';
import { isFirstShowing, markSent, msUntilAllowed } from './purchase-markers.ts';
import { texts } from './texts.ts';

/** Pauses between questions while the payment is on its way, in milliseconds; then the visitor may ask. */
const PAUSES_MS = [5_000, 8_000, 15_000, 30_000];

type PurchaseView = {
  /** Null while the answer is on its way. */
  readonly purchase: Purchase | null;
  /** The payment may still be confirmed within moments. */
  readonly isConfirming: boolean;
  readonly isAsking: boolean;
  readonly askAgain: () => void;
};

/** Asks for the purchase once it is known who is here, tells the news once, and takes what was bought out of the cart. */
export function usePurchase(sessionId: string | null): PurchaseView {
  const t = useTexts(texts);
  const session = useSession();
  const isCartReady = useCart((cart) => cart.isReady);
  const fetcher = useFetcher<Purchase>();
  const [questions, setQuestions] = useState(0);
  const answered = fetcher.data;
  const guest = session.status === 'unknown' ? null : readGuest();
  const isKnown = session.status === 'signed-in' || guest !== null;

  const ask = useEffectEvent(() => {
    if (!sessionId || !isKnown) return;
    markSent(sessionId, Date.now());
    setQuestions((count) => count + 1);
    const question: PurchaseQuestion = {
      sessionId,
      ...(session.status === 'signed-in' && { customerEmail: session.email, customerName: session.me?.name ?? null }),
      ...(guest && { guest: proofOf(guest) }),
    };
    void fetcher.submit(question, { method: 'post', action: paths.success.href(), encType: 'application/json' });
  });

  // The first question, or the next one after a pause, kept out of the window of the one before.
  const pause = PAUSES_MS[questions - 1];
  const isChanging = answered?.kind === 'order' && mayChangeSoon(answered.order.state);
  const isDue = isKnown && !!sessionId && fetcher.state === 'idle' && (questions === 0 || (isChanging && pause !== undefined));
  useEffect(() => {
    if (!isDue || !sessionId) return;
    const timer = setTimeout(ask, Math.max(questions === 0 ? 0 : (pause ?? 0), msUntilAllowed(sessionId, Date.now())));
    return () => clearTimeout(timer);
  }, [isDue, sessionId, questions, pause]);

  const tell = useEffectEvent((purchase: Purchase) => {
    if (purchase.kind === 'failed') {
      toast.error(t.emailFailed, { id: 'purchase-email' });
      if (!guest) toast.plain(t.stillInDashboard, { id: 'purchase-dashboard', durationMs: TOAST_MS.error });
    }
    if (purchase.kind !== 'order' || !sessionId || !isBought(purchase.order.state) || !isFirstShowing(sessionId)) return;
    const { lines, restore } = cartStore.getState();
    restore(withoutBought(lines, purchase.order.items));
    forgetAttempt();
    keepCoupon(null);
    if (purchase.order.state !== 'paid') return;
    toast.success(t.paymentSuccessful, { durationMs: TOAST_MS.payment });
    if (purchase.email !== 'none') toast.success(t.emailSent);
  });
  // The answer and the device's cart come from outside of React, in either order.
  useEffect(() => {
    if (answered && isCartReady) tell(answered);
  }, [answered, isCartReady]);

  return {
    purchase: answered ?? null,
    isConfirming: isChanging && pause !== undefined,
    isAsking: questions === 0 || fetcher.state !== 'idle',
    askAgain: () => setQuestions(0),
  };
}
