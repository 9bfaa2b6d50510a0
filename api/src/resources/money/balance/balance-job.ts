import Stripe from 'stripe';
import * as v from 'valibot';
import { callStripe } from '../../../gateways/stripe/payments.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Job } from '../../../platform/jobs.ts';
import { getOrderByIntent } from '../orders/orders.service.ts';
import { fulfil } from '../payments/fulfil.ts';
import { findSessionOfIntent } from '../payments/payment-events.ts';
import { getBalanceReading } from './balance.ts';
import { disputeTransactionOf, paymentFeeOf } from './balance-entries.ts';

const INTERVAL_S = 60;
const LEASE_S = 60;
/** The largest page that Stripe returns. */
const PAGE_SIZE = 100;
/** Stripe lists entries with a delay, so each run starts this many seconds before the end of the previous one. */
const OVERLAP_S = 600;

type BalanceDeps = Pick<Deps, 'data' | 'payments' | 'log' | 'wakeMail'>;

/** The next part of the balance to read: its time range, and the last entry already read. */
const PartSchema = v.object({ since: v.string(), until: v.string(), after_id: v.nullable(v.string()) });

const unix = (instant: string): number => Math.floor(Date.parse(instant) / 1_000);

/**
 * Reads the Stripe account's balance: fees of payments, including old ones, and what disputes took or gave back. It reads page by page,
 * from the newest entry to the oldest unread one. An interrupted run continues after its last page.
 */
export const balanceJob = (deps: BalanceDeps): Job => ({
  name: 'balance',
  intervalSeconds: INTERVAL_S,
  leaseSeconds: LEASE_S,
  run: async ({ keep }) => {
    try {
      while (await readPage(deps)) await keep();
    } catch (err) {
      // A key without this permission can still sell and deliver. The doctor names the missing permission.
      if (!(err instanceof Stripe.errors.StripePermissionError)) throw err;
      deps.log.warn({ err }, 'Stripe key may not read the balance');
    }
  },
});

/** Reads one page. Returns whether more pages follow. */
async function readPage(deps: BalanceDeps): Promise<boolean> {
  const { data, payments, log } = deps;
  const { since, until, after_id: afterId } = v.parse(PartSchema, await data.sql.beginBalanceReading());
  const page = await callStripe(
    payments.stripe.balanceTransactions.list({
      created: { gte: unix(since) - OVERLAP_S, lte: unix(until) },
      limit: PAGE_SIZE,
      expand: ['data.source'],
      ...(afterId !== null && { starting_after: afterId }),
    }),
  );
  if (!page) {
    // The key belongs to another Stripe account than the entries read before.
    await data.sql.restartBalanceReading();
    return afterId !== null;
  }
  const fees = page.data.map(paymentFeeOf).filter((fee) => fee !== null);
  const disputes = page.data.map(disputeTransactionOf).filter((transaction) => transaction !== null);
  for (const { payment_intent_id: intentId } of disputes) await settle(deps, intentId);
  const last = page.data.at(-1);
  const next = page.has_more && last ? last.id : null;
  // `next` is null when no older entries are left.
  await data.sql.noteBalance({ fees, disputes, afterId: next });
  if (next !== null) log.info({ left: (await getBalanceReading(data.sql)).orders_left }, 'reading fees of older orders');
  return next !== null;
}

/** The balance may list a dispute before our order knows its payment. Settling the order first links the payment to it. */
async function settle(deps: BalanceDeps, intentId: string): Promise<void> {
  if (await getOrderByIntent(deps.data, intentId)) return;
  const sessionId = await findSessionOfIntent(deps, intentId);
  if (sessionId !== null) await fulfil(deps, sessionId);
}
