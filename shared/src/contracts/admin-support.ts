import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import type { Calls } from './calls.ts';

/** Known reasons why the channel could not be read. */
export const CHANNEL_PROBLEMS = ['channel_not_found', 'channel_empty', 'key_refused', 'quota_exceeded', 'provider_silent'] as const;
export type ChannelProblem = (typeof CHANNEL_PROBLEMS)[number];

/** State of the system's parts, as far as the API knows. */
export const SupportSchema = v.object({
  checkedAt: InstantSchema,
  /** Time of the payment provider's last event; null before the first, or after more than 60 days. */
  payments: v.object({
    lastEventAt: v.nullable(InstantSchema),
    /** The time since when the site cannot fetch payments, and the provider's error. Null while fetching works. */
    unreadSince: v.nullable(InstantSchema),
    lastError: v.nullable(v.string()),
  }),
  mail: v.object({
    /** The time when a mail server last accepted an email from the site. */
    lastSentAt: v.nullable(InstantSchema),
    /** The number of emails that wait to be sent, counted up to a thousand. */
    waiting: v.number(),
    oldestWaitingAt: v.nullable(InstantSchema),
    /** The newest emails that a mail server permanently rejected, at most five. */
    refused: v.array(v.object({ recipient: v.string(), at: InstantSchema, reason: v.string() })),
  }),
  videos: v.object({
    isConfigured: v.boolean(),
    lastSuccessAt: v.nullable(InstantSchema),
    /** The problem of the last sync: a `ChannelProblem`, or the original error. */
    lastError: v.nullable(v.string()),
  }),
  mailbox: v.object({
    /** Whether the site looks for returned emails. */
    isConfigured: v.boolean(),
    lastSuccessAt: v.nullable(InstantSchema),
    /** The mail server's last error, in its own words. */
    lastError: v.nullable(v.string()),
    /** Bounce reports in the mailbox that the site did not understand. */
    unread: v.number(),
  }),
  storage: v.object({ isReachable: v.boolean() }),
});
/** `running`: takes longer, or another instance is syncing. */
export const ChannelReadingSchema = v.object({
  outcome: v.picklist(['read', 'failed', 'running']),
  /** The reason of a `failed` sync: a `ChannelProblem`, or the original error. */
  reason: v.nullable(v.string()),
});
export type ChannelReading = v.InferOutput<typeof ChannelReadingSchema>;

export type Support = v.InferOutput<typeof SupportSchema>;

export const healthCalls = {
  /** Returns whether the process runs. */
  'GET /healthz': { who: 'public' },
  /** Returns whether the process accepts requests, and what it lacks. 503 until it can work, and again once it is told to stop. */
  'GET /readyz': { who: 'public' },
  'GET /api/admin/support': { who: 'site', answer: SupportSchema },
  'POST /api/admin/channel-readings': {
    who: 'content',
    limit: { windowSeconds: 600, person: 10, address: 50 },
    answer: ChannelReadingSchema,
  },
} as const satisfies Calls;
