import { createHmac } from 'node:crypto';

export type SentEvent = { body: string; headers: Record<string, string> };

/** Returns an event as Stripe sends it, signed with `secret`. */
export function signedEvent(secret: string, event: { id: string; type: string; object: object }): SentEvent {
  const created = Math.floor(Date.now() / 1_000);
  const body = JSON.stringify({ id: event.id, object: 'event', type: event.type, created, data: { object: event.object } });
  const signature = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex');
  return { body, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${created},v1=${signature}` } };
}
