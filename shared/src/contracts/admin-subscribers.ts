import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { LocaleSchema } from '../texts/locales.ts';
import { STEPS } from './admin-analytics.ts';
import { DaySchema, listFilters, pageCursors, pageQuery } from './admin-lists.ts';
import type { Calls } from './calls.ts';
import { SUBSCRIBER_SOURCES } from './newsletter.ts';

export const SUBSCRIBER_STATES = ['pending', 'confirmed', 'unsubscribed', 'bounced'] as const;
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number];

/**
 * Reasons why an address gets no newsletter any more: it does not exist, emails bounced again and again, the mail server rejected ours, or
 * the reader marked one as spam.
 */
export const SUPPRESSION_REASONS = ['no_mailbox', 'bounces', 'refused', 'complaint'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** `q`: part of an email address. */
const filters = { ...listFilters(SUBSCRIBER_STATES), source: v.optional(v.picklist(SUBSCRIBER_SOURCES)) };

export const AdminSubscriberListQuerySchema = v.object({ ...filters, ...pageQuery });

export const SubscriberExportQuerySchema = v.object({ ...filters, locale: v.optional(LocaleSchema, 'pt-BR') });

export const AdminSubscriberSchema = v.object({
  id: v.string(),
  email: v.string(),
  state: v.picklist(SUBSCRIBER_STATES),
  locale: LocaleSchema,
  source: v.picklist(SUBSCRIBER_SOURCES),
  /** The wording that the reader agreed to, and when. For an imported list: its origin in the owner's words. */
  consentVersion: v.string(),
  consentedAt: InstantSchema,
  /** The last time of each event in the subscription. */
  confirmedAt: v.nullable(InstantSchema),
  unsubscribedAt: v.nullable(InstantSchema),
  bouncedAt: v.nullable(InstantSchema),
  /** The reason why the address is `bounced`, or `unsubscribed` without a request of the reader. Null otherwise. */
  reason: v.nullable(v.picklist(SUPPRESSION_REASONS)),
});
export type AdminSubscriber = v.InferOutput<typeof AdminSubscriberSchema>;

export const AdminSubscriberListSchema = v.object({ subscribers: v.array(AdminSubscriberSchema), ...pageCursors });
export type AdminSubscriberList = v.InferOutput<typeof AdminSubscriberListSchema>;

/** The first and last day of the growth chart, both included, within the limits of `AnalyticsQuerySchema`. */
export const SubscriberGrowthQuerySchema = v.object({ from: DaySchema, to: DaySchema });

const MovesSchema = { joined: v.number(), left: v.number() };
/** Confirmed subscribers over a period. Past days never change when a reader unsubscribes or returns. */
export const SubscriberGrowthSchema = v.object({
  step: v.picklist(STEPS),
  /** The points of the chart in order. `readers`: the number at the end of each point. */
  series: v.array(v.object({ from: DaySchema, to: DaySchema, ...MovesSchema, readers: v.number() })),
  /**
   * Sources of readers, with the number at the end of the period, most first. Null: unknown, because the source was not recorded at first.
   */
  sources: v.array(v.object({ source: v.nullable(v.picklist(SUBSCRIBER_SOURCES)), ...MovesSchema, readers: v.number() })),
});
export type SubscriberGrowth = v.InferOutput<typeof SubscriberGrowthSchema>;

export const subscriberCalls = {
  'GET /api/admin/subscribers': { who: 'lists', query: AdminSubscriberListQuerySchema, answer: AdminSubscriberListSchema },
  /** Exports all subscribers that match the filters. */
  'GET /api/admin/subscribers.csv': { who: { least: 'lists', recent: true }, query: SubscriberExportQuerySchema },
  'GET /api/admin/subscriber-growth': { who: 'numbers', query: SubscriberGrowthQuerySchema, answer: SubscriberGrowthSchema },
} as const satisfies Calls;
