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
/** The most that Stripe lists at once. */
const PAGE_SIZE = 100;
/** Entries are looked for again this far before the last reading, because they are listed with a delay. */
const OVERLAP_S = 600;

type BalanceDeps = Pick<Deps, 'data' | 'payments' | 'log' | 'wakeMail'>;

/** Which part of the balance is read next: from when to when, and after which entry. */
const PartSchema = v.object({ since: v.string(), until: v.string(), after_id: v.nullable(v.string()) });

const unix = (instant: string): number => Math.floor(Date.parse(instant) / 1_000);

/**
 * Reads what Stripe kept of payments, also of old ones, and what disputes took and gave back: the account's balance, page by page from the
 * newest entry to the oldest that was not read. A run that was cut off goes on after its last page.
 */
export const balanceJob = (deps: BalanceDeps): Job => ({
  name: 'balance',
  intervalSeconds: INTERVAL_S,
  leaseSeconds: LEASE_S,
  run: async ({ keep }) => {
    try {
      while (await readPage(deps)) await keep();
    } catch (err) {
      // A key without this right sells and delivers all the same; the doctor names what it lacks.
      if (!(err instanceof Stripe.errors.StripePermissionError)) throw err;
      deps.log.warn({ err }, 'the balance may not be read');
    }
  },
});

/** Answers whether there is more to read. */
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
    // The key is of another account than the one that was read before.
    await data.sql.restartBalanceReading();
    return afterId !== null;
  }
  const fees = page.data.map(paymentFeeOf).filter((fee) => fee !== null);
  const disputes = page.data.map(disputeTransactionOf).filter((transaction) => transaction !== null);
  for (const { payment_intent_id: intentId } of disputes) await settle(deps, intentId);
  const last = page.data.at(-1);
  const next = page.has_more && last ? last.id : null;
  // Null: nothing is older than this page.
  await data.sql.noteBalance({ fees, disputes, afterId: next });
  if (next !== null) log.info({ left: (await getBalanceReading(data.sql)).orders_left }, 'fees of older orders are read');
  return next !== null;
}

/** A dispute may be told before its payment was: no order would be found by it. */
async function settle(deps: BalanceDeps, intentId: string): Promise<void> {
  if (await getOrderByIntent(deps.data, intentId)) return;
  const sessionId = await findSessionOfIntent(deps, intentId);
  if (sessionId !== null) await fulfil(deps, sessionId);
}
