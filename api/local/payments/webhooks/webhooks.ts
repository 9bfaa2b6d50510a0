import type { LocalStripeOptions } from '../options.ts';
import type { Delivery, Store } from '../store/store.ts';
import type { StripeEvent } from '../wire.ts';
import { signatureHeader } from './signature.ts';

const ATTEMPT_TIMEOUT_MS = 20_000;
/**
 * The delays between retries. They are shorter than Stripe's, which last hours and three days in total, so that a developer sees a
 * restarted API catch up.
 */
const RETRY_DELAYS_MS = [1_000, 3_000, 10_000, 30_000, 120_000, 600_000, 3_600_000];

export type Webhooks = {
  /** Queues an event. Resolves when its first attempt was answered or failed, or at once while deliveries are paused. */
  send: (event: StripeEvent) => Promise<void>;
  /** Sends an event again, whatever its state, and returns the new state. Undefined for an unknown event. */
  resend: (eventId: string) => Promise<Delivery | undefined>;
  /** Continues the deliveries of an earlier process. */
  start: () => void;
  pause: () => void;
  resume: () => void;
  isPaused: () => boolean;
  /** Ends all attempts. Undelivered events stay in the queue on disk. */
  stop: () => Promise<void>;
};

export function createWebhooks(store: Store, options: LocalStripeOptions): Webhooks {
  const now = options.now ?? Date.now;
  const log = options.log ?? (() => {});
  const delays = options.retryDelaysMs ?? RETRY_DELAYS_MS;
  const endpoint = options.webhook;
  const stopping = new AbortController();
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let paused = false;

  /** Sends an event and returns the endpoint's status, or null without a response. */
  async function post(event: StripeEvent): Promise<number | null> {
    if (!endpoint) return null;
    // Stripe sends indented JSON. A receiver that serializes the body again before verifying it fails here as it does with Stripe.
    const body = JSON.stringify(event, null, 2);
    try {
      const answer = await fetch(endpoint.url, {
        method: 'POST',
        redirect: 'manual',
        body,
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signatureHeader(endpoint.secret, body, Math.floor(now() / 1000)),
        },
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return null;
    }
  }

  async function attempt(id: string): Promise<void> {
    const event = store.events.get(id);
    const before = store.deliveries.get(id);
    if (!event || !before) return;
    const status = await post(event);
    // An attempt that the end of the process interrupted is not counted. It is repeated after the restart.
    if (stopping.signal.aborted && status === null) return;

    const delivery = store.deliveries.get(id) ?? before;
    const attempts = [...delivery.attempts, { at: new Date(now()).toISOString(), status }];
    const isDelivered = status !== null && status >= 200 && status < 300;
    const delay = isDelivered ? undefined : delays[attempts.length - 1];
    const state = isDelivered ? 'delivered' : delay === undefined ? 'failed' : 'pending';
    store.deliveries.put({ ...delivery, attempts, state, nextAttemptAt: delay === undefined ? null : now() + delay });
    if (isDelivered && event.pending_webhooks > 0) store.events.put({ ...event, pending_webhooks: 0 });
    log(`webhook ${event.type} ${id} attempt ${attempts.length}: ${status ?? 'no answer'}`);
    if (delay !== undefined) schedule(id, delay);
  }

  function run(id: string): Promise<void> {
    clearTimeout(timers.get(id));
    timers.delete(id);
    const attempted = attempt(id);
    running.add(attempted);
    return attempted.finally(() => running.delete(attempted));
  }

  function schedule(id: string, delayMs: number): void {
    if (paused || stopping.signal.aborted) return;
    clearTimeout(timers.get(id));
    const timer = setTimeout(() => void run(id), Math.max(0, delayMs));
    timer.unref();
    timers.set(id, timer);
  }

  function continueAll(): void {
    for (const delivery of store.deliveries.values()) {
      if (delivery.state === 'pending') schedule(delivery.id, (delivery.nextAttemptAt ?? 0) - now());
    }
  }

  return {
    send: async (event) => {
      if (!endpoint) return;
      const subject = event.data.object.id;
      store.deliveries.put({ id: event.id, type: event.type, subject, state: 'pending', attempts: [], nextAttemptAt: now() });
      if (!paused && !stopping.signal.aborted) await run(event.id);
    },
    resend: async (eventId) => {
      const event = store.events.get(eventId);
      if (!event) return undefined;
      if (!store.deliveries.get(eventId)) {
        const subject = event.data.object.id;
        store.deliveries.put({ id: eventId, type: event.type, subject, state: 'pending', attempts: [], nextAttemptAt: null });
      }
      await run(eventId);
      return store.deliveries.get(eventId);
    },
    start: continueAll,
    pause: () => {
      paused = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
    resume: () => {
      paused = false;
      continueAll();
    },
    isPaused: () => paused,
    stop: async () => {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      await Promise.allSettled(running);
    },
  };
}
