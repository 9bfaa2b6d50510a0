import type Stripe from 'stripe';
import { callStripe } from '../../../gateways/stripe/payments.ts';
import type { Deps } from '../../../platform/deps.ts';
import { getOrderByIntent } from '../orders/orders.service.ts';
import { fulfil } from './fulfil.ts';

type EventDeps = Pick<Deps, 'data' | 'payments' | 'log' | 'wakeMail'>;

const SESSION_EVENTS = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
] as const satisfies Stripe.Event['type'][];

/**
 * Events of a Pix that is shown, paid or expired. Sessions have no events for a shown, paid or expired Pix, nor for money that arrives
 * after the session has ended.
 */
const INTENT_EVENTS = [
  'payment_intent.requires_action',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
] as const satisfies Stripe.Event['type'][];

const MONEY_BACK_EVENTS = [
  'charge.refunded',
  'refund.failed',
  'refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const satisfies Stripe.Event['type'][];

/**
 * All handled events. An event only triggers a fresh look at Stripe, its contents are not used (docs.stripe.com/webhooks: events arrive
 * late, twice, and in any order).
 */
export const PAYMENT_EVENTS = [...SESSION_EVENTS, ...INTENT_EVENTS, ...MONEY_BACK_EVENTS] as const;

const idOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' ? value.id : null;
};

async function findSession(deps: EventDeps, event: Stripe.Event): Promise<string | null> {
  const object: unknown = event.data.object;
  if (SESSION_EVENTS.some((type) => type === event.type)) return idOf(object);
  const isOfIntent = INTENT_EVENTS.some((type) => type === event.type);
  const of = typeof object === 'object' && object !== null && 'payment_intent' in object ? object.payment_intent : null;
  const intentId = idOf(isOfIntent ? object : of);
  if (intentId === null) return null;
  const order = await getOrderByIntent(deps.data, intentId);
  // Such an event is needed only for an unpaid order. Events about sessions report all other payments.
  if (isOfIntent && event.type !== 'payment_intent.requires_action') return order?.paid_at === null ? order.session_id : null;
  return order?.session_id ?? (await findSessionOfIntent(deps, intentId));
}

/** Returns the session of a payment at Stripe. Null for a payment without a session. */
export async function findSessionOfIntent({ payments }: Pick<EventDeps, 'payments'>, intentId: string): Promise<string | null> {
  const sessions = await callStripe(payments.stripe.checkout.sessions.list({ payment_intent: intentId, limit: 1 }));
  return sessions?.data[0]?.id ?? null;
}

/** Number of handled events that a process remembers. An event that was dropped from memory costs one query. */
const REMEMBERED = 5_000;

/**
 * Returns the handler of Stripe's events. An event counts as done only after its work, which is idempotent and may therefore run twice.
 * Copies of an event that arrive at the same time share one run.
 */
export function createEventHandler(deps: EventDeps): (event: Stripe.Event) => Promise<void> {
  const done = new Set<string>();
  const running = new Map<string, Promise<void>>();

  async function handle(event: Stripe.Event): Promise<void> {
    if (!(await deps.data.sql.isEventDone({ id: event.id }))) {
      const sessionId = await findSession(deps, event);
      if (sessionId !== null) await fulfil(deps, sessionId);
      await deps.data.sql.finishEvent({ id: event.id, type: event.type });
    }
    done.add(event.id);
    const oldest = done.size > REMEMBERED ? done.values().next().value : undefined;
    if (oldest !== undefined) done.delete(oldest);
  }

  return (event) => {
    const matters = PAYMENT_EVENTS.some((type) => type === event.type);
    if (!matters || done.has(event.id)) return Promise.resolve();
    const pending = running.get(event.id) ?? handle(event).finally(() => running.delete(event.id));
    running.set(event.id, pending);
    return pending;
  };
}
