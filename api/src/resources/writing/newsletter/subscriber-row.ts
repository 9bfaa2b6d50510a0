import * as v from 'valibot';
import { tables } from '../../../gateways/supabase/database.generated.ts';

export const SubscriberRowSchema = v.object({
  ...v.pick(tables.newsletter_subscribers, [
    'id',
    'email',
    'state',
    'locale',
    'source',
    'consent_version',
    'consented_at',
    'confirmed_at',
    'unsubscribed_at',
    'bounced_at',
    'created_at',
  ]).entries,
  reason: v.nullable(tables.suppressed_addresses.entries.reason),
});
export type SubscriberRow = v.InferOutput<typeof SubscriberRowSchema>;
