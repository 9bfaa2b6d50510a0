import { EmailSchema } from '@site/shared/contracts/contact.ts';
import * as v from 'valibot';

/**
 * A refusal of the mail server for one recipient: 5xx is permanent, 4xx temporary. It lasts for `times` emails, or until it is removed.
 * `at` is the step that is refused: the recipient's address, or the complete email. `says` is the text of the response.
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
  /** Returns the refusal for an email to `address` at this step, if there is one. */
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
