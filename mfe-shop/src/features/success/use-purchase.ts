import { cartStore, paths, TOAST_MS, toast, useCart, useFetcher, useSession, useTexts } from '@site/shared/site/site.ts';
import { errorTexts } from '@site/shared/texts/error-texts.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { clearAttempt } from '../../checkout/checkout-attempt.ts';
import { keepCoupon } from '../../checkout/coupon.ts';
import { clearBrowser, proofOf, readGuest } from '../../checkout/guest.ts';
import { isBought, mayChangeSoon, type Purchase, type PurchaseQuestion, withoutBought } from './purchase.ts';
import { isFirstShowing, markSent, msUntilAllowed } from './purchase-markers.ts';
import { texts } from './texts.ts';

/** Returns the pause before the next request while the payment is pending, in milliseconds. A Pix is paid in minutes, a boleto in days. */
const pauseAfter = (questions: number): number => [0, 5_000, 8_000][questions] ?? (questions < 40 ? 15_000 : 60_000);

/** The number of requests in the first minute, in which most payments are confirmed. */
const FIRST_QUESTIONS = 5;

type PurchaseView = {
  /** The purchase. Null until the first answer. A later request that fails does not change it. */
  readonly purchase: Purchase | null;
  /** Whether the provider may still confirm the payment within moments. */
  readonly isConfirming: boolean;
  /** Whether the first request, or a request by the buyer, is running. */
  readonly isAsking: boolean;
  readonly retry: () => void;
};

/** Loads the purchase once the session is known, shows the outcome once, and removes the bought books from the cart. */
export function usePurchase(sessionId: string | null): PurchaseView {
  const t = useTexts(texts);
  const errors = useTexts(errorTexts);
  const session = useSession();
  const isCartReady = useCart((cart) => cart.isReady);
  const fetcher = useFetcher<Purchase>();
  const [questions, setQuestions] = useState(0);
  const [isAsking, setIsAsking] = useState(true);
  const answered = fetcher.data;
  const [known, setKnown] = useState<Purchase | null>(null);
  if (answered && answered !== known && !(answered.kind === 'failed' && known?.kind === 'order')) setKnown(answered);
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

  // The next request follows after a pause, or when the buyer returns from the bank's app. A hidden tab sends no requests.
  const isChanging = known?.kind === 'order' && mayChangeSoon(known.order.state);
  const isDue = isKnown && !!sessionId && fetcher.state === 'idle' && (isAsking || isChanging);
  useEffect(() => {
    if (!isDue || !sessionId) return;
    const askIn = (pause: number, then: () => void) => setTimeout(then, Math.max(pause, msUntilAllowed(sessionId, Date.now())));
    const askIfSeen = () => {
      if (document.visibilityState === 'visible') ask();
    };
    let timer = isAsking ? askIn(0, ask) : askIn(pauseAfter(questions), askIfSeen);
    const onReturn = () => {
      clearTimeout(timer);
      timer = askIn(0, isAsking ? ask : askIfSeen);
    };
    addEventListener('focus', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      clearTimeout(timer);
      removeEventListener('focus', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [isDue, isAsking, sessionId, questions]);

  const noteAnswer = useEffectEvent((purchase: Purchase) => {
    setIsAsking(false);
    if (!isAsking || questions === 1 || known?.kind !== 'order') return;
    if (purchase.kind === 'failed') toast.error(errors[purchase.code], { id: 'purchase-check' });
    else if (isChanging) toast.plain(t.notYet[known.order.toPay?.with ?? 'other'], { id: 'purchase-check' });
  });
  useEffect(() => {
    if (answered) noteAnswer(answered);
  }, [answered]);

  const tell = useEffectEvent((purchase: Purchase) => {
    if (purchase.kind === 'failed' && known?.kind !== 'order') {
      toast.error(t.emailFailed, { id: 'purchase-email' });
      if (!guest) toast.plain(t.stillInDashboard, { id: 'purchase-dashboard', durationMs: TOAST_MS.error });
    }
    // While the payment is pending the value is kept, so that another tab cannot pay for the same books.
    if (purchase.kind === 'order' && purchase.order.state === 'paid') clearBrowser();
    if (purchase.kind !== 'order' || !sessionId || !isBought(purchase.order.state) || !isFirstShowing(sessionId)) return;
    const { lines, restore } = cartStore.getState();
    restore(withoutBought(lines, purchase.order.items));
    clearAttempt();
    keepCoupon(null);
    if (purchase.order.state !== 'paid') return;
    toast.success(t.paymentSuccessful, { durationMs: TOAST_MS.payment });
    if (purchase.email !== 'none') toast.success(t.emailSent);
  });
  // The API's answer and the device's cart arrive outside React, in either order.
  useEffect(() => {
    if (answered && isCartReady) tell(answered);
  }, [answered, isCartReady]);

  return {
    purchase: known,
    isConfirming: isChanging && questions < FIRST_QUESTIONS,
    isAsking,
    retry: () => setIsAsking(true),
  };
}
