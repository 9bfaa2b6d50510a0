import { AsyncLocalStorage } from 'node:async_hooks';

/** When everything that a call does must be over. */
export type Deadline = { readonly signal: AbortSignal; readonly leftMs: () => number };

const current = new AsyncLocalStorage<Deadline>();

/** The deadline of the call that this code works for; undefined in jobs and in calls without one. */
export const currentDeadline = (): Deadline | undefined => current.getStore();

/** Does `work` with `ms` for all questions to the database and to Stripe together, retries included. */
export function withDeadline<T>(ms: number, work: () => T): T {
  const endsAt = performance.now() + ms;
  return current.run({ signal: AbortSignal.timeout(ms), leftMs: () => Math.max(0, endsAt - performance.now()) }, work);
}
