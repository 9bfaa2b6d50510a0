import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';

/** How the parts of the system are, as far as the API knows it (decision 10). */
export const SupportSchema = v.object({
  checkedAt: InstantSchema,
  /** When the payment provider last told us something; null before the first time, and when that was more than 60 days ago. */
  payments: v.object({ lastEventAt: v.nullable(InstantSchema) }),
  mail: v.object({
    /** Counted up to a thousand. */
    waiting: v.number(),
    oldestWaitingAt: v.nullable(InstantSchema),
    /** The newest that a mail server refused for good, at most five. */
    refused: v.array(v.object({ recipient: v.string(), at: InstantSchema, reason: v.string() })),
  }),
  videos: v.object({
    isConfigured: v.boolean(),
    lastSuccessAt: v.nullable(InstantSchema),
    lastError: v.nullable(v.string()),
  }),
  storage: v.object({ isReachable: v.boolean() }),
});
export type Support = v.InferOutput<typeof SupportSchema>;
