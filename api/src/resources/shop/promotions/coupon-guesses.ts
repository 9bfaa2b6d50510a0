import { giveBackUse, type LimitDeps, limitUse } from '../../../platform/rate-limit.ts';

/**
 * What `ask` answers for a cart with the code that was typed, if there is one. The code is counted before it is known, so that many tries
 * at once are no way around; one that there is was no guess. Throws `too_many_requests` after too many that there are not.
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
