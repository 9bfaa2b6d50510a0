import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCdn } from '@site/shared/cdn/cdn.ts';
import { Client } from 'pg';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createData, type Data } from '../../../api/src/gateways/supabase/data.ts';
import { runJob, startJobs } from '../../../api/src/platform/jobs.ts';
import { limitUse } from '../../../api/src/platform/rate-limit.ts';
import { importsJob } from '../../../api/src/resources/people/imports/import-job.ts';
import { purgingJob } from '../../../api/src/resources/site/purges/purging.ts';
import { claimMail } from '../../../api/src/resources/writing/mail-outbox/mail-worker.ts';
import { startOnly } from '../stand-ins/targets.ts';
import type { ApiSite } from './api-site.ts';
import { toolsOf } from './site-tools.ts';

// Work that several API processes share. Each call in this file could be made by another process.
let tools: Omit<ApiSite, 'dir' | 'close' | 'tokenOf'>;
let close: () => Promise<void>;
let data: Data;
let database: string | undefined;

beforeAll(async () => {
  const started = await startOnly(['data']);
  close = started.close;
  database = started.database;
  tools = toolsOf(started.site);
  data = createData(started.site.addresses.data, started.site.file.internal.dataSecretKey);
});
afterAll(async () => await close?.());

describe('a scheduled job', () => {
  const take = async (name: string, holder: string, seconds: { lease: number; interval: number }) => {
    const taken = await data.sql.takeJob({ name, holder, leaseSeconds: seconds.lease, intervalSeconds: seconds.interval });
    return v.parse(v.object({ taken: v.boolean() }), taken).taken;
  };
  const end = (name: string, holder: string, error: string | null = null) => data.sql.endJob({ name, holder, error });
  const keep = (name: string, holder: string) => data.sql.keepJob({ name, holder, leaseSeconds: 60 });

  test('a job is claimed by one of many processes, and by the next only after its interval', async () => {
    const takers = await Promise.all(Array.from({ length: 10 }, (_, n) => take('one-of-many', `h${n}`, { lease: 60, interval: 0 })));
    expect(takers.filter(Boolean)).toHaveLength(1);
    await end('one-of-many', `h${takers.indexOf(true)}`);
    expect(await take('one-of-many', 'next', { lease: 60, interval: 60 })).toBe(false);
    expect(await take('one-of-many', 'next', { lease: 60, interval: 0 })).toBe(true);
  });

  test('the job of a dead process moves to another one after its lease, and the dead one cannot keep it', async () => {
    expect(await take('orphan', 'dead', { lease: 1, interval: 0 })).toBe(true);
    expect(await take('orphan', 'living', { lease: 60, interval: 0 })).toBe(false);
    await sleep(1_200);
    expect(await take('orphan', 'living', { lease: 60, interval: 0 })).toBe(true);
    expect([await keep('orphan', 'dead'), await keep('orphan', 'living')]).toEqual([false, true]);
  });

  test('a failed job keeps the time of its last success', async () => {
    await take('failing', 'h', { lease: 60, interval: 0 });
    await end('failing', 'h', 'no luck');
    const [row] = await tools.rows('GET', 'jobs?name=eq.failing&select=last_success_at,last_error,lease_until');
    expect(row).toEqual({ last_success_at: null, last_error: 'no luck', lease_until: null });
  });
});

test('a stopped run of a job leaves the result of the previous run, and the next process takes the job', async () => {
  const run = { name: 'stopped', holder: 'h', leaseSeconds: 60, intervalSeconds: 0 };
  await data.sql.takeJob(run);
  await data.sql.endJob({ name: 'stopped', holder: 'h', error: 'no luck' });
  await data.sql.takeJob(run);
  await data.sql.endJob({ name: 'stopped', holder: 'h', error: 'AbortError', isStopped: true });
  const [row] = await tools.rows('GET', 'jobs?name=eq.stopped&select=last_success_at,last_error,lease_until,holder');
  expect(row).toEqual({ last_success_at: null, last_error: 'no luck', lease_until: null, holder: null });
});

describe('a late job', () => {
  const SECOND = 1_000;
  const noteJobs = (...jobs: { name: string; interval: number; lease: number }[]) => data.sql.noteJobs({ jobs });
  /** Returns the names of the jobs that are late so many seconds from now. */
  const lateIn = async (seconds: number) =>
    (await tools.rows<{ name: string }>('POST', 'rpc/late_jobs', { p_now: new Date(Date.now() + seconds * SECOND).toISOString() })).map(
      ({ name }) => name,
    );
  const run = async (error: string | null) => {
    await data.sql.takeJob({ name: 'quick', holder: 'h', leaseSeconds: 3_600, intervalSeconds: 0 });
    return () => data.sql.endJob({ name: 'quick', holder: 'h', error });
  };
  const [hourly, quick] = [
    { name: 'hourly', interval: 3_600, lease: 60 },
    { name: 'quick', interval: 5, lease: 30 },
  ];

  test('a job is late without a success for three intervals and one lease, also when it never succeeded', async () => {
    await noteJobs(hourly, quick);
    const at = [0, 40, 50, 3 * 3_600, 3 * 3_600 + 70];
    expect(await Promise.all(at.map(lateIn))).toEqual([[], [], ['quick'], ['quick'], ['hourly', 'quick']]);
  });

  test('a long run of a job is not late, unless the run before it failed', async () => {
    let end = await run(null);
    expect(await lateIn(50)).toEqual([]);
    await end();
    expect([await lateIn(40), await lateIn(50)]).toEqual([[], ['quick']]);
    await (await run('no luck'))();
    end = await run(null);
    expect(await lateIn(50)).toEqual(['quick']);
    await end();
  });

  test('a job that the newest instance does not have is never late', async () => {
    await noteJobs(hourly);
    expect(await lateIn(50)).toEqual([]);
  });
});

describe('an import that always fails', () => {
  const [poison, good] = [randomUUID(), randomUUID()];
  const running = () => ({ data, log: pino({ level: 'silent' }), signal: new AbortController().signal });
  const stateOf = async (id: string) => (await tools.rows('GET', `imports?id=eq.${id}&select=state,problem`))[0];
  let tries = 0;
  /** Runs the import job of an API that cannot read one of the files for an unknown reason. */
  const work = () =>
    importsJob({
      data: {
        ...data,
        aboutPrivateFile: async (key) => {
          if (!key.includes(poison)) return null;
          tries += 1;
          throw new RangeError('Maximum call stack size exceeded');
        },
      },
      clock: Date.now,
      wakeMail: () => undefined,
    });

  test('a failing import delays no other, waits a minute, and is rejected after the third failure', async () => {
    for (const id of [poison, good]) {
      await tools.rows('POST', 'imports', { id, kind: 'purchases', source: 'other', filename: 'vendas.csv', state: 'reading' });
    }
    for (const count of [1, 2, 3]) {
      for (const _ of ['at once', 'and within the minute']) await runJob(work(), 0, running());
      expect(tries).toBe(count);
      expect(await stateOf(good), 'its file never came').toEqual({ state: 'refused', problem: 'upload_gone' });
      expect(await stateOf(poison)).toEqual(count < 3 ? { state: 'reading', problem: null } : { state: 'refused', problem: 'unreadable' });
      await tools.rows('PATCH', `failed_work?unit=eq.${poison}`, { failed_at: new Date(Date.now() - 61_000).toISOString() });
    }
    expect(await tools.rows('GET', 'failed_work'), 'the import tells the owner').toEqual([]);
  });
});

test('a book whose announcement fails delays no other, and the third failure is reported to the owner', async ({ skip }) => {
  if (!database) return skip('statements need a PostgreSQL');
  const client = new Client({ connectionString: database });
  await client.connect();
  await client.query(`
    create function fail_news() returns trigger language plpgsql as $$ begin raise exception 'no luck'; end $$;
    create trigger fail_news before delete on public.ebook_announcements for each row when (old.ebook_id = 'a-casa') execute function fail_news();`);
  await client.end();
  await tools.addBooks({ id: 'a-casa' }, { id: 'o-jardim' });
  await tools.rows(
    'POST',
    'ebook_announcements',
    ['a-casa', 'o-jardim'].map((ebook_id) => ({ ebook_id, version: 2 })),
  );
  const announce = () => data.sql.announceVersion({ limit: 200 });
  expect([await announce(), await announce(), await announce()]).toEqual([true, true, false]);
  expect(await tools.rows('GET', 'ebook_announcements?select=ebook_id')).toEqual([{ ebook_id: 'a-casa' }]);
  for (const failures of [1, 2, 3]) {
    expect(await tools.rows('GET', 'failed_work?select=job,unit,failures,error')).toEqual([
      { job: 'ebook_announcements', unit: 'a-casa', failures, error: 'no luck' },
    ]);
    await tools.rows('PATCH', 'failed_work?unit=eq.a-casa', { failed_at: new Date(Date.now() - 61_000).toISOString() });
    expect(await announce()).toBe(failures < 3);
  }
});

describe('the mail outbox', () => {
  const write = async (...keys: string[]) => {
    await tools.rows(
      'POST',
      'outbox',
      keys.map((key) => ({ key, kind: 'purchase_paid', recipient: 'ana@example.test', locale: 'en', payload: {} })),
    );
  };

  test('the outbox gives each email to one worker', async () => {
    const keys = Array.from({ length: 30 }, () => randomUUID());
    await write(...keys);
    const claimed = (await Promise.all(Array.from({ length: 6 }, () => claimMail(data, 10, 60)))).flat();
    expect(claimed.map((mail) => mail.key).toSorted()).toEqual(keys.toSorted());
    await Promise.all(claimed.map((mail) => data.sql.finishMail({ id: mail.id, mark: randomUUID() })));
    expect(await claimMail(data, 10, 60)).toEqual([]);
  });

  test('the outbox gives an email again if its worker died or failed, and never after it was sent', async () => {
    await write('again');
    const [first] = await claimMail(data, 10, 1);
    expect(await claimMail(data, 10, 1)).toEqual([]);
    await sleep(1_200);
    const [second] = await claimMail(data, 10, 60);
    expect([first?.attempts, second?.attempts, second?.id]).toEqual([1, 2, first?.id]);
    await data.sql.postponeMail({ id: second?.id ?? '', seconds: 1, error: 'refused' });
    expect(await claimMail(data, 10, 60)).toEqual([]);
    await sleep(1_200);
    const [third] = await claimMail(data, 10, 60);
    expect(third?.attempts).toBe(3);
    await data.sql.finishMail({ id: third?.id ?? '', mark: randomUUID() });
    await data.sql.postponeMail({ id: third?.id ?? '', seconds: 0, error: 'late' });
    expect(await claimMail(data, 10, 60)).toEqual([]);
  });

  test('the outbox accepts a key once', async () => {
    await write('once');
    await expect(write('once')).rejects.toThrow('409');
  });
});

describe('a rate limit', () => {
  // A count restarts every ten minutes, and no test here may run across that moment.
  beforeAll(async () => {
    const leftMs = 600_000 - (Date.now() % 600_000);
    if (leftMs < 20_000) await sleep(leftMs);
  });

  const deps = (secret = 'l') => ({ data, env: { LINKS_SECRET: secret.repeat(32) } });
  const countThrough = async (count: number, use: () => Promise<void>) => {
    const results = await Promise.allSettled(Array.from({ length: count }, use));
    return results.filter((result) => result.status === 'fulfilled').length;
  };
  const copy = (person: string) => limitUse(deps(), 'export', { person, address: '192.0.2.1' });
  const write = (mailbox: string, address: string) => limitUse(deps(), 'contact', { mailbox, address });

  test('a rate limit per person counts the calls of all processes', async () => {
    expect(await countThrough(12, () => copy('ana'))).toBe(5);
    expect(await countThrough(1, () => copy('bia'))).toBe(1);
  });

  test('a rate limit per address counts calls for any mailbox', async () => {
    const through = await Promise.all(
      Array.from({ length: 6 }, (_, person) => countThrough(5, () => write(`person-${person}`, '192.0.2.2'))),
    );
    expect(through.reduce((sum, count) => sum + count)).toBe(20);
  });

  test('a rate limit for an unconfirmed mailbox counts each network separately', async () => {
    expect(await countThrough(8, () => write('ana@example.test', '192.0.2.5'))).toBe(5);
    expect(await countThrough(1, () => write('ana@example.test', '192.0.2.6'))).toBe(1);
  });

  test('a rate limit stores neither names nor addresses', async () => {
    await limitUse(deps(), 'account', { person: 'uid-of-ana', address: '192.0.2.3' });
    expect(JSON.stringify(await tools.rows('GET', 'rate_limits?select=bucket'))).not.toMatch(/uid-of-ana|192\.0\.2/);
  });

  test("a rate limit's key can be computed from an address only with the secret", async () => {
    const buckets = () => tools.rows('GET', 'rate_limits?bucket=like.coupon*&select=bucket');
    await limitUse(deps(), 'coupon', { address: '192.0.2.4' });
    await limitUse(deps(), 'coupon', { address: '192.0.2.4' });
    expect(await buckets()).toHaveLength(1);
    await limitUse(deps('m'), 'coupon', { address: '192.0.2.4' });
    expect(await buckets()).toHaveLength(2);
  });
});

describe('the purge of caches', () => {
  test('a purge is recorded with its change, sent with its tags until the cache confirms it, and then removed', async () => {
    const heard: unknown[] = [];
    const cache = createServer(async (request, response) => {
      heard.push([request.headers.authorization, JSON.parse(Buffer.concat(await request.toArray()).toString())]);
      response.writeHead(heard.length === 1 ? 503 : 200).end('{"success":true}');
    });
    await new Promise<void>((resolve) => cache.listen(0, '127.0.0.1', resolve));
    await tools.addBooks({ id: 'novo' });
    await tools.rows('PATCH', 'purges?id=gt.0', { due_at: new Date(Date.now() - 1_000).toISOString() });

    const cdn = createCdn(`http://127.0.0.1:${(cache.address() as AddressInfo).port}/purge_cache`, 'a-token');
    const worker = startJobs([purgingJob({ cdn, data })], { data, log: pino({ level: 'silent' }) });
    await tools.until(
      () => tools.rows('GET', 'purges?tag=eq.ebooks&select=id'),
      (left) => left.length === 0,
    );
    await worker.stop();
    cache.close();
    expect(heard).toEqual(Array.from({ length: 2 }, () => ['Bearer a-token', { tags: ['ebooks'] }]));
  });
});
