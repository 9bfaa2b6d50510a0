import { SUBSCRIBER_STATES, type SubscriberState } from '@site/shared/contracts/admin-subscribers.ts';
import { NEWSLETTER_SOURCES } from '@site/shared/contracts/newsletter.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import type { PageStart } from '../../platform/page.ts';

const SubscriberRowSchema = v.object({
  id: v.string(),
  email: v.string(),
  state: v.picklist(SUBSCRIBER_STATES),
  locale: v.picklist(LOCALES),
  source: v.picklist(NEWSLETTER_SOURCES),
  consent_version: v.string(),
  consented_at: v.string(),
  confirmed_at: v.nullable(v.string()),
  unsubscribed_at: v.nullable(v.string()),
  bounced_at: v.nullable(v.string()),
  created_at: v.string(),
});
export type SubscriberRow = v.InferOutput<typeof SubscriberRowSchema>;

const PageSchema = v.object({ subscribers: v.array(SubscriberRowSchema), more: v.boolean() });

export type SubscriberFilters = { words: string; state: SubscriberState | null };

export const listSubscribers = (
  data: Data,
  { words, state }: SubscriberFilters,
  { position, isBackwards }: PageStart,
  size: number,
): Promise<v.InferOutput<typeof PageSchema>> =>
  data.call(
    'list_subscribers',
    {
      p_words: words,
      p_state: state,
      p_at: position?.at ?? null,
      p_id: position?.id ?? null,
      p_is_backwards: isBackwards,
      p_size: size,
    },
    PageSchema,
  );
