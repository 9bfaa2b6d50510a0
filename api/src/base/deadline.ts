import { AsyncLocalStorage } from 'node:async_hooks';

/** The time limit of a call, for all its work together. */
export type Deadline = { readonly signal: AbortSignal; readonly leftMs: () => number };

const current = new AsyncLocalStorage<Deadline>();

/** Returns the deadline of the current call. Jobs and calls without a deadline get undefined. */
export const currentDeadline = (): Deadline | undefined => current.getStore();

/** Runs `work`. All its requests to the database and to Stripe, retries included, share a limit of `ms` milliseconds. */
export function withDeadline<T>(ms: number, work: () => T): T {
  const endsAt = performance.now() + ms;
  return current.run({ signal: AbortSignal.timeout(ms), leftMs: () => Math.max(0, endsAt - performance.now()) }, work);
}
