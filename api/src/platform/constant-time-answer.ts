import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds. The work takes less than this time, so the answer's time reveals nothing. */
const ANSWER_MS = 400;

/** Waits for `work`, and for at least a fixed time, so that the response time reveals nothing about the address that was entered. */
export async function answerInConstantTime(work: Promise<void>): Promise<void> {
  await Promise.all([work, sleep(ANSWER_MS)]);
}
