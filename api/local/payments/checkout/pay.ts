import { refused } from '../errors.ts';
import type { Local } from '../local.ts';
import { newCharge } from '../objects/charge.ts';
import { openDispute } from '../objects/dispute.ts';
import { newPaymentIntent } from '../objects/payment-intent.ts';
import type { Checkout } from '../store/store.ts';
import type { Cause } from '../webhooks/events.ts';
import type { Charge, PaymentIntent, Session } from '../wire.ts';
import { customerDetails } from './create-session.ts';
import { cardDetails, delayedDetails } from './details.ts';
import { paymentUrlOf } from './payment-address.ts';
import type { DelayedMethod, PaymentMethodType } from './payment-methods.ts';
import { lapsePix, newPixAction, pixToPay } from './pix.ts';
import { CHALLENGE_FAILED, type Decline, findTestCard, type TestCard } from './test-cards.ts';

export type Buyer = { email: string; name: string };

/**
 * The home country of each method. Stripe's page asks for the country of the buyer's address, but the stand-in's page assumes this country.
 */
const COUNTRY_OF = { boleto: 'BR', pix: 'BR', us_bank_account: 'US', nz_bank_account: 'NZ', sepa_debit: 'DE' } as const satisfies Record<
  DelayedMethod | 'pix',
  string
>;

export type Attempt =
  | { kind: 'complete'; session: Session; announced: Promise<void> }
  | { kind: 'challenge' }
  | { kind: 'pix' }
  | { kind: 'declined'; decline: Decline };

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const BOLETO_DAYS = 3;

/**
 * Returns the end of the day in São Paulo, three hours behind UTC all year. A boleto can be paid until 23:59 there
 * (docs.stripe.com/payments/boleto).
 */
function endOfDayInSaoPaulo(seconds: number): number {
  const midnight = Math.floor((seconds - 3 * HOUR) / DAY) * DAY + 3 * HOUR;
  return midnight + DAY - 60;
}

function checkoutOf({ store }: Local, session: Session): Checkout {
  const checkout = store.checkouts.get(session.id);
  if (!checkout) throw new Error(`the state has no checkout of ${session.id}`);
  return checkout;
}

/** Returns the session's intent, ready for an attempt with `method`. The first attempt creates it. */
function intentFor(local: Local, session: Session, method: PaymentMethodType): PaymentIntent {
  const known = session.payment_intent ? local.store.intents.get(session.payment_intent) : undefined;
  if (known) {
    local.store.checkouts.put({ ...checkoutOf(local, session), delayedMethod: null });
    return { ...known, payment_method_types: [method], next_action: null };
  }
  const intent = local.store.intents.put(newPaymentIntent(session, checkoutOf(local, session), method, local.seconds()));
  void local.emit('payment_intent.created', intent);
  return intent;
}

function complete(local: Local, session: Session, paymentStatus: Session['payment_status']): Extract<Attempt, { kind: 'complete' }> {
  local.store.checkouts.put({ ...checkoutOf(local, session), challenge: null });
  const done = local.store.sessions.put({ ...session, status: 'complete', payment_status: paymentStatus, url: null });
  return { kind: 'complete', session: done, announced: local.emit('checkout.session.completed', done) };
}

/** Stores the outcome of an attempt: a new charge, or the result of the pending charge. */
function putCharge(local: Local, session: Session, intent: PaymentIntent, outcome: Parameters<typeof newCharge>[3]): Charge {
  const charge = newCharge(session, intent, local.seconds(), outcome);
  const last = intent.latest_charge ? local.store.charges.get(intent.latest_charge) : undefined;
  return local.store.charges.put(last?.status === 'pending' ? { ...charge, id: last.id, created: last.created } : charge);
}

/** Records that the money of `intent` arrived. `announced` resolves when the intent's event was answered. */
function take(local: Local, session: Session, intent: PaymentIntent, details: Charge['payment_method_details']) {
  const charge = putCharge(local, session, intent, { status: 'succeeded', details });
  const paid = local.store.intents.put({
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    canceled_at: null,
    cancellation_reason: null,
    last_payment_error: null,
    next_action: null,
  });
  void local.emit('charge.succeeded', charge);
  return { charge, announced: local.emit('payment_intent.succeeded', paid) };
}

function decline(local: Local, session: Session, intent: PaymentIntent, details: Charge['payment_method_details'], why: Decline): void {
  const { code, message, declineCode } = why;
  const charge = putCharge(local, session, intent, { status: 'failed', details, failure: { code, message } });
  const failed = local.store.intents.put({
    ...intent,
    status: 'requires_payment_method',
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: { type: 'card_error', code, message, charge: charge.id, ...(declineCode && { decline_code: declineCode }) },
  });
  void local.emit('charge.failed', charge);
  void local.emit('payment_intent.payment_failed', failed);
}

function withBuyer(local: Local, session: Session, buyer: Buyer, intent: PaymentIntent, country: string): Session {
  const email = session.customer_email ?? buyer.email;
  return local.store.sessions.put({ ...session, customer_details: customerDetails(email, buyer.name, country), payment_intent: intent.id });
}

function acceptCard(local: Local, session: Session, intent: PaymentIntent, card: TestCard, authenticated: boolean): Attempt {
  const { charge } = take(local, session, intent, cardDetails(card, authenticated));
  // Like at Stripe, the dispute of a test card may be reported before the session is completed.
  if (card.outcome.kind === 'disputed') openDispute(local, charge, card.outcome.reason);
  return complete(local, session, 'paid');
}

/** Pays by card. After a decline the session stays open, and the same page accepts another card. */
export function payByCard(local: Local, opened: Session, card: TestCard, buyer: Buyer): Attempt {
  const intent = intentFor(local, opened, 'card');
  const session = withBuyer(local, opened, buyer, intent, card.country);
  if (card.outcome.kind === 'declined') {
    decline(local, session, intent, cardDetails(card, false), card.outcome.decline);
    return { kind: 'declined', decline: card.outcome.decline };
  }
  if (card.outcome.kind === 'challenge') {
    local.store.checkouts.put({ ...checkoutOf(local, session), challenge: { card: card.number, name: buyer.name } });
    const waiting = local.store.intents.put({
      ...intent,
      status: 'requires_action',
      next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: null, url: `${paymentUrlOf(local, session)}/challenge` } },
    });
    void local.emit('payment_intent.requires_action', waiting);
    return { kind: 'challenge' };
  }
  return acceptCard(local, session, intent, card, false);
}

/** Continues a payment after the bank's 3-D Secure page. */
export function answerChallenge(local: Local, session: Session, passed: boolean): Attempt {
  const checkout = checkoutOf(local, session);
  const card = checkout.challenge && findTestCard(checkout.challenge.card);
  if (!card) throw refused('This Checkout Session waits for no authentication.');
  local.store.checkouts.put({ ...checkout, challenge: null });
  const intent = intentFor(local, session, 'card');
  if (passed) return acceptCard(local, session, intent, card, true);
  decline(local, session, intent, cardDetails(card, false), CHALLENGE_FAILED);
  return { kind: 'declined', decline: CHALLENGE_FAILED };
}

/** Completes a session with nothing to pay, without an intent. */
export function completeWithoutPayment(local: Local, opened: Session, buyer: Buyer): Attempt {
  const session = { ...opened, customer_details: customerDetails(opened.customer_email ?? buyer.email, buyer.name || null) };
  return complete(local, session, 'no_payment_required');
}

/** Completes a checkout session with a payment method that pays later, such as boleto. `settle` decides later whether the money arrives. */
export function payLater(local: Local, opened: Session, method: DelayedMethod, buyer: Buyer): Attempt {
  const intent = intentFor(local, opened, method);
  const session = withBuyer(local, opened, buyer, intent, COUNTRY_OF[method]);
  local.store.checkouts.put({ ...checkoutOf(local, session), delayedMethod: method });
  if (method === 'boleto') {
    const waiting = local.store.intents.put({
      ...intent,
      status: 'requires_action',
      next_action: {
        type: 'boleto_display_details',
        boleto_display_details: {
          expires_at: endOfDayInSaoPaulo(local.seconds() + BOLETO_DAYS * DAY),
          hosted_voucher_url: `${local.options.publicUrl}/c/boleto/${session.id}`,
          number: '01010101010101010101010101010101010101010101010',
          pdf: `${local.options.publicUrl}/c/boleto/${session.id}/pdf`,
        },
      },
    });
    void local.emit('payment_intent.requires_action', waiting);
  } else {
    const charge = local.store.charges.put(
      newCharge(session, intent, local.seconds(), { status: 'pending', details: delayedDetails(method, buyer.name) }),
    );
    const processing = local.store.intents.put({ ...intent, status: 'processing', latest_charge: charge.id });
    void local.emit('charge.pending', charge);
    void local.emit('payment_intent.processing', processing);
  }
  return complete(local, session, 'unpaid');
}

/** Shows the buyer a Pix. The session stays open and is completed when the Pix is paid. */
export function showPix(local: Local, opened: Session, buyer: Buyer): Attempt {
  const intent = intentFor(local, opened, 'pix');
  const session = withBuyer(local, opened, buyer, intent, COUNTRY_OF.pix);
  local.store.checkouts.put({ ...checkoutOf(local, session), delayedMethod: 'pix' });
  const waiting = local.store.intents.put({ ...intent, status: 'requires_action', next_action: newPixAction(local, session) });
  void local.emit('payment_intent.requires_action', waiting);
  return { kind: 'pix' };
}

/**
 * Records the payment of a Pix, even a late one. For a session that has ended, only the intent shows the payment. Resolves when the event
 * was answered. Throws when the Pix was paid before.
 */
async function receivePix(local: Local, session: Session, intent: PaymentIntent): Promise<Session> {
  if (intent.status === 'succeeded') throw refused(`PaymentIntent ${intent.id} has succeeded already.`);
  const { announced } = take(local, session, intent, delayedDetails('pix', session.customer_details?.name ?? null));
  if (session.status !== 'open') {
    await announced;
    return session;
  }
  const attempt = complete(local, session, 'paid');
  await attempt.announced;
  return attempt.session;
}

const DELAYED_FAILED: Decline = {
  code: 'payment_intent_payment_attempt_failed',
  declineCode: null,
  message: 'The payment did not arrive.',
};

/**
 * Plays the buyer's bank: days later for a delayed method, or at once for a Pix. A failed Pix expires. Resolves when the session's event
 * was answered. Throws when no payment is pending.
 */
export async function settle(local: Local, session: Session, outcome: 'paid' | 'failed'): Promise<Session> {
  const method = checkoutOf(local, session).delayedMethod;
  const intent = session.payment_intent ? local.store.intents.get(session.payment_intent) : undefined;
  if (method === 'pix' && intent) {
    if (outcome === 'paid') return await receivePix(local, session, intent);
    await lapsePix(local, session);
    return session;
  }
  if (!method || !intent || session.status !== 'complete' || !['processing', 'requires_action'].includes(intent.status)) {
    throw refused(`Checkout Session ${session.id} waits for no delayed payment.`);
  }
  const details = delayedDetails(method, session.customer_details?.name ?? null);
  if (outcome === 'failed') {
    decline(local, session, intent, details, DELAYED_FAILED);
    await local.emit('checkout.session.async_payment_failed', session);
    return session;
  }
  take(local, session, intent, details);
  const paid = local.store.sessions.put({ ...session, payment_status: 'paid' });
  await local.emit('checkout.session.async_payment_succeeded', paid);
  return paid;
}

/** Expires an open session and cancels its intent. `announced` resolves when the session's event was answered. */
export function expire(local: Local, session: Session, cause?: Cause): { session: Session; announced: Promise<void> } {
  const intent = session.payment_intent ? local.store.intents.get(session.payment_intent) : undefined;
  if (intent) {
    const canceled = local.store.intents.put({
      ...intent,
      status: 'canceled',
      canceled_at: local.seconds(),
      cancellation_reason: 'automatic',
      next_action: null,
    });
    void local.emit('payment_intent.canceled', canceled);
  }
  const expired = local.store.sessions.put({ ...session, status: 'expired', url: null });
  return { session: expired, announced: local.emit('checkout.session.expired', expired, cause ? { cause } : {}) };
}

/** Returns the session's current state. Open sessions and Pix codes whose time is over expire when they are read. */
export function current(local: Local, session: Session): Session {
  const pix = session.status === 'open' ? pixToPay(local, session) : null;
  if (pix && pix.expiresAt <= local.seconds()) void lapsePix(local, session);
  return session.status === 'open' && session.expires_at <= local.seconds() ? expire(local, session).session : session;
}
