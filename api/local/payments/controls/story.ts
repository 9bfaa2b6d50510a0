import type { Local } from '../local.ts';
import type { Charge, Dispute, PaymentIntent, Refund, Session } from '../wire.ts';

/** A session with its related objects. */
export type Story = {
  session: Session;
  intent: PaymentIntent | null;
  charge: Charge | null;
  refunds: readonly Refund[];
  dispute: Dispute | null;
};

export function storyOf({ store }: Local, session: Session): Story {
  const intent = session.payment_intent ? store.intents.get(session.payment_intent) : undefined;
  const charge = intent?.latest_charge ? store.charges.get(intent.latest_charge) : undefined;
  return {
    session,
    intent: intent ?? null,
    charge: charge ?? null,
    refunds: store.refunds.values().filter((refund) => refund.payment_intent === intent?.id),
    dispute: store.disputes.values().findLast((dispute) => dispute.charge === charge?.id) ?? null,
  };
}
