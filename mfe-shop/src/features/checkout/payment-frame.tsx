import { Button, Skeleton, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import type { Stripe, StripeEmbeddedCheckout } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import { purchaseTexts } from '../../checkout/texts.ts';
import css from './payment-frame.module.css';
import { texts } from './texts.ts';

/** How long the frame may take to appear, in milliseconds. A blocked frame fails silently, so a later frame counts as blocked. */
const SILENCE_MS = 8_000;

type PaymentFrameProps = {
  readonly stripe: Stripe;
  readonly clientSecret: string;
  readonly onHosted: () => void;
};

/** Shows the provider's payment form, and another way to pay for a buyer who cannot see the form. */
export function PaymentFrame({ stripe, clientSecret, onHosted }: PaymentFrameProps) {
  const t = useTexts(texts);
  const purchase = useTexts(purchaseTexts);
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'coming' | 'shown' | 'silent'>('coming');

  useEffect(() => {
    let isOver = false;
    let frame: StripeEmbeddedCheckout | null = null;
    const silence = setTimeout(() => setState('silent'), SILENCE_MS);
    const noteShown = () => {
      clearTimeout(silence);
      setState('shown');
    };
    async function show() {
      const created = await stripe.createEmbeddedCheckoutPage({
        clientSecret,
        onAnalyticsEvent: ({ eventType }) => {
          if (eventType === 'checkoutRendered') noteShown();
        },
      });
      // A page may have only one payment frame, so a frame that was created too late is destroyed.
      if (isOver || !place.current) return created.destroy();
      frame = created;
      created.mount(place.current);
    }
    show().catch(() => setState('silent'));
    return () => {
      isOver = true;
      clearTimeout(silence);
      frame?.destroy();
    };
  }, [stripe, clientSecret]);

  return (
    <>
      <VisuallyHidden role="status">{state === 'coming' ? purchase.opening : state === 'shown' ? t.ready : ''}</VisuallyHidden>
      {state === 'silent' && (
        <div role="alert" className={css.silent}>
          <h2>{t.silentTitle}</h2>
          <p>{t.silent}</p>
          <Button onClick={onHosted}>{t.openHosted}</Button>
        </div>
      )}
      <div className={css.stage}>
        {state === 'coming' && (
          <div className={css.outline}>
            <Skeleton shape="block" lines={2} />
          </div>
        )}
        <div ref={place} className={css.place} />
      </div>
    </>
  );
}
