import * as v from 'valibot';

const Minor = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** Forms send numbers as text. */
const FromForm = v.pipe(v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))]), v.safeInteger(), v.minValue(0));

const Seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
export const PayOutSchema = v.object({ at: v.optional(v.pipe(FromForm, v.minValue(1))) });

export const AccountSchema = v.object({ pix: v.picklist(['on', 'without_iof', 'off']) });
export const SettleSchema = v.object({ outcome: v.optional(v.picklist(['paid', 'failed']), 'paid') });
export const DisputeSchema = v.object({ reason: v.optional(v.string(), 'fraudulent'), isInquiry: v.optional(v.boolean(), false) });
export const CloseDisputeSchema = v.object({ outcome: v.optional(v.picklist(['won', 'lost', 'prevented', 'warning_closed']), 'won') });
export const RefundSchema = v.object({ amount: v.optional(v.pipe(FromForm, v.minValue(1))) });

export const MoveRefundSchema = v.object({
  status: v.optional(v.picklist(['succeeded', 'pending', 'requires_action', 'failed', 'canceled']), 'succeeded'),
  reason: v.optional(v.string()),
});

export const FaultSchema = v.object({
  status: v.optional(v.nullable(v.pipe(FromForm, v.maxValue(599))), 500),
  count: v.optional(v.pipe(FromForm, v.minValue(1)), 1),
  delayMs: v.optional(v.pipe(FromForm, v.maxValue(120_000)), 0),
  path: v.optional(v.string(), '/v1/'),
  when: v.optional(v.picklist(['before', 'after']), 'before'),
});

/** One past payment. Amounts are in minor units of `currency`. `created` is in seconds since the epoch. */
export const PastPaymentSchema = v.object({
  session: v.pipe(v.string(), v.regex(/^cs_test_[A-Za-z0-9_]+$/)),
  paymentIntent: v.optional(v.pipe(v.string(), v.regex(/^pi_[A-Za-z0-9_]+$/))),
  charge: v.optional(v.pipe(v.string(), v.regex(/^ch_[A-Za-z0-9_]+$/))),
  created: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  currency: v.pipe(v.string(), v.regex(/^[A-Za-z]{3}$/), v.toLowerCase()),
  email: v.string(),
  name: v.string(),
  clientReferenceId: v.optional(v.string()),
  metadata: v.optional(v.record(v.string(), v.string()), {}),
  lines: v.pipe(v.array(v.object({ name: v.string(), unitAmount: Minor, quantity: v.optional(Minor, 1) })), v.minLength(1)),
  /** The refunded amount and its time. Without an amount, the whole payment was refunded. */
  refunded: v.optional(v.object({ amount: v.optional(Minor), created: Minor })),
  disputed: v.optional(v.object({ id: v.optional(v.string()), status: v.picklist(['needs_response', 'won', 'lost']), created: Minor })),
});
export type PastPayment = v.InferOutput<typeof PastPaymentSchema>;

export const SeedSchema = v.object({
  payments: v.array(PastPaymentSchema),
  /** Times of past payouts of the available balance, in seconds since the epoch. */
  payoutsAt: v.optional(v.array(Seconds), []),
});
