import type { SubscriberState } from '@site/shared/contracts/admin-subscribers.ts';
import { SUBSCRIBER_SOURCES, type SubscriberSource } from '@site/shared/contracts/newsletter.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { type PageStart, pageArgs } from '../../platform/page.ts';
import type { Period } from '../analytics/period.ts';
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

const moves = { joined: v.number(), gone: v.number() };
const GrowthRowSchema = v.object({
  before: v.number(),
  days: v.array(v.object({ day: v.string(), ...moves })),
  sources: v.array(v.object({ source: v.picklist(['', ...SUBSCRIBER_SOURCES]), ...moves, readers: v.number() })),
});

export const getSubscriberGrowth = (data: Data, { from, to }: Period): Promise<v.InferOutput<typeof GrowthRowSchema>> =>
  data.call('get_subscriber_growth', { p_from: from, p_to: to }, GrowthRowSchema);
