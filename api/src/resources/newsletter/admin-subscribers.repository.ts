import type { SubscriberState } from '@site/shared/contracts/admin-subscribers.ts';
import type { SubscriberSource } from '@site/shared/contracts/newsletter.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { type PageStart, pageArgs } from '../../platform/page.ts';
import { SubscriberRowSchema } from './subscriber-row.ts';

const PageSchema = v.object({ subscribers: v.array(SubscriberRowSchema), more: v.boolean() });

export type SubscriberFilters = { words: string; state: SubscriberState | null; source: SubscriberSource | null };

export const listSubscribers = (
  data: Data,
  { words, state, source }: SubscriberFilters,
  start: PageStart,
  size: number,
): Promise<v.InferOutput<typeof PageSchema>> =>
  data.call('list_subscribers', { p_words: words, p_state: state, p_source: source, ...pageArgs(start, size) }, PageSchema);
