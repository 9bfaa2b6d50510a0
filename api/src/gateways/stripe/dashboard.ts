/** Returns the page of a payment, with its refunds and disputes, in Stripe's dashboard. Test payments have a separate dashboard. */
export const paymentUrl = (intentId: string | null, sessionId: string | null): string =>
  `https://dashboard.stripe.com/${sessionId?.startsWith('cs_test_') ? 'test/' : ''}payments/${intentId ?? ''}`;
