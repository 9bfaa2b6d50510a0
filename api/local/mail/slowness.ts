import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';

const ms = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000)), 0);

/**
 * How long the mail server thinks before it answers a recipient, and a mail that it has taken; ten minutes is for ever. And how many
 * connections it takes at a time.
 */
export const SlownessSchema = v.object({
  recipientMs: ms,
  mailMs: ms,
  connections: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1_000),
});
type Limits = v.InferOutput<typeof SlownessSchema>;

export type Slowness = {
  set: (limits: Limits) => void;
  before: (step: 'recipientMs' | 'mailMs') => Promise<void>;
  /** Whether it takes so many connections. */
  takes: (connections: number) => boolean;
};

export function createSlowness(): Slowness {
  let limits: Limits = v.parse(SlownessSchema, {});
  return {
    set: (wanted) => {
      limits = wanted;
    },
    takes: (connections) => connections <= limits.connections,
    before: async (step) => {
      if (limits[step] > 0) await sleep(limits[step], undefined, { ref: false });
    },
  };
}
