import { randomUUID } from 'node:crypto';
import { getTelemetry } from '@site/shared/process/telemetry.ts';
import * as v from 'valibot';
import { withRequestId } from '../base/request-id.ts';
import type { Data } from '../gateways/supabase/data.ts';
import { tables } from '../gateways/supabase/database.generated.ts';
import { type Attempt, createAttempt, isOutage, type Running, reasonOf, TakenOver } from './attempt.ts';
import type { Log } from './logger.ts';

const AnswerSchema = v.object({
  taken: v.array(v.object({ ...v.pick(tables.jobs, ['name', 'last_success_at']).entries, failed: v.array(v.string()) })),
  next_in: v.nullable(v.number()),
  mail_in: v.nullable(v.number()),
});

export type Job = {
  name: string;
  /** Shortest time between the starts of two runs, in any instance. */
  intervalSeconds: number;
  /** Time without a call of `keep` after which another instance may take the job over. */
  leaseSeconds: number;
  /** `keep` renews the lease. It throws when another instance took the job over. */
  run: (context: { lastSuccessAt: Date | null; keep: () => Promise<void>; attempt: Attempt; signal: AbortSignal }) => Promise<void>;
};

type Taken = v.InferOutput<typeof AnswerSchema>['taken'][number];

/** Runs a job that `holder` has taken, and records its end. Returns the failure, or null. Logs a failed run. */
async function runTaken(job: Job, holder: string, taken: Taken, running: Running): Promise<unknown> {
  const { data, log, signal } = running;
  const lastSuccessAt = taken.last_success_at ? new Date(taken.last_success_at) : null;
  const lease = { name: job.name, holder, leaseSeconds: job.leaseSeconds };
  const keep = async () => {
    signal.throwIfAborted();
    if (!(await data.sql.keepJob(lease))) throw new TakenOver(`another instance took ${job.name}`);
  };
  const { attempt, outage } = createAttempt(job.name, taken.failed, running);
  const started = performance.now();
  let failure: unknown = null;
  try {
    await getTelemetry().job(job.name, () => job.run({ lastSuccessAt, keep, attempt, signal }));
    failure = outage();
  } catch (error) {
    failure = error;
  }
  const ms = Math.round(performance.now() - started);
  const reason = failure === null ? null : reasonOf(failure);
  const isStopped = failure !== null && signal.aborted;
  await data.sql.endJob({ name: job.name, holder, error: reason, isStopped });
  if (failure !== null && !isStopped) log.error({ job: job.name, ms, err: failure }, 'job failed');
  else log.debug({ job: job.name, ms }, 'job done');
  return failure;
}

/**
 * Runs `job` once, unless another instance runs it or its last run began less than `intervalSeconds` ago. Returns null when the job was not
 * taken, otherwise the reason of its failure, if any.
 */
export async function runJob(job: Job, intervalSeconds: number, running: Running): Promise<{ reason: string | null } | null> {
  const holder = randomUUID();
  const wanted = [{ name: job.name, lease: job.leaseSeconds, interval: intervalSeconds }];
  const { taken } = v.parse(AnswerSchema, await running.data.sql.takeJobs({ holder, jobs: wanted }));
  const [found] = taken;
  if (!found) return null;
  const failure = await runTaken(job, holder, found, running);
  return { reason: failure === null ? null : reasonOf(failure) };
}

/**
 * Longest time between two polls. A change by another instance or an operator is noticed within this time. Polls are more frequent while
 * there is work.
 */
const ASK_EVERY_MS = { idle: 10_000, busy: 5_000 };
const BUSY_FOR_MS = 60_000;
/** Prevents a tight loop of polls when the clocks of two instances differ. */
const SHORTEST_WAIT_MS = 250;
/**
 * A run that a database outage ended is retried this often in a row. The limit keeps all jobs from polling forever during a long outage.
 */
const OUTAGE_RETRIES = 3;
const RETRY_AFTER_MS = 15_000;

export type Worker = {
  /** Ends the loop. Resolves when the current work is done. */
  stop: () => Promise<void>;
};

export type Jobs = Worker & {
  /** Tells the job that there is work. It runs now and does not wait for its interval. */
  wake: (name: string) => void;
};

type JobsDeps = {
  data: Data;
  log: Log;
  /** Called when an email is due. */
  onMailDue?: () => void;
};

/**
 * Runs each of `jobs` at once and then whenever it is due, in one instance at a time. A single poll serves all jobs, when the first of them
 * is due. A failed run is logged and waits for its next turn. When the cause was a database outage, the run is retried soon.
 */
export function startJobs(jobs: readonly Job[], { data, log, onMailDue = () => undefined }: JobsDeps): Jobs {
  const holder = randomUUID();
  const stopping = new AbortController();
  /** Jobs that do not wait for their interval: all jobs at first, then those that were woken. */
  const wanted = new Set(jobs.map(({ name }) => name));
  const running = new Map<string, Promise<void>>();
  /** Per job: how many runs in a row a database outage ended. */
  const outages = new Map<string, number>();
  let isNoted = false;
  let askAt = 0;
  let busyUntil = 0;
  let look: () => void = () => undefined;

  const askIn = (ms: number) => {
    askAt = Math.min(askAt, performance.now() + Math.max(0, ms));
    look();
  };

  async function run(job: Job, taken: Taken): Promise<void> {
    const started = performance.now();
    const failure = await runTaken(job, holder, taken, { data, log, signal: stopping.signal }).catch((err: unknown) => {
      log.warn({ job: job.name, err }, 'could not record the end of a job');
      return err;
    });
    running.delete(job.name);
    const count = isOutage(failure) ? (outages.get(job.name) ?? 0) + 1 : 0;
    outages.set(job.name, count);
    if (count > 0 && count <= OUTAGE_RETRIES) setTimeout(() => wake(job.name), RETRY_AFTER_MS).unref();
    askIn(wanted.has(job.name) ? 0 : job.intervalSeconds * 1_000 - (performance.now() - started));
  }

  async function ask(): Promise<void> {
    if (!isNoted) {
      const all = jobs.map(({ name, leaseSeconds, intervalSeconds }) => ({ name, lease: leaseSeconds, interval: intervalSeconds }));
      await data.sql.noteJobs({ jobs: all });
      isNoted = true;
    }
    const asked = jobs.filter(({ name }) => !running.has(name));
    const named = asked.map(({ name, leaseSeconds, intervalSeconds }) => ({
      name,
      lease: leaseSeconds,
      interval: wanted.has(name) ? 0 : intervalSeconds,
    }));
    const longest = performance.now() < busyUntil ? ASK_EVERY_MS.busy : ASK_EVERY_MS.idle;
    // Set before the query, so that a job that is woken during the query causes another poll.
    askAt = performance.now() + longest;
    const { taken, next_in, mail_in } = v.parse(AnswerSchema, await data.sql.takeJobs({ holder, jobs: named }));
    for (const one of taken) {
      const job = asked.find(({ name }) => name === one.name);
      if (!job) continue;
      wanted.delete(job.name);
      running.set(
        job.name,
        withRequestId(randomUUID(), () => run(job, one)),
      );
    }
    if (mail_in !== null) {
      busyUntil = performance.now() + BUSY_FOR_MS;
      if (mail_in <= 0) onMailDue();
    }
    // The mail worker sends emails that are due now, or makes an email due later if it cannot be sent.
    const waits = [next_in, mail_in !== null && mail_in > 0 ? mail_in : null].filter((seconds) => seconds !== null);
    for (const seconds of waits) askIn(Math.max(SHORTEST_WAIT_MS, seconds * 1_000));
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const ms = askAt - performance.now();
      if (ms <= 0) {
        try {
          await withRequestId(randomUUID(), ask);
        } catch (err) {
          askAt = performance.now() + ASK_EVERY_MS.busy;
          log.warn({ err }, 'could not query due jobs');
        }
        continue;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        look = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  const wake = (name: string) => {
    wanted.add(name);
    busyUntil = performance.now() + BUSY_FOR_MS;
    askIn(0);
  };

  const done = loop();
  return {
    wake,
    stop: async () => {
      stopping.abort();
      look();
      await done;
      await Promise.all(running.values());
    },
  };
}

/** Repeats a piece of work, with pauses. */
export type Loop = Worker & {
  /** Tells the loop that there may be work. It runs now and does not wait for its pause. */
  wake: () => void;
};

/** Runs `turn` at once, after each pause and when woken, until `stopping` aborts or `stop` is called. A failing turn goes to `onError`. */
export function startLoop(
  turn: () => Promise<void>,
  pauseMs: () => number,
  onError: (error: unknown) => void,
  stopping = new AbortController(),
): Loop {
  const { signal } = stopping;
  let isWanted = false;
  let wakeUp: () => void = () => undefined;

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      // Reset before the turn: a call that wakes the loop meanwhile causes another turn.
      isWanted = false;
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
        const timer = setTimeout(end, isWanted ? 0 : pauseMs());
        signal.addEventListener('abort', end);
        wakeUp = end;
      });
    }
  }

  const done = loop();
  return {
    wake: () => {
      isWanted = true;
      wakeUp();
    },
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}
