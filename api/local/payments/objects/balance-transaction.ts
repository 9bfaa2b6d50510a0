import { newId } from '../ids.ts';
import type { Local } from '../local.ts';
import type { BalanceTransaction, Charge, Dispute, Payout, Refund } from '../wire.ts';

/** Time until money can be paid out. */
const AVAILABLE_AFTER_S = 2 * 86_400;

/** Returns Stripe's fee for a payment, by its price list for Brazil: 3.99 % and R$ 0,39 by card, 1.19 % by Pix, R$ 3,45 for a boleto. */
function feeOf({ amount, payment_method_details: details }: Charge): number {
  if (details?.type === 'pix') return Math.round(amount * 0.0119);
  return details?.type === 'boleto' ? 345 : Math.round(amount * 0.0399) + 39;
}

/** Returns the tax on a Pix, which the price includes. */
const iofOf = ({ amount, payment_method_details: details }: Charge): number => (details?.type === 'pix' ? Math.round(amount * 0.035) : 0);

/** Returns the fee for a dispute, whatever its outcome. */
const disputeFeeOf = ({ currency }: Pick<Dispute, 'currency'>): number => (currency === 'brl' ? 5_500 : 1_500);

type Entry = Pick<BalanceTransaction, 'id' | 'amount' | 'created' | 'currency' | 'reporting_category' | 'source' | 'type'>;

const sumOf = (fees: readonly Fee[]): number => fees.reduce((sum, { amount }) => sum + amount, 0);

type Fee = { amount: number; description: string; type: 'stripe_fee' | 'tax' };

const toTransaction = (entry: Entry, fees: readonly Fee[] = []): BalanceTransaction => ({
  ...entry,
  object: 'balance_transaction',
  available_on: entry.created + (entry.amount > 0 ? AVAILABLE_AFTER_S : 0),
  balance_type: 'payments',
  description: null,
  exchange_rate: null,
  fee: sumOf(fees),
  fee_details: fees.map((fee) => ({ ...fee, application: null, currency: entry.currency })),
  net: entry.amount - sumOf(fees),
  status: 'pending',
});

const ofCharge = (id: string, charge: Charge, created: number): BalanceTransaction =>
  toTransaction(
    {
      id,
      ...{ amount: charge.amount, created, currency: charge.currency, source: charge.id },
      reporting_category: 'charge',
      type: charge.payment_method_details?.type === 'card' ? 'charge' : 'payment',
    },
    [
      { amount: feeOf(charge), description: 'Stripe processing fees', type: 'stripe_fee' as const },
      { amount: iofOf(charge), description: 'IOF', type: 'tax' as const },
    ].filter(({ amount }) => amount > 0),
  );

/** Returns the entry of a refund. Stripe does not return its fee with a refund. */
const ofRefund = (id: string, { amount, created, currency, id: source }: Refund, hasFailed = false): BalanceTransaction => {
  const kind = hasFailed ? 'refund_failure' : 'refund';
  return toTransaction({ id, amount: hasFailed ? amount : -amount, created, currency, source, reporting_category: kind, type: kind });
};

const ofPayout = (id: string, { amount, created, currency, id: source }: Payout, hasFailed = false): BalanceTransaction =>
  toTransaction({
    ...{ id, amount: hasFailed ? amount : -amount, created, currency, source },
    reporting_category: hasFailed ? 'payout_reversal' : 'payout',
    type: hasFailed ? 'payout_failure' : 'payout',
  });

type Disputed = Pick<Dispute, 'id' | 'amount' | 'currency'>;

/** Returns the entry for the money that the bank takes when it opens a dispute, with Stripe's fee. */
export const withdrawal = (dispute: Disputed, created: number): BalanceTransaction =>
  toTransaction(
    {
      ...{ id: newId('txn'), amount: -dispute.amount, created, currency: dispute.currency, source: dispute.id },
      ...{ reporting_category: 'dispute', type: 'adjustment' },
    },
    [{ amount: disputeFeeOf(dispute), description: 'Dispute fee', type: 'stripe_fee' }],
  );

/** Returns the entry for the money that returns after a dispute was won. */
export const reinstatement = ({ id, amount, currency }: Disputed, created: number): BalanceTransaction =>
  toTransaction({
    ...{ id: newId('txn'), amount, created, currency, source: id },
    ...{ reporting_category: 'dispute_reversal', type: 'adjustment' },
  });

/** Returns every entry of the account's balance. Each payment is in its own currency. The oldest object of each kind comes first. */
export function balanceTransactions({ store, seconds }: Pick<Local, 'store' | 'seconds'>): BalanceTransaction[] {
  const both = <T>(of: T, id: unknown, failureId: unknown, make: (id: string, of: T, hasFailed?: boolean) => BalanceTransaction) => [
    ...(typeof id === 'string' ? [make(id, of)] : []),
    ...(typeof failureId === 'string' ? [make(failureId, of, true)] : []),
  ];
  // A bank debit enters the balance when its money arrives.
  const succeeded = new Map(
    store.events.values().flatMap(({ type, data, created }) => (type === 'charge.succeeded' ? [[data.object.id, created] as const] : [])),
  );
  return [
    ...store.charges
      .values()
      .flatMap((charge) =>
        charge.balance_transaction ? [ofCharge(charge.balance_transaction, charge, succeeded.get(charge.id) ?? charge.created)] : [],
      ),
    ...store.refunds.values().flatMap((refund) => both(refund, refund.balance_transaction, refund.failure_balance_transaction, ofRefund)),
    ...store.disputes.values().flatMap((dispute) => dispute.balance_transactions),
    ...store.payouts.values().flatMap((payout) => both(payout, payout.balance_transaction, payout.failure_balance_transaction, ofPayout)),
  ].map((entry) => ({ ...entry, status: entry.available_on <= seconds() ? 'available' : 'pending' }));
}

/** Returns one entry of the account's balance. */
export const balanceTransactionOf = (local: Local, id: string): BalanceTransaction | undefined =>
  balanceTransactions(local).find((entry) => entry.id === id);
