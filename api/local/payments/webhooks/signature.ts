import { createHmac } from 'node:crypto';

/** Returns the `Stripe-Signature` header of `body`, sent at `seconds` since the epoch (docs.stripe.com/webhooks#verify-manually). */
export function signatureHeader(secret: string, body: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}
