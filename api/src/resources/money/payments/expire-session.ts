import Stripe from 'stripe';
import { callStripe } from '../../../gateways/stripe/payments.ts';
import type { Deps } from '../../../platform/deps.ts';

/** Closes the payment page of a session. Settle the order afterwards to learn its state. Throws `payment_unavailable`. */
export async function expireSession({ payments }: Pick<Deps, 'payments'>, sessionId: string): Promise<void> {
  try {
    await callStripe(payments.stripe.checkout.sessions.expire(sessionId));
  } catch (error) {
    // Only open sessions can expire. This session was paid or ended meanwhile, and settling the order finds out which.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}
