import type { Local } from '../local.ts';
import type { BalanceTransaction, Charge, Refund } from '../wire.ts';

/** Money waits so long before it is paid out. */
const AVAILABLE_AFTER_S = 2 * 86_400;

/** What is kept of a payment, as Stripe's price list for Brazil has it: 3.99 % and R$ 0,39 by card, R$ 3,45 for a boleto. */
const feeOf = ({ amount, payment_method_details: details }: Charge): number =>
  details?.type === 'boleto' ? 345 : Math.round(amount * 0.0399) + 39;

function transaction(id: string, of: Charge | Refund, amount: number, fee: number): BalanceTransaction {
  return {
    id,
    object: 'balance_transaction',
    amount,
    available_on: of.created + AVAILABLE_AFTER_S,
    balance_type: 'payments',
    created: of.created,
    currency: of.currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency: of.currency, description: 'Stripe processing fees', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: of.object,
    source: of.id,
    status: 'pending',
    type: of.object,
  };
}

/** The entry of a charge or of a refund, whose fee Stripe does not give back, in the account's balance; the account settles in the currency of the payment. */
export function balanceTransactionOf({ store }: Local, id: string): BalanceTransaction | undefined {
  const charge = store.charges.values().find((one) => one.balance_transaction === id);
  if (charge) return transaction(id, charge, charge.amount, feeOf(charge));
  const refund = store.refunds.values().find((one) => one.balance_transaction === id);
  return refund && transaction(id, refund, -refund.amount, 0);
}
