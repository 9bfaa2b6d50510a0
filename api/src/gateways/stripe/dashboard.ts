/** Where a payment, its refunds and its disputes are in Stripe's dashboard; test payments have their own. */
export const paymentUrl = (intentId: string | null, sessionId: string | null): string =>
  `https://dashboard.stripe.com/${sessionId?.startsWith('cs_test_') ? 'test/' : ''}payments/${intentId ?? ''}`;
