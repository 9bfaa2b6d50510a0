import { EmailSchema } from '@site/shared/contracts/contact.ts';
import * as v from 'valibot';

/**
 * The mail server's answer to some recipients: 5xx for good, 4xx for now; `times` mails long, or until it is taken back. `at`: to their
 * address, or to the mail once it has all of it. `says`: in these words.
 */
export const RefusalSchema = v.object({
  to: EmailSchema,
  at: v.optional(v.picklist(['recipient', 'mail']), 'recipient'),
  code: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)), 550),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  says: v.optional(v.pipe(v.string(), v.regex(/^[ -~]{1,200}$/))),
});
type Refusal = v.InferOutput<typeof RefusalSchema>;

export type Refusals = {
  /** With what a mail to `address` is refused now at this step, if at all. */
  take: (address: string, at: Refusal['at']) => Pick<Refusal, 'code' | 'says'> | undefined;
  set: (refusal: Refusal) => void;
  clear: () => void;
  list: () => Refusal[];
};

export function createRefusals(): Refusals {
  const refusals = new Map<string, Refusal>();
  return {
    take: (address, at) => {
      const refusal = refusals.get(address.toLowerCase());
      if (refusal?.at !== at) return undefined;
      if (refusal.times !== undefined) {
        if (refusal.times > 1) refusals.set(refusal.to, { ...refusal, times: refusal.times - 1 });
        else refusals.delete(refusal.to);
      }
      return refusal;
    },
    set: (refusal) => void refusals.set(refusal.to, refusal),
    clear: () => refusals.clear(),
    list: () => [...refusals.values()],
  };
}
