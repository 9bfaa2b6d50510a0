import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';

export const INCIDENT_KINDS = [
  'stuck_mail',
  'undelivered_order',
  'failed_refund',
  'paid_twice',
  'disputed_order',
  'disputes_unread',
  'payments_unread',
  'channel_unread',
  'unstamped_book',
] as const;

/** `GET /api/admin/incidents`: what is wrong now and needs attention, oldest first, at most 50. */
export const IncidentsSchema = v.object({
  incidents: v.array(
    v.object({
      kind: v.picklist(INCIDENT_KINDS),
      /** The id of the order or book; empty for what there is one of. */
      subject: v.string(),
      /** The order's number or the book's title. */
      label: v.string(),
      since: InstantSchema,
      /** A word of ours for orders and books, of a dispute until when it may be answered, of what was paid twice the number of the other order, else what the mail server or the provider said. */
      detail: v.string(),
    }),
  ),
});
export type Incidents = v.InferOutput<typeof IncidentsSchema>;
