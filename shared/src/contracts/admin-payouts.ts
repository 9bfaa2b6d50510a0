import * as v from 'valibot';
import { DaySchema } from './admin-lists.ts';
import type { Calls } from './calls.ts';

export const PAYOUT_STATES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const;

/** `after` is the `nextCursor` of a page. */
export const PayoutsQuerySchema = v.object({ after: v.optional(v.pipe(v.string(), v.regex(/^po_\w{1,100}$/, 'cursor'))) });

/** Stripe pays out in the currencies of the owner's bank accounts, which need not be sold in; below zero when the balance was. */
const AmountSchema = v.object({ minor: v.pipe(v.number(), v.safeInteger()), currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)) });

const PayoutSchema = v.object({
  id: v.string(),
  amount: AmountSchema,
  state: v.picklist(PAYOUT_STATES),
  createdAt: v.string(),
  /** When it is expected at the bank, or was. */
  arrivesOn: DaySchema,
});

/** Newest first. `isAllowed` is false when Stripe refuses to show them to our key; then nothing else is told. */
export const PayoutsSchema = v.object({
  isAllowed: v.boolean(),
  payouts: v.array(PayoutSchema),
  nextCursor: v.nullable(v.string()),
  /** The sum of what is on its way to the bank, one amount per currency that has any. */
  onTheWay: v.array(AmountSchema),
});
export type Payouts = v.InferOutput<typeof PayoutsSchema>;

export const payoutCalls = {
  'GET /api/admin/payouts': { who: 'numbers', query: PayoutsQuerySchema, answer: PayoutsSchema },
} as const satisfies Calls;
