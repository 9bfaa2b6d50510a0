import type { CheckoutUi } from '@site/shared/contracts/checkout.ts';
import type { ApiCall, EmbeddedPayments } from '@site/shared/site/site.ts';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/dist/pure.mjs';
import type { KeptGuest } from '../../checkout/guest.ts';
import { type CheckoutCart, type CheckoutOutcome, startCheckout } from '../../checkout/start-checkout.ts';

/** The page's request. `hosted` is for a buyer who chose the provider's page. */
export type PaymentQuestion = { readonly cart: CheckoutCart; readonly ui: CheckoutUi; readonly guest: KeptGuest | null };

export type PaymentOutcome =
  | Exclude<CheckoutOutcome, { kind: 'embedded' }>
  | { readonly kind: 'embedded'; readonly stripe: Stripe; readonly clientSecret: string };

/**
 * Opens the payment for a cart in the provider's frame if its script loads, and otherwise on the provider's page. The script loads first,
 * so that a blocked, missing or silent script leaves no open payment behind.
 */
export async function openPayment(
  api: ApiCall,
  payments: EmbeddedPayments | undefined,
  { cart, ui, guest }: PaymentQuestion,
): Promise<PaymentOutcome> {
  const stripe = payments && ui === 'embedded' ? await loadPayments(payments) : null;
  const outcome = await startCheckout(api, cart, stripe ? 'embedded' : 'hosted', guest);
  if (outcome.kind !== 'embedded') return outcome;
  if (!stripe) throw new Error('a frame was opened that nothing can show');
  return { ...outcome, stripe };
}

async function loadPayments({ loadScript, publishableKey }: EmbeddedPayments): Promise<Stripe | null> {
  try {
    // Loads Stripe's script before the library. The library would wait for the script without a limit, and uses it once it is loaded.
    await loadScript();
    return await loadStripe(publishableKey);
  } catch {
    return null;
  }
}
