import * as v from 'valibot';
import { AppError } from '../base/app-error.ts';
import { JobProblem } from '../base/job-problem.ts';
import type { Data } from '../gateways/supabase/data.ts';
import type { Log } from './logger.ts';

/**
 * Runs one unit of a job's work and returns how often the unit failed in a row. A failure is recorded and stops neither the run nor other
 * units. The database lists the failed unit again after a minute, or after a day once it failed `MOST_FAILURES` times in a row. `label`
 * names the unit to the owner.
 */
export type Attempt = (unit: string, label: string, work: () => Promise<unknown>) => Promise<number>;

/** The SQL function `is_put_off` has the same number. */
export const MOST_FAILURES = 3;

/** Returns why work failed, in at most 300 characters. */
export const reasonOf = (failure: unknown): string => (failure instanceof JobProblem ? failure.reason : String(failure)).slice(0, 300);

/** Returns whether work failed because the database is unavailable. Such a failure is no fault of the work. */
export const isOutage = (failure: unknown): boolean => failure instanceof AppError && failure.code === 'service_unavailable';

export type Running = { data: Data; log: Log; signal: AbortSignal };

/** Returns a function that runs units of the work of `job` and records their failures. The units in `failed` failed in an earlier run. */
export function createAttempt(job: string, failed: readonly string[], { data, log, signal }: Running) {
  const failedBefore = new Set(failed);
  let outage: unknown = null;
  const attempt: Attempt = async (unit, label, work) => {
    try {
      await work();
    } catch (err) {
      if (signal.aborted || err instanceof TakenOver) throw err;
      const isAway = isOutage(err);
      if (isAway) outage ??= err;
      const failures = v.parse(v.number(), await data.sql.noteFailedWork({ job, unit, label, error: reasonOf(err), isOutage: isAway }));
      log.error({ job, unit, failures, err }, failures < MOST_FAILURES ? 'work failed' : 'work failed, next attempt in a day');
      return failures;
    }
    if (failedBefore.delete(unit)) await data.sql.clearFailedWork({ job, unit });
    return 0;
  };
  return { attempt, outage: () => outage };
}

/** Runs all `steps` in order, even after a failure. Throws the first failure. */
export async function doAll(...steps: (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Ends a run because another instance took the job over. No unit of the work counts as failed. */
export class TakenOver extends Error {}
