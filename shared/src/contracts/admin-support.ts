import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import type { Calls } from './calls.ts';

/** Why the channel could not be read, where that is known. */
export const CHANNEL_PROBLEMS = ['channel_not_found', 'channel_empty', 'key_refused', 'quota_exceeded', 'provider_silent'] as const;
export type ChannelProblem = (typeof CHANNEL_PROBLEMS)[number];

/** How the parts of the system are, as far as the API knows it. */
export const SupportSchema = v.object({
  checkedAt: InstantSchema,
  /** When the payment provider last told us something; null before the first time, and when that was more than 60 days ago. */
  payments: v.object({
    lastEventAt: v.nullable(InstantSchema),
    /** Since when payments could not be asked for, and why, in the provider's words; null while they can. */
    unreadSince: v.nullable(InstantSchema),
    lastError: v.nullable(v.string()),
  }),
  mail: v.object({
    /** When a mail server last took one. */
    lastSentAt: v.nullable(InstantSchema),
    /** Counted up to a thousand. */
    waiting: v.number(),
    oldestWaitingAt: v.nullable(InstantSchema),
    /** The newest that a mail server refused for good, at most five. */
    refused: v.array(v.object({ recipient: v.string(), at: InstantSchema, reason: v.string() })),
  }),
  videos: v.object({
    isConfigured: v.boolean(),
    lastSuccessAt: v.nullable(InstantSchema),
    /** A `ChannelProblem`, or what went wrong as it came. */
    lastError: v.nullable(v.string()),
  }),
  mailbox: v.object({
    /** Whether what comes back is looked for. */
    isConfigured: v.boolean(),
    lastSuccessAt: v.nullable(InstantSchema),
    /** In the mail server's words. */
    lastError: v.nullable(v.string()),
    /** Reports that were not understood, and wait there. */
    unread: v.number(),
  }),
  storage: v.object({ isReachable: v.boolean() }),
});
/** `running`: it takes longer, or another instance is reading. */
export const ChannelReadingSchema = v.object({
  outcome: v.picklist(['read', 'failed', 'running']),
  /** With `failed`: a `ChannelProblem`, or what went wrong as it came. */
  reason: v.nullable(v.string()),
});
export type ChannelReading = v.InferOutput<typeof ChannelReadingSchema>;

export type Support = v.InferOutput<typeof SupportSchema>;

export const healthCalls = {
  /** The process runs. */
  'GET /healthz': { who: 'public' },
  /** The process takes requests, and what it misses; 503 from the moment it is told to stop, and until it can be of any use. */
  'GET /readyz': { who: 'public' },
  'GET /api/admin/support': { who: 'site', answer: SupportSchema },
  'POST /api/admin/channel-readings': {
    who: 'content',
    limit: { windowSeconds: 600, person: 10, address: 50 },
    answer: ChannelReadingSchema,
  },
} as const satisfies Calls;
