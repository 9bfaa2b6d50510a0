import type { SubscriberState } from '@site/shared/contracts/admin-subscribers.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import { type PageStart, pageArgs } from '../../platform/page.ts';

const SubscriberRowSchema = v.pick(tables.newsletter_subscribers, [
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
]);
export type SubscriberRow = v.InferOutput<typeof SubscriberRowSchema>;

const PageSchema = v.object({ subscribers: v.array(SubscriberRowSchema), more: v.boolean() });

export type SubscriberFilters = { words: string; state: SubscriberState | null };

export const listSubscribers = (
  data: Data,
  { words, state }: SubscriberFilters,
  start: PageStart,
  size: number,
): Promise<v.InferOutput<typeof PageSchema>> =>
  data.call('list_subscribers', { p_words: words, p_state: state, ...pageArgs(start, size) }, PageSchema);
