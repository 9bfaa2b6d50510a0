import { getTelemetry } from '@site/shared/process/telemetry.ts';
import Stripe from 'stripe';
import { AppError } from '../../base/app-error.ts';
import { currentDeadline } from '../../base/deadline.ts';

const TIMEOUT_MS = 8_000;
const RETRIES = 2;
const RETRY_AFTER_S = 10;

export type Payments = {
  /** Stripe's client. Await its calls through `callStripe`, which translates failures. */
  stripe: Stripe;
  /** Returns the event in a webhook's raw body. Throws `invalid_signature`. */
  eventOf: (rawBody: string, signature: string | undefined) => Promise<Stripe.Event>;
};

/** Returns the error for a payment that `cause` prevents now. */
export const paymentUnavailable = (cause: unknown): AppError =>
  new AppError('payment_unavailable', { retryAfterSeconds: RETRY_AFTER_S }, { cause });

/**
 * Rejects at the deadline of the current request. Null if the request has no deadline. After the rejection it is unknown what Stripe did
 * with the call.
 */
const deadlinePassed = (): Promise<never> | null => {
  const signal = currentDeadline()?.signal;
  if (!signal) return null;
  return new Promise((_, reject) => {
    const end = () => reject(new Stripe.errors.StripeConnectionError({ type: 'api_error', message: 'no answer before the deadline' }));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
};

/**
 * Returns Stripe's answer to `call`, or null when the object does not exist. Throws `payment_unavailable` when Stripe cannot be reached,
 * misses the request's deadline, is overloaded, fails, or rejects our key. Any other error is our own fault and passes unchanged, so that a
 * caller can do without a call that a restricted key may not make.
 */
export async function callStripe<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  const late = deadlinePassed();
  try {
    return await (late ? Promise.race([call, late]) : call);
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeInvalidRequestError && cause.code === 'resource_missing') return null;
    const notNow =
      cause instanceof Stripe.errors.StripeConnectionError ||
      cause instanceof Stripe.errors.StripeRateLimitError ||
      cause instanceof Stripe.errors.StripeAPIError ||
      cause instanceof Stripe.errors.StripeAuthenticationError;
    throw notNow ? paymentUnavailable(cause) : cause;
  }
}

/** Matches the ids of Stripe's objects in a path. */
const IDS = /\/[a-z]+_\w+/g;

/** Wraps `client`: records each attempt in the telemetry and ends it at the deadline of the current request. */
const noted = (client: Stripe.HttpClient): Stripe.HttpClient => ({
  getClientName: () => client.getClientName(),
  makeRequest: (...attempt) => {
    const [host, port, path, method, headers, body, protocol, timeout] = attempt;
    const { pathname } = new URL(path, 'https://stripe.invalid');
    const ms = Math.max(1, Math.min(timeout, currentDeadline()?.leftMs() ?? timeout));
    return getTelemetry().call('stripe', `${method} ${pathname.replace(IDS, '/:id')}`, () =>
      client.makeRequest(host, port, path, method, headers, body, protocol, ms),
    );
  },
});

/** Creates the Stripe client. `apiUrl` is another host of the same API (the local stand-in). Undefined means Stripe itself. */
export function createPayments(options: { secretKey: string; webhookSecret: string; apiUrl?: string | undefined }): Payments {
  const url = options.apiUrl ? new URL(options.apiUrl) : null;
  const stripe = new Stripe(options.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    httpClient: noted(Stripe.createNodeHttpClient()),
    ...(url
      ? {
          host: url.hostname,
          port: url.port || (url.protocol === 'https:' ? '443' : '80'),
          protocol: url.protocol === 'https:' ? ('https' as const) : ('http' as const),
        }
      : {}),
  });
  return {
    stripe,
    eventOf: async (rawBody, signature) => {
      try {
        return await stripe.webhooks.constructEventAsync(rawBody, signature ?? '', options.webhookSecret);
      } catch (cause) {
        throw new AppError('invalid_signature', {}, { cause });
      }
    },
  };
}
