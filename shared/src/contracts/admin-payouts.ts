import * as v from 'valibot';
import { DaySchema } from './admin-lists.ts';
import type { Calls } from './calls.ts';

export const PAYOUT_STATES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const;

/** The query of the payouts. `after` is the `nextCursor` of the previous page. */
export const PayoutsQuerySchema = v.object({ after: v.optional(v.pipe(v.string(), v.regex(/^po_\w{1,100}$/, 'cursor'))) });

/**
 * Stripe pays out in the currencies of the owner's bank accounts, which may differ from the shop's currencies. Negative if the balance was.
 */
const AmountSchema = v.object({ minor: v.pipe(v.number(), v.safeInteger()), currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)) });

const PayoutSchema = v.object({
  id: v.string(),
  amount: AmountSchema,
  state: v.picklist(PAYOUT_STATES),
  createdAt: v.string(),
  /** The day on which the payout arrives or arrived at the bank. */
  arrivesOn: DaySchema,
});

/** Payouts, newest first. `isAllowed` is false if Stripe does not let our key read payouts. Everything else is then empty. */
export const PayoutsSchema = v.object({
  isAllowed: v.boolean(),
  payouts: v.array(PayoutSchema),
  nextCursor: v.nullable(v.string()),
  /** Sums of the payouts on their way to the bank, one per currency that has any. */
  onTheWay: v.array(AmountSchema),
});
export type Payouts = v.InferOutput<typeof PayoutsSchema>;

export const payoutCalls = {
  'GET /api/admin/payouts': { who: 'numbers', query: PayoutsQuerySchema, answer: PayoutsSchema },
} as const satisfies Calls;
