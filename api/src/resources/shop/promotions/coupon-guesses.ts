import { giveBackUse, type LimitDeps, limitUse } from '../../../platform/rate-limit.ts';

/**
 * Returns the result of `ask` for a cart with an optional coupon code. The code is counted as a guess before it is looked up, so that
 * parallel attempts cannot exceed the limit. The guess is subtracted again if the code exists. Throws `too_many_requests` after too many
 * unknown codes.
 */
export async function limitGuesses<Answer>(
  deps: LimitDeps,
  { coupon, address }: { coupon: string | undefined; address: string },
  ask: () => Promise<Answer>,
  isKnown: (answer: Answer) => boolean,
): Promise<Answer> {
  if (coupon === undefined) return await ask();
  await limitUse(deps, 'coupon', { address });
  const answer = await ask();
  if (isKnown(answer)) await giveBackUse(deps, 'coupon', { address });
  return answer;
}
