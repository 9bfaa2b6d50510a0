import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';

const TroubleRowsSchema = v.array(
  v.object({ ...v.pick(tables.owner_alerts, ['kind', 'subject', 'label', 'began_at']).entries, detail: v.string() }),
);
const ToldSchema = v.array(
  v.object({ kind: tables.owner_alerts.entries.kind, event: v.picklist(['began', 'lasts', 'over']), count: v.number() }),
);

export const listIncidents = (data: Data, hasChannel: boolean): Promise<v.InferOutput<typeof TroubleRowsSchema>> =>
  data.call('list_incidents', { p_has_channel: hasChannel }, TroubleRowsSchema);

/** Writes the mails to the owner that are due. Answers what they tell. */
export const sendOwnerAlerts = (data: Data, recipient: string, hasChannel: boolean): Promise<v.InferOutput<typeof ToldSchema>> =>
  data.call('send_owner_alerts', { p_recipient: recipient, p_has_channel: hasChannel }, ToldSchema);
