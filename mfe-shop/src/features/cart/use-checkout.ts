import type { Money } from '@site/shared/money/money.ts';
import { paths, useSession } from '@site/shared/site/site.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { keepAgreedCart, toAgreedCart } from '../../checkout/agreed-cart.ts';
import type { PricedLine } from '../../checkout/priced-lines.ts';
import { withOrigin } from '../../checkout/with-origin.ts';

/** Leads from the cart to the payment page. */
export function useCheckout(lines: readonly PricedLine[], total: Money) {
  const session = useSession();
  const [isLeaving, setIsLeaving] = useState(false);
  const [isPressed, setIsPressed] = useState(false);
  const [isAskingToSignIn, setIsAskingToSignIn] = useState(false);

  // When the buyer goes back from the payment page, the browser may restore this page as it was while waiting.
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => event.persisted && setIsLeaving(false);
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);

  const goOn = () => {
    setIsAskingToSignIn(false);
    keepAgreedCart(toAgreedCart(lines, total));
    setIsLeaving(true);
    // The payment page must be a new document, because a document's content security policy decides which frames it may contain.
    window.location.assign(withOrigin(paths.checkout.href()));
  };
  const answerPress = useEffectEvent(() => {
    setIsPressed(false);
    if (session.status === 'signed-out') setIsAskingToSignIn(true);
    else goOn();
  });
  // A press before the session was known waits until it is known.
  useEffect(() => {
    if (isPressed && session.status !== 'unknown') answerPress();
  }, [isPressed, session.status]);

  return {
    isPending: isPressed || isLeaving,
    isAskingToSignIn,
    stayHere: () => setIsAskingToSignIn(false),
    start: () => setIsPressed(true),
    /** Continues to the payment as the current person. */
    goOn,
  };
}
