import { createHash } from 'node:crypto';
import { StripeApiError } from '../errors.ts';
import type { Local } from '../local.ts';
import type { RememberedAnswer } from '../store/store.ts';

/** Stripe keeps keys for at least a day (docs.stripe.com/api/idempotent_requests). */
const KEPT_SECONDS = 24 * 60 * 60;
const MAX_KEY_LENGTH = 255;

export type Idempotency = {
  /** Returns the stored response of `key` for exactly this request. Throws for another request, or while the first one is running. */
  begin: (key: string, request: string) => RememberedAnswer | undefined;
  /** Ends the request that `begin` started. If `answer` is missing, the key stays unused. */
  end: (key: string, request: string, answer?: Pick<RememberedAnswer, 'status' | 'body' | 'requestId'>) => void;
};

const fingerprintOf = (request: string) => createHash('sha256').update(request).digest('hex');

export function createIdempotency({ store, seconds }: Local): Idempotency {
  const running = new Set<string>();
  for (const { id, at } of store.answers.values()) if (at <= seconds() - KEPT_SECONDS) store.answers.delete(id);
  return {
    begin: (key, request) => {
      if (key.length > MAX_KEY_LENGTH) {
        throw new StripeApiError(400, {
          type: 'idempotency_error',
          message: `Idempotency keys have at most ${MAX_KEY_LENGTH} characters.`,
        });
      }
      if (running.has(key)) {
        throw new StripeApiError(409, {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: 'There is currently another in-progress request using this Idempotent Key.',
        });
      }
      const known = store.answers.get(key);
      if (known && known.at > seconds() - KEPT_SECONDS) {
        if (known.fingerprint === fingerprintOf(request)) return known;
        const rule = 'Keys for idempotent requests can only be used with the same parameters they were first used with.';
        const advice = `Try using a key other than '${key}' if you meant to execute a different request.`;
        throw new StripeApiError(400, { type: 'idempotency_error', message: `${rule} ${advice}` });
      }
      running.add(key);
      return undefined;
    },
    end: (key, request, answer) => {
      running.delete(key);
      if (answer) store.answers.put({ ...answer, id: key, fingerprint: fingerprintOf(request), at: seconds() });
    },
  };
}
