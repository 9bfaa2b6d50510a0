import type { ErrorCode } from '../errors.ts';

export type Decline = { code: ErrorCode; declineCode: string | null; message: string };

/** The bank's reaction to a payment with a card. */
export type CardOutcome =
  | { kind: 'accepted' }
  | { kind: 'slow_refund' }
  | { kind: 'challenge' }
  | { kind: 'disputed'; reason: string }
  | { kind: 'declined'; decline: Decline };

export type TestCard = { number: string; brand: 'visa' | 'mastercard' | 'amex'; country: string; outcome: CardOutcome };

const declined = (code: ErrorCode, declineCode: string | null, message: string): CardOutcome => ({
  kind: 'declined',
  decline: { code, declineCode, message },
});
const visa = (number: string, outcome: CardOutcome, country = 'US'): TestCard => ({ number, brand: 'visa', country, outcome });

/** Stripe's own test numbers (docs.stripe.com/testing). The page rejects any other number, so no real card is ever stored. */
export const TEST_CARDS: readonly TestCard[] = [
  visa('4242424242424242', { kind: 'accepted' }),
  visa('4000000760000002', { kind: 'accepted' }, 'BR'),
  { number: '5555555555554444', brand: 'mastercard', country: 'US', outcome: { kind: 'accepted' } },
  { number: '378282246310005', brand: 'amex', country: 'US', outcome: { kind: 'accepted' } },
  visa('4000000000007726', { kind: 'slow_refund' }),
  visa('4000002760003184', { kind: 'challenge' }),
  visa('4000000000003220', { kind: 'challenge' }),
  visa('4000000000000002', declined('card_declined', 'generic_decline', 'Your card was declined.')),
  visa('4000000000009995', declined('card_declined', 'insufficient_funds', 'Your card has insufficient funds.')),
  visa('4000000000000069', declined('expired_card', 'expired_card', 'Your card has expired.')),
  visa('4000000000000127', declined('incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect.")),
  visa(
    '4000000000000119',
    declined('processing_error', 'processing_error', 'An error occurred while processing your card. Try again in a little bit.'),
  ),
  visa('4000000000000259', { kind: 'disputed', reason: 'fraudulent' }),
  visa('4000000000002685', { kind: 'disputed', reason: 'product_not_received' }),
];

/** The decline when the buyer fails 3-D Secure. */
export const CHALLENGE_FAILED: Decline = {
  code: 'payment_intent_authentication_failure',
  declineCode: null,
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

export const findTestCard = (number: string): TestCard | undefined => TEST_CARDS.find((card) => card.number === number);
