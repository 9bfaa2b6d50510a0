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
 * An error in Stripe's format. `stage` decides whether an idempotency key remembers the error: Stripe keeps results of calls that began to
 * execute, but not of calls with invalid parameters (docs.stripe.com/api/idempotent_requests).
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

/** Returns the error for a parameter that Stripe would reject. */
export function invalid(message: string, param?: string, code?: ErrorCode): StripeApiError {
  return new StripeApiError(400, { type: 'invalid_request_error', message, ...(param && { param }), ...(code && { code }) });
}

/** Returns the error for a valid call that is impossible in the current state. */
export function refused(message: string, code?: ErrorCode, param?: string): StripeApiError {
  return new StripeApiError(400, { type: 'invalid_request_error', message, ...(param && { param }), ...(code && { code }) }, 'execution');
}

/** Returns the error for an unknown id: 404 when it is in the path, 400 when it is a parameter. */
export function missing(kind: string, id: string, param: string, status: 400 | 404 = 404): StripeApiError {
  return new StripeApiError(status, {
    type: 'invalid_request_error',
    message: `No such ${kind}: '${id}'`,
    param,
    code: 'resource_missing',
  });
}

/** Returns the error for a restricted key that lacks the permission for a call. */
export function forbidden(): StripeApiError {
  const message =
    "The provided key 'rk_test_***' does not have the required permissions for this endpoint on account 'acct_local'. Having the 'rak_dispute_read' permission would allow this request to continue.";
  return new StripeApiError(403, { type: 'invalid_request_error', message });
}

/** Returns the error for a feature of Stripe that this stand-in does not have, so that no caller believes that it worked. */
export function notEmulated(what: string, param?: string): StripeApiError {
  return invalid(`The local Stripe does not emulate ${what}. Use a Stripe sandbox for it.`, param);
}
