import { ALERT_KINDS } from '@site/shared/contracts/admin-tasks.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

const SentAlertsSchema = v.array(
  v.object({ kind: v.picklist(ALERT_KINDS), event: v.picklist(['began', 'lasts', 'over']), count: v.number() }),
);

/** Writes the mails to the owner that are due. Answers what they tell. */
export const sendOwnerAlerts = (data: Data, recipient: string, hasChannel: boolean): Promise<v.InferOutput<typeof SentAlertsSchema>> =>
  data.call('send_owner_alerts', { p_recipient: recipient, p_has_channel: hasChannel }, SentAlertsSchema);

/** Writes to buyers whose boleto is due tomorrow. Answers how many. */
export const sendPaymentReminders = (data: Data): Promise<number> => data.call('send_payment_reminders', {}, v.number());

/** Looks at a portion of the orders, whether they add up. Answers how many it looked at. */
export const checkLedger = (data: Data, part: 'known' | 'settled' | 'all', size: number): Promise<number> =>
  data.call('check_ledger', { p_part: part, p_size: size }, v.number());

/** Writes the mails about disputes that are due. Answers how many. */
export const sendDisputeLetters = (data: Data, ownerEmail: string): Promise<number> =>
  data.call('send_dispute_letters', { p_owner_email: ownerEmail }, v.number());
