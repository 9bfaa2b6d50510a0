import { INCIDENT_KINDS } from '@site/shared/contracts/admin-incidents.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

const IncidentRowsSchema = v.array(
  v.object({ kind: v.picklist(INCIDENT_KINDS), subject: v.string(), label: v.string(), began_at: v.string(), detail: v.string() }),
);
const SentAlertsSchema = v.array(
  v.object({ kind: v.picklist(INCIDENT_KINDS), event: v.picklist(['began', 'lasts', 'over']), count: v.number() }),
);

export const listIncidents = (data: Data, hasChannel: boolean): Promise<v.InferOutput<typeof IncidentRowsSchema>> =>
  data.call('list_incidents', { p_has_channel: hasChannel }, IncidentRowsSchema);

/** Writes the mails to the owner that are due. Answers what they tell. */
export const sendOwnerAlerts = (data: Data, recipient: string, hasChannel: boolean): Promise<v.InferOutput<typeof SentAlertsSchema>> =>
  data.call('send_owner_alerts', { p_recipient: recipient, p_has_channel: hasChannel }, SentAlertsSchema);
