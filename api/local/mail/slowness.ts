import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';

const ms = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000)), 0);

/** How long the mail server thinks before it answers a recipient, and a mail that it has taken; ten minutes is for ever. */
export const SlownessSchema = v.object({ recipientMs: ms, mailMs: ms });
type Waits = v.InferOutput<typeof SlownessSchema>;

export type Slowness = { set: (waits: Waits) => void; before: (step: keyof Waits) => Promise<void> };

export function createSlowness(): Slowness {
  let waits: Waits = { recipientMs: 0, mailMs: 0 };
  return {
    set: (wanted) => {
      waits = wanted;
    },
    before: async (step) => {
      if (waits[step] > 0) await sleep(waits[step], undefined, { ref: false });
    },
  };
}
