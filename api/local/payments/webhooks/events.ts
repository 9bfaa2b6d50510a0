import { newId } from '../ids.ts';
import type { LocalStripeOptions } from '../options.ts';
import { assertAnswer } from '../schema/schema.ts';
import type { Store } from '../store/store.ts';
import { API_VERSION } from '../version.ts';
import type { EventSubject, EventType, StripeEvent } from '../wire.ts';
import type { Webhooks } from './webhooks.ts';

/** The API call that caused an event. Null fields for events by buyers, banks and the clock. */
export type Cause = StripeEvent['request'];
const NO_CALL: Cause = { id: null, idempotency_key: null };

type EmitOptions = { cause?: Cause; previous?: Record<string, unknown> };

/** Stores an event and queues its delivery. Resolves when the first attempt was answered or failed. */
export type Emit = <T extends EventType>(
  type: T,
  subject: EventSubject<T> & { id: string; object: string },
  options?: EmitOptions,
) => Promise<void>;

export function createEmit(store: Store, webhooks: Webhooks, options: LocalStripeOptions): Emit {
  const now = options.now ?? Date.now;
  return (type, subject, { cause = NO_CALL, previous } = {}) => {
    const event: StripeEvent = {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: Math.floor(now() / 1000),
      data: { object: subject, ...(previous && { previous_attributes: previous }) },
      livemode: false,
      pending_webhooks: options.webhook ? 1 : 0,
      request: cause,
      type,
    };
    assertAnswer(event);
    store.events.put(event);
    return webhooks.send(event);
  };
}
