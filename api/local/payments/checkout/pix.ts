import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { invalid, refused } from '../errors.ts';
import type { Local } from '../local.ts';
import type { PaymentIntent, Session } from '../wire.ts';

type Options = NonNullable<NonNullable<Session['payment_method_options']>['pix']>;

const SHORTEST_S = 60;
const LONGEST_S = 1_209_600;
const USUAL_S = 4 * 3_600;

/**
 * Returns a session's Pix options. Throws when the account may not use Pix, or may not include the tax in the price. The error messages are
 * an assumption, because only such an account could show Stripe's own.
 */
export function readPixOptions({ account }: Local, params: Stripe.Checkout.SessionCreateParams, currency: string): Options | null {
  const options = params.payment_method_options?.pix;
  const param = 'payment_method_options[pix]';
  if (!options) return null;
  if (account.pix === 'off') throw invalid('The payment method type `pix` is not available for your account.', param);
  if (currency !== 'brl') throw invalid('Pix takes payments in `brl` only.', param);
  const { amount_includes_iof: includesIof = 'never', expires_after_seconds: seconds = USUAL_S } = options;
  if (account.pix === 'without_iof' && includesIof === 'always') {
    throw invalid('Your account cannot include IOF in the amount of a Pix.', `${param}[amount_includes_iof]`);
  }
  if (seconds < SHORTEST_S || seconds > LONGEST_S) {
    throw invalid(
      `A Pix expires after ${SHORTEST_S} to ${LONGEST_S} seconds.`,
      `${param}[expires_after_seconds]`,
      'parameter_invalid_integer',
    );
  }
  return { amount_includes_iof: includesIof, expires_after_seconds: seconds };
}

/** Returns a code in the banks' format with an invalid checksum, so that no bank accepts it. */
const newCode = (amount: string): string =>
  `00020126580014br.gov.bcb.pix0136${randomUUID()}520400005303986` +
  `54${String(amount.length).padStart(2, '0')}${amount}5802BR5913LOJA DE TESTE6009SAO PAULO62070503***6304TEST`;

/** Returns the intent's next action: the Pix that the buyer must pay. */
export function newPixAction({ options, seconds }: Local, session: Session): NonNullable<PaymentIntent['next_action']> {
  const address = `${options.publicUrl}/c/pix/${session.id}`;
  return {
    type: 'pix_display_qr_code',
    pix_display_qr_code: {
      data: newCode(((session.amount_total ?? 0) / 100).toFixed(2)),
      expires_at: seconds() + (session.payment_method_options?.pix?.expires_after_seconds ?? USUAL_S),
      hosted_instructions_url: address,
      image_url_svg: `${address}/qr.svg`,
    },
  };
}

export type PixToPay = { code: string; expiresAt: number };

/** Returns the Pix that can be paid now, or null. */
export function pixToPay({ store }: Pick<Local, 'store'>, session: Session): PixToPay | null {
  const intent = session.payment_intent ? store.intents.get(session.payment_intent) : undefined;
  const details = intent?.status === 'requires_action' ? intent.next_action?.pix_display_qr_code : undefined;
  return details ? { code: details.data ?? '', expiresAt: details.expires_at ?? 0 } : null;
}

/** Expires the Pix. The session stays open for another attempt. Resolves when the event was answered. */
export async function lapsePix(local: Local, session: Session): Promise<void> {
  const intent = session.payment_intent ? local.store.intents.get(session.payment_intent) : undefined;
  if (!intent || !pixToPay(local, session)) throw refused(`Checkout Session ${session.id} waits for no Pix.`);
  const lapsed = local.store.intents.put({
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    last_payment_error: {
      type: 'invalid_request_error',
      code: 'payment_intent_payment_attempt_expired',
      message: 'The latest payment attempt of this PaymentIntent has expired.',
    },
  });
  await local.emit('payment_intent.payment_failed', lapsed);
}
