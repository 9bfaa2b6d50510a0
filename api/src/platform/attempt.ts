import * as v from 'valibot';
import { AppError } from '../base/app-error.ts';
import { JobProblem } from '../base/job-problem.ts';
import type { Data } from '../gateways/supabase/data.ts';
import type { Log } from './logger.ts';

/**
 * Does one unit of a job's work and returns its failures in a row. A failure is noted and ends neither the run nor other units. The database
 * lists the unit again after a minute, and after a day once `MOST_FAILURES` failed in a row. `label` names the unit to the owner.
 */
export type Attempt = (unit: string, label: string, work: () => Promise<unknown>) => Promise<number>;

/** `is_put_off` in the database has the same number. */
export const MOST_FAILURES = 3;

/** Returns why work failed, in at most 300 characters. */
export const reasonOf = (failure: unknown): string => (failure instanceof JobProblem ? failure.reason : String(failure)).slice(0, 300);

/** Returns whether work failed because the database is away. Nothing is wrong with the work then. */
export const isOutage = (failure: unknown): boolean => failure instanceof AppError && failure.code === 'service_unavailable';

export type Running = { data: Data; log: Log; signal: AbortSignal };

/** Returns what does units of the work of `job` and notes their failures. The units in `failed` failed in an earlier run. */
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
      log.error({ job, unit, failures, err }, failures < MOST_FAILURES ? 'work failed' : 'work failed and waits for a day');
      return failures;
    }
    if (failedBefore.delete(unit)) await data.sql.forgetFailedWork({ job, unit });
    return 0;
  };
  return { attempt, outage: () => outage };
}

/** Does all `steps` in their order, also after a failure. Throws the first failure. */
export async function doAll(...steps: (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Another instance took the job, so that this run ends without a failure of its work. */
export class TakenOver extends Error {}
