import { refused } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Local } from '../local.ts';
import type { Payout } from '../wire.ts';
import { balanceTransactions } from './balance-transaction.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** A payout is sent to the bank after an hour and arrives after a day. */
const SENT_AFTER_S = HOUR;
const ARRIVES_AFTER_S = DAY;

/**
 * Pays out the available balance of each currency at the time `at`, like Stripe's schedule. Repeating it for the same time has no effect.
 * Returns the new payouts.
 */
export function payOut(local: Local, at: number): Payout[] {
  const left = new Map<string, number>();
  for (const entry of balanceTransactions(local)) {
    if (entry.available_on <= at && entry.created <= at) left.set(entry.currency, (left.get(entry.currency) ?? 0) + entry.net);
  }
  return [...left]
    .filter(([currency, amount]) => amount > 0 && !local.store.payouts.get(`po_${currency}${at}`))
    .map(([currency, amount]) => local.store.payouts.put(newPayout(currency, amount, at)));
}

const newPayout = (currency: string, amount: number, created: number): Payout => ({
  id: `po_${currency}${created}`,
  object: 'payout',
  amount,
  application_fee: null,
  application_fee_amount: null,
  arrival_date: created + ARRIVES_AFTER_S,
  automatic: true,
  balance_transaction: newId('txn'),
  created,
  currency,
  description: 'STRIPE PAYOUT',
  destination: 'ba_local',
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  metadata: {},
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reconciliation_status: 'completed',
  reversed_by: null,
  source_type: 'card',
  statement_descriptor: null,
  status: 'pending',
  trace_id: null,
  type: 'bank_account',
});

/** Returns the payout's current state, which changes with time. */
export function currentPayout({ seconds }: Pick<Local, 'seconds'>, payout: Payout): Payout {
  if (payout.status === 'failed') return payout;
  if (seconds() >= payout.arrival_date) return { ...payout, status: 'paid' };
  return { ...payout, status: seconds() >= payout.created + SENT_AFTER_S ? 'in_transit' : 'pending' };
}

/** Makes the bank return a payout. Like at Stripe, this can happen after the payout was reported as paid. */
export function failPayout(local: Local, payout: Payout): Payout {
  if (payout.status === 'failed') throw refused('This payout has already failed.');
  return local.store.payouts.put({
    ...payout,
    status: 'failed',
    failure_balance_transaction: newId('txn'),
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
  });
}
