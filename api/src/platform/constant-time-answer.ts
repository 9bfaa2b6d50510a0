import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the work takes. */
const ANSWER_MS = 400;

/** Waits for `work`, and for at least a fixed time, so that the response time reveals nothing about the address that was entered. */
export async function answerInConstantTime(work: Promise<void>): Promise<void> {
  await Promise.all([work, sleep(ANSWER_MS)]);
}
