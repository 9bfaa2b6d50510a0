import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the work takes. */
const ANSWER_MS = 400;

/** Ends with `work`, and no sooner than after a fixed time: measuring the answer tells nothing about the address that was given. */
export async function answerEvenly(work: Promise<void>): Promise<void> {
  await Promise.all([work, sleep(ANSWER_MS)]);
}
