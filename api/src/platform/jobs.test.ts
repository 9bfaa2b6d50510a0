import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../base/app-error.ts';
import type { Data } from '../gateways/supabase/data.ts';
import { createSql } from '../gateways/supabase/sql.ts';
import { type Job, type Jobs, startJobs } from './jobs.ts';

type Asked = { name: string; lease: number; interval: number };
type Answer = { taken?: string[]; next_in?: number | null; mail_in?: number | null };

let jobs: Jobs | null = null;
beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await jobs?.stop();
  jobs = null;
  vi.useRealTimers();
});

/** Starts jobs with a fake database. `asked` collects the polls, `ended` how runs ended. */
function begin(answer: (asked: Asked[], number: number) => Answer, work: Job[], onMailDue = vi.fn()) {
  const asked: Asked[][] = [];
  const ended: unknown[] = [];
  const units: unknown[] = [];
  const sql = createSql(async (name: string, args: Record<string, unknown>) => {
    if (name === 'end_job') ended.push([args.p_name, args.p_error, ...(args.p_is_stopped ? ['stopped'] : [])]);
    if (name === 'note_failed_work') units.push([args.p_unit, args.p_label, args.p_error, args.p_is_outage]);
    if (name === 'note_failed_work') return 2;
    if (name === 'clear_failed_work') units.push(args.p_unit);
    if (name !== 'take_jobs') return true;
    asked.push(args.p_jobs as Asked[]);
    const { taken = [], next_in = null, mail_in = null } = answer(args.p_jobs as Asked[], asked.length);
    return { taken: taken.map((one) => ({ name: one, last_success_at: null, failed: ['often'] })), next_in, mail_in };
  });
  const data = { sql } as Data;
  jobs = startJobs(work, { data, log: pino({ level: 'silent' }), onMailDue });
  return { asked, ended, units, onMailDue, jobs };
}
const aJob = (name: string, run = vi.fn(async () => undefined)) => ({ name, intervalSeconds: 60, leaseSeconds: 20, run });

test('one database call checks all jobs, and the next call is made when the first job is due', async () => {
  const [a, b] = [aJob('a'), aJob('b')];
  const { asked, ended } = begin((_, number) => (number === 1 ? { taken: ['a', 'b'] } : { next_in: 4 }), [a, b]);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([
    [
      { name: 'a', lease: 20, interval: 0 },
      { name: 'b', lease: 20, interval: 0 },
    ],
  ]);
  expect(ended).toEqual([
    ['a', null],
    ['b', null],
  ]);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(
    asked[1]?.map(({ interval }) => interval),
    'only the first run does not wait',
  ).toEqual([60, 60]);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(3);
  expect([a.run.mock.calls.length, b.run.mock.calls.length]).toEqual([1, 1]);
});

test('a run that a stop of the process interrupts ends as stopped, not as failed', async () => {
  const interrupted: Job = {
    ...aJob('a'),
    run: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  };
  const { ended, jobs } = begin((_, number) => (number === 1 ? { taken: ['a'] } : {}), [interrupted]);
  await vi.advanceTimersByTimeAsync(0);
  await jobs.stop();
  expect(ended).toEqual([['a', expect.any(String), 'stopped']]);
});

test('an idle hour makes 360 database calls, however many jobs exist', async () => {
  const { asked } = begin(
    () => ({ next_in: 3_600 }),
    Array.from({ length: 9 }, (_, index) => aJob(`job-${index}`)),
  );
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(asked.length).toBeLessThanOrEqual(362);
  expect(asked.length, 'another instance may have changed something').toBeGreaterThanOrEqual(359);
});

test('a job that is woken runs at once, whatever its interval, even during a run', async () => {
  let finish = () => {};
  const slow = aJob(
    'slow',
    vi.fn(() => new Promise<undefined>((resolve) => (finish = () => resolve(undefined)))),
  );
  const { asked, jobs: started } = begin(
    (named) => ({ taken: named.filter(({ interval }) => interval === 0).map(({ name }) => name) }),
    [slow, aJob('other')],
  );
  await vi.advanceTimersByTimeAsync(2_000);
  expect(slow.run).toHaveBeenCalledTimes(1);
  started.wake('slow');
  await vi.advanceTimersByTimeAsync(0);
  expect(
    asked.at(-1)?.map(({ name }) => name),
    'it runs still',
  ).toEqual(['other']);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(slow.run).toHaveBeenCalledTimes(2);
  finish();
});

test('the poll announces an email that is due, and the next poll comes when a later email is due', async () => {
  const { asked, onMailDue } = begin((_, number) => ({ mail_in: number === 1 ? 2 : number === 2 ? -1 : null }), [aJob('a')]);
  await vi.advanceTimersByTimeAsync(1_999);
  expect([asked.length, onMailDue.mock.calls.length]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect([asked.length, onMailDue.mock.calls.length]).toEqual([2, 1]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked.length, 'sooner while there is something to do').toBe(3);
});

test('a failed run is recorded and the other jobs continue, and an unreachable database is called again', async () => {
  let isAway = true;
  const { asked, ended } = begin(
    (_, number) => {
      if (isAway) throw new Error('away');
      return number === 2 ? { taken: ['bad', 'good'] } : {};
    },
    [
      aJob(
        'bad',
        vi.fn(() => Promise.reject(new Error('no luck'))),
      ),
      aJob('good'),
    ],
  );
  await vi.advanceTimersByTimeAsync(4_999);
  expect(asked).toHaveLength(1);
  isAway = false;
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toEqual([
    ['bad', 'Error: no luck'],
    ['good', null],
  ]);
});

test('a run ended by a database outage is retried soon, at most three times in a row', async () => {
  const away = aJob(
    'away',
    vi.fn(() => Promise.reject(new AppError('service_unavailable'))),
  );
  begin((named, number) => ({ taken: named.filter(({ interval }) => number === 1 || interval === 0).map(({ name }) => name) }), [away]);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(away.run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(away.run).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(away.run).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(away.run, 'its next turn is what the database says').toHaveBeenCalledTimes(4);
});

test('a failed unit of a job is recorded until it succeeds, and stops no other unit', async () => {
  const failures: number[] = [];
  const mixed = {
    ...aJob('mixed'),
    run: async ({ attempt }: Parameters<Job['run']>[0]) => {
      failures.push(await attempt('poison', 'A casa', () => Promise.reject(new Error('no luck'))));
      for (const unit of ['often', 'often', 'never']) failures.push(await attempt(unit, unit, async () => undefined));
    },
  };
  const { ended, units } = begin((_, number) => (number === 1 ? { taken: ['mixed'] } : {}), [mixed]);
  await vi.advanceTimersByTimeAsync(0);
  expect(units).toEqual([['poison', 'A casa', 'Error: no luck', false], 'often']);
  expect([failures, ended]).toEqual([[2, 0, 0, 0], [['mixed', null]]]);
});

test("a job's run tries all units, and then fails if an outage ended one of them", async () => {
  const away = {
    ...aJob('away'),
    run: async ({ attempt }: Parameters<Job['run']>[0]) => {
      await attempt('first', 'first', () => Promise.reject(new AppError('service_unavailable')));
      await attempt('often', 'often', async () => undefined);
    },
  };
  const { ended, units } = begin((_, number) => (number === 1 ? { taken: ['away'] } : {}), [away]);
  await vi.advanceTimersByTimeAsync(0);
  expect(units).toEqual([['first', 'first', expect.stringContaining('not available'), true], 'often']);
  expect(ended).toEqual([['away', expect.stringContaining('not available')]]);
});
