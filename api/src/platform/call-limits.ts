import { BODY_BYTES } from '@site/shared/contracts/calls.ts';
import { type Endpoint, type Endpoints, endpoints } from '@site/shared/contracts/endpoints.ts';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AppError } from '../base/app-error.ts';
import { withDeadline } from '../base/deadline.ts';
import type { access } from './access.ts';
import type { ApiEnv } from './deps.ts';

/** Stripe decides the size of its events. The largest stay far below this limit. */
const WEBHOOK: keyof typeof access = 'POST /api/webhooks/stripe';
const WEBHOOK_BYTES = 256 * 1_024;

/** Returns the maximum size of a call's body, in bytes. */
function bodyBytesOf(route: string): number {
  if (route === WEBHOOK) return WEBHOOK_BYTES;
  const calls: Readonly<Record<string, Endpoint | undefined>> = endpoints;
  return calls[route]?.bodyBytes ?? BODY_BYTES;
}

/** Rejects a body that is larger than its call allows before it is in memory, with or without a `Content-Length`. */
export const limitBody: MiddlewareHandler<ApiEnv> = (c, next) =>
  bodyLimit({
    maxSize: bodyBytesOf(c.get('route') ?? ''),
    onError: () => {
      throw new AppError('payload_too_large');
    },
  })(c, next);

/** A person waits for these calls, and the calls wait for Stripe. */
export const CALLS_OF_STRIPE = [
  'POST /api/create-checkout-session',
  'POST /send-purchase-email',
  'POST /api/me/orders/:id/cancel',
  'DELETE /api/me',
  'POST /api/admin/orders/:id/refunds',
  'DELETE /api/admin/people/:id',
  'GET /api/admin/payouts',
] as const satisfies (keyof Endpoints)[];

/**
 * Milliseconds. The site's pages abort a call after 10 seconds. This limit is shorter, so that pages still receive the error about Stripe.
 */
const WAIT_LIMIT_MS = 9_000;

/** Gives a call one time limit for all its requests to Stripe and to the database. */
export const limitWait: MiddlewareHandler<ApiEnv> = (_c, next) => withDeadline(WAIT_LIMIT_MS, next);
