import { getTelemetry } from '@site/shared/process/telemetry.ts';
import Stripe from 'stripe';
import { AppError } from '../../base/app-error.ts';

const TIMEOUT_MS = 8_000;
const RETRIES = 2;
const RETRY_AFTER_S = 10;

export type Payments = {
  /** Stripe's client; failures pass through `callStripe`. */
  stripe: Stripe;
  /** The event in a webhook's raw body. Throws `invalid_signature`. */
  eventOf: (rawBody: string, signature: string | undefined) => Promise<Stripe.Event>;
};

/** Nothing can be paid now, because of `cause`. */
export const paymentUnavailable = (cause: unknown): AppError =>
  new AppError('payment_unavailable', { retryAfterSeconds: RETRY_AFTER_S }, { cause });

/**
 * What Stripe answers to `call`, or null for an object that does not exist. Throws `payment_unavailable` when Stripe cannot
 * be reached, is overloaded or at fault, or does not take our key; anything else is our fault and passes unchanged, so that a caller
 * can do without what a key may not do.
 */
export async function callStripe<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call;
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

/** The ids of Stripe's objects in a path. */
const IDS = /\/[a-z]+_\w+/g;

/** `client`, each of whose attempts is noted. */
const noted = (client: Stripe.HttpClient): Stripe.HttpClient => ({
  getClientName: () => client.getClientName(),
  makeRequest: (...attempt) => {
    const [, , path, method] = attempt;
    const { pathname } = new URL(path, 'https://stripe.invalid');
    return getTelemetry().call('stripe', `${method} ${pathname.replace(IDS, '/:id')}`, () => client.makeRequest(...attempt));
  },
});

/** `apiUrl` is another host of the same API (the local stand-in); undefined is Stripe itself. */
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
