import type Stripe from 'stripe';

type ErrorBody = {
  type: 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'card_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: { id: string };
};

/**
 * A failure as Stripe says it. `stage` decides whether an idempotency key remembers it: Stripe keeps what happened once
 * a call began to execute, and nothing of calls whose parameters it refused (docs.stripe.com/api/idempotent_requests).
 */
export class StripeApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly stage: 'validation' | 'execution';

  constructor(status: number, body: ErrorBody, stage: 'validation' | 'execution' = 'validation') {
    super(body.message);
    this.status = status;
    this.body = body;
    this.stage = stage;
  }
}

export type ErrorCode = Extract<Stripe.PaymentIntent.LastPaymentError['code'], string>;

/** A parameter that Stripe would refuse. */
export function invalid(message: string, param?: string, code?: ErrorCode): StripeApiError {
  return new StripeApiError(400, { type: 'invalid_request_error', message, ...(param && { param }), ...(code && { code }) });
}

/** A call that is well formed but cannot be done in the present state. */
export function refused(message: string, code?: ErrorCode, param?: string): StripeApiError {
  return new StripeApiError(400, { type: 'invalid_request_error', message, ...(param && { param }), ...(code && { code }) }, 'execution');
}

/** An id that names nothing: 404 when it is the address, 400 when it is a parameter. */
export function missing(kind: string, id: string, param: string, status: 400 | 404 = 404): StripeApiError {
  return new StripeApiError(status, {
    type: 'invalid_request_error',
    message: `No such ${kind}: '${id}'`,
    param,
    code: 'resource_missing',
  });
}

/** What a restricted key is told that lacks the permission for a call. */
export function forbidden(): StripeApiError {
  const message =
    "The provided key 'rk_test_***' does not have the required permissions for this endpoint on account 'acct_local'. Having the 'rak_dispute_read' permission would allow this request to continue.";
  return new StripeApiError(403, { type: 'invalid_request_error', message });
}

/** Something that Stripe offers and this stand-in does not: said aloud, so that no caller believes that it happened. */
export function notEmulated(what: string, param?: string): StripeApiError {
  return invalid(`The local Stripe does not emulate ${what}. Use a Stripe sandbox for it.`, param);
}
