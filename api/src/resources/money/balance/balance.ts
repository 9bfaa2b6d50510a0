import { DaySchema } from '@site/shared/contracts/admin-lists.ts';
import { PAYOUT_STATES, type Payouts, payoutCalls } from '@site/shared/contracts/admin-payouts.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import Stripe from 'stripe';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import { callStripe } from '../../../gateways/stripe/payments.ts';
import type { Sql } from '../../../gateways/supabase/database.generated.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';

const PAGE_SIZE = 10;
/** The largest number of payouts under way. Stripe makes one payout a day in each currency. */
const MOST_ON_THE_WAY = 100;

type Amount = Payouts['onTheWay'][number];

const toAmount = ({ amount, currency }: Stripe.Payout): Amount => ({ minor: amount, currency: currency.toUpperCase() });

const toPayout = (payout: Stripe.Payout): Payouts['payouts'][number] => ({
  id: payout.id,
  amount: toAmount(payout),
  // A status that Stripe adds later does not count as paid.
  state: PAYOUT_STATES.find((state) => state === payout.status) ?? 'pending',
  createdAt: toInstant(new Date(payout.created * 1_000)),
  arrivesOn: v.parse(DaySchema, new Date(payout.arrival_date * 1_000).toISOString().slice(0, 10)),
});

/** Returns the sum for each currency. */
function sumAmounts(amounts: readonly Amount[]): Amount[] {
  const sums = new Map<string, number>();
  for (const { minor, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + minor);
  return [...sums].map(([currency, minor]) => ({ minor, currency })).toSorted((a, b) => a.currency.localeCompare(b.currency));
}

const ReadingSchema = v.object({ is_whole: v.boolean(), orders_left: v.number() });

/** Returns how many paid orders have no fee yet, and whether the balance was read to its beginning once. */
export const getBalanceReading = async (sql: Sql) => v.parse(ReadingSchema, await sql.getBalanceReading());

/** Returns the number of paid orders without a fee while fees of older orders are still being read. Returns null once all are read. */
export async function countOrdersWithoutFee({ data }: Pick<Deps, 'data'>): Promise<number | null> {
  const { is_whole: isWhole, orders_left: left } = await getBalanceReading(data.sql);
  return isWhole ? null : left;
}

/**
 * Returns a page of Stripe's payouts to the owner's bank, newest first. Throws `invalid_input` for a cursor that names no payout, and
 * `payment_unavailable`.
 */
async function listPayouts({ payments, log }: Pick<Deps, 'payments' | 'log'>, after: string | undefined): Promise<Payouts> {
  const list = async (params: Stripe.PayoutListParams) => await callStripe(payments.stripe.payouts.list(params));
  try {
    const [page, ...underWay] = await Promise.all([
      list({ limit: PAGE_SIZE, ...(after !== undefined && { starting_after: after }) }),
      ...['pending', 'in_transit'].map((status) => list({ status, limit: MOST_ON_THE_WAY })),
    ]);
    if (!page) throw new AppError('invalid_input', { fields: { after: 'cursor' } });
    return {
      isAllowed: true,
      payouts: page.data.map(toPayout),
      nextCursor: page.has_more ? (page.data.at(-1)?.id ?? null) : null,
      onTheWay: sumAmounts(underWay.flatMap((some) => (some?.data ?? []).map(toAmount))),
    };
  } catch (err) {
    if (!(err instanceof Stripe.errors.StripePermissionError)) throw err;
    log.warn({ err }, 'Stripe key may not read payouts');
    return { isAllowed: false, payouts: [], nextCursor: null, onTheWay: [] };
  }
}

export const balanceHandlers = handle(payoutCalls, {
  'GET /api/admin/payouts': ({ deps, query }) => listPayouts(deps, query.after),
});
