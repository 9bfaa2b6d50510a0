import { randomUUID } from 'node:crypto';
import { telemetry } from '@site/shared/process/telemetry.ts';
import * as v from 'valibot';
import type { Data } from '../gateways/supabase/data.ts';
import type { Log } from './logger.ts';
import { withRequestId } from './request-id.ts';

const TakenSchema = v.object({ taken: v.boolean(), last_success_at: v.nullable(v.string()) });

export type Job = {
  name: string;
  /** How long after the beginning of one run the next may begin, whichever instance does it. */
  intervalSeconds: number;
  /** How long a run may be silent before another instance may take over. */
  leaseSeconds: number;
  /** `keep` says that the run goes on, and throws when another instance took over. */
  run: (context: { lastSuccessAt: Date | null; keep: () => Promise<void>; signal: AbortSignal }) => Promise<void>;
};

/** How often an instance asks whether a job is due: after the death of the one that held it, this and its lease pass. */
const ASK_EVERY_MS = 5_000;

export type Worker = {
  /** Ends the loop; resolves when what was being done is done. */
  stop: () => Promise<void>;
};

/** A failure with a reason that screens and letters have words for. */
export class JobProblem extends Error {
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

const reasonOf = (failure: unknown): string => (failure instanceof JobProblem ? failure.reason : String(failure)).slice(0, 300);

/**
 * Does `job` once, if nobody does and its last run began at least `intervalSeconds` ago. Answers null when it was not taken, else why it
 * failed, if it did. A failed run is logged.
 */
export async function runJob(
  job: Job,
  intervalSeconds: number,
  { data, log, signal }: { data: Data; log: Log; signal: AbortSignal },
): Promise<{ reason: string | null } | null> {
  const holder = randomUUID();
  const lease = { p_name: job.name, p_holder: holder, p_lease_seconds: job.leaseSeconds };
  const { taken, last_success_at } = await data.call('take_job', { ...lease, p_interval_seconds: intervalSeconds }, TakenSchema);
  if (!taken) return null;
  const keep = async () => {
    signal.throwIfAborted();
    if (!(await data.call('keep_job', lease, v.boolean()))) throw new Error(`another instance took ${job.name}`);
  };
  const started = performance.now();
  let failure: unknown = null;
  try {
    const lastSuccessAt = last_success_at ? new Date(last_success_at) : null;
    await telemetry().job(job.name, () => job.run({ lastSuccessAt, keep, signal }));
  } catch (error) {
    failure = error;
  }
  const ms = Math.round(performance.now() - started);
  const reason = failure === null ? null : reasonOf(failure);
  await data.call('end_job', { p_name: job.name, p_holder: holder, p_error: reason }, v.unknown());
  if (failure !== null && !signal.aborted) log.error({ job: job.name, ms, err: failure }, 'job failed');
  else log.debug({ job: job.name, ms }, 'job done');
  return { reason };
}

/** Does `job` at once and then whenever it is due, in one instance at a time. A failed run is logged and waits for its next turn. */
export function startJob(job: Job, data: Data, log: Log): Worker {
  const stopping = new AbortController();
  let first = true;

  async function turn(): Promise<void> {
    if (await runJob(job, first ? 0 : job.intervalSeconds, { data, log, signal: stopping.signal })) first = false;
  }

  const done = repeat(
    turn,
    () => ASK_EVERY_MS,
    stopping.signal,
    (err) => log.warn({ job: job.name, err }, 'job not asked for'),
  );
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

/** Runs `turn` again and again with pauses until `signal` aborts; a turn that throws goes to `onError`. */
export async function repeat(
  turn: () => Promise<void>,
  pauseMs: () => number,
  signal: AbortSignal,
  onError: (error: unknown) => void,
  woken: (wake: () => void) => void = () => undefined,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await withRequestId(randomUUID(), turn);
    } catch (error) {
      onError(error);
    }
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, pauseMs());
      signal.addEventListener('abort', end);
      woken(end);
    });
  }
}
