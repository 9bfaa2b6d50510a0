import type Stripe from 'stripe';

/** The objects that the local Stripe returns, by their `object` field. */
export type StripeObjects = {
  'checkout.session': Stripe.Checkout.Session;
  item: Stripe.LineItem;
  product: Stripe.Product;
  price: Stripe.Price;
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  webhook_endpoint: Stripe.WebhookEndpoint;
  balance_transaction: Stripe.BalanceTransaction;
  payout: Stripe.Payout;
};

/** The events that the local Stripe sends. */
export type StripeEvents = {
  'checkout.session.completed': Stripe.CheckoutSessionCompletedEvent;
  'checkout.session.expired': Stripe.CheckoutSessionExpiredEvent;
  'checkout.session.async_payment_succeeded': Stripe.CheckoutSessionAsyncPaymentSucceededEvent;
  'checkout.session.async_payment_failed': Stripe.CheckoutSessionAsyncPaymentFailedEvent;
  'payment_intent.created': Stripe.PaymentIntentCreatedEvent;
  'payment_intent.requires_action': Stripe.PaymentIntentRequiresActionEvent;
  'payment_intent.processing': Stripe.PaymentIntentProcessingEvent;
  'payment_intent.succeeded': Stripe.PaymentIntentSucceededEvent;
  'payment_intent.payment_failed': Stripe.PaymentIntentPaymentFailedEvent;
  'payment_intent.canceled': Stripe.PaymentIntentCanceledEvent;
  'charge.pending': Stripe.ChargePendingEvent;
  'charge.succeeded': Stripe.ChargeSucceededEvent;
  'charge.failed': Stripe.ChargeFailedEvent;
  'charge.refunded': Stripe.ChargeRefundedEvent;
  'charge.dispute.created': Stripe.ChargeDisputeCreatedEvent;
  'charge.dispute.updated': Stripe.ChargeDisputeUpdatedEvent;
  'charge.dispute.closed': Stripe.ChargeDisputeClosedEvent;
  'refund.created': Stripe.RefundCreatedEvent;
  'refund.updated': Stripe.RefundUpdatedEvent;
  'refund.failed': Stripe.RefundFailedEvent;
};

/** The parameters of the calls that the local Stripe implements. */
export type StripeRequests = {
  'POST /v1/checkout/sessions': Stripe.Checkout.SessionCreateParams;
  'GET /v1/checkout/sessions': Stripe.Checkout.SessionListParams;
  'GET /v1/checkout/sessions/:id': Stripe.Checkout.SessionRetrieveParams;
  'GET /v1/checkout/sessions/:id/line_items': Stripe.Checkout.SessionListLineItemsParams;
  'POST /v1/checkout/sessions/:id/expire': Stripe.Checkout.SessionExpireParams;
  'GET /v1/payment_intents': Stripe.PaymentIntentListParams;
  'GET /v1/payment_intents/:id': Stripe.PaymentIntentRetrieveParams;
  'GET /v1/charges/:id': Stripe.ChargeRetrieveParams;
  'POST /v1/refunds': Stripe.RefundCreateParams;
  'GET /v1/refunds': Stripe.RefundListParams;
  'GET /v1/refunds/:id': Stripe.RefundRetrieveParams;
  'GET /v1/disputes': Stripe.DisputeListParams;
  'GET /v1/disputes/:id': Stripe.DisputeRetrieveParams;
  'GET /v1/balance_transactions': Stripe.BalanceTransactionListParams;
  'GET /v1/balance_transactions/:id': Stripe.BalanceTransactionRetrieveParams;
  'GET /v1/payouts': Stripe.PayoutListParams;
  'GET /v1/payouts/:id': Stripe.PayoutRetrieveParams;
  'GET /v1/events': Stripe.EventListParams;
  'GET /v1/events/:id': Stripe.EventRetrieveParams;
  'GET /v1/webhook_endpoints': Stripe.WebhookEndpointListParams;
};
