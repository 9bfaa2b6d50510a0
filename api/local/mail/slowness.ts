import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';

const ms = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000)), 0);

/**
 * Delays of the mail server before it responds to a recipient and to a complete email. Ten minutes mean forever. `connections` is the
 * maximum number of simultaneous connections.
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
  /** Returns whether the server accepts this many connections. */
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
