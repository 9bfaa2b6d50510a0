import { refused } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Local } from '../local.ts';
import type { Charge, Dispute } from '../wire.ts';
import { reinstatement, withdrawal } from './balance-transaction.ts';

const DAYS_TO_ANSWER = 7;
const DAY = 24 * 60 * 60;

const NO_EVIDENCE: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** Returns a new dispute of the whole charge, without storing it. An inquiry takes no money yet. */
export function newDispute(
  charge: Charge,
  { reason, created, id = newId('du'), isInquiry = false }: { reason: string; created: number; id?: string; isInquiry?: boolean },
): Dispute {
  const disputed = { id, amount: charge.amount, currency: charge.currency };
  return {
    ...disputed,
    object: 'dispute',
    balance_transactions: isInquiry ? [] : [withdrawal(disputed, created)],
    charge: charge.id,
    created,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: created + DAYS_TO_ANSWER * DAY,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  };
}

/** Opens a dispute by the cardholder, or an inquiry by the bank. `announced` resolves when the event was answered. */
export function openDispute(
  local: Local,
  charge: Charge,
  reason: string,
  isInquiry = false,
): { dispute: Dispute; announced: Promise<void> } {
  if (charge.status !== 'succeeded') throw refused('A payment that did not succeed cannot be disputed.');
  if (charge.disputed) throw refused(`Charge ${charge.id} is already disputed.`);
  local.store.charges.put({ ...charge, disputed: true });
  const dispute = local.store.disputes.put(newDispute(charge, { reason, created: local.seconds(), isInquiry }));
  return { dispute, announced: local.emit('charge.dispute.created', dispute) };
}

export type Closing = 'won' | 'lost' | 'prevented' | 'warning_closed';

/** Returns the dispute after the bank's decision. Unless the dispute was lost, the money returns without the fee. */
export const decided = (dispute: Dispute, status: Closing, at: number): Dispute => ({
  ...dispute,
  status,
  is_charge_refundable: false,
  balance_transactions: [
    ...dispute.balance_transactions,
    ...(status === 'lost' || dispute.balance_transactions.length === 0 ? [] : [reinstatement(dispute, at)]),
  ],
});

const isClosed = ({ status }: Dispute): boolean => ['won', 'lost', 'prevented', 'warning_closed'].includes(status);

/** Records that the owner sent evidence in Stripe's dashboard, which the bank now reviews. */
export function answerDispute(local: Local, dispute: Dispute): { dispute: Dispute; announced: Promise<void> } {
  if (isClosed(dispute)) throw refused('This dispute is already closed.');
  const answered = local.store.disputes.put({
    ...dispute,
    status: dispute.is_charge_refundable ? 'warning_under_review' : 'under_review',
    evidence_details: { ...dispute.evidence_details, has_evidence: true, submission_count: dispute.evidence_details.submission_count + 1 },
  });
  return { dispute: answered, announced: local.emit('charge.dispute.updated', answered, { previous: { status: dispute.status } }) };
}

/** Records the bank's decision. Like at Stripe, the charge stays `disputed` even after a win. Only the dispute shows the result. */
export function closeDispute(local: Local, dispute: Dispute, status: Closing): { dispute: Dispute; announced: Promise<void> } {
  if (isClosed(dispute)) throw refused('This dispute is already closed.');
  const closed = local.store.disputes.put(decided(dispute, status, local.seconds()));
  return { dispute: closed, announced: local.emit('charge.dispute.closed', closed) };
}
