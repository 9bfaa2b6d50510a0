// A site of two APIs whose PostgreSQL accepts no writes for a while: first it is read-only, then its disk is full.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Readiness } from '@site/shared/readiness/readiness.ts';
import { runAtServer, startPostgres } from '../setup/postgres.ts';
import { openShop } from './shop.ts';

const DATABASE = 'semente_writes';
const DISK_MB = 256;
const PORTION = Buffer.alloc(64 * 1024);
const NORMAL_MS = 5_000;
const FAULT_MS = 20_000;
/** Longer than any allowed figure, so that a missed goal is still measured. */
const PATIENCE_MS = 90_000;
/** A job whose lease was held during the fault runs again after it. */
const JOBS_PATIENCE_MS = 240_000;

export type WriteFault = {
  name: string;
  /** Seconds until both APIs reported the fault, and until both were ready again. Null for never. */
  noticedSeconds: number | null;
  readySeconds: number | null;
  /** The failed readiness checks of both APIs. */
  reasons: string[];
};

export type WriteFigures = {
  faults: WriteFault[];
  /** The number of answers of each kind, by phase. */
  answers: Record<string, number>;
  /** The 5xx answers other than 503, and 503 without Retry-After. */
  wrong: string[];
  acknowledged: number;
  lost: string[];
  /** Jobs with an interval of up to a minute without a success since the last fault, and late jobs. */
  dead: string[];
};

/** Creates a folder on a disk of its own, which can be filled. Needs root and Linux. */
function smallDisk() {
  const place = mkdtempSync(join(tmpdir(), 'semente-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=777`, 'tmpfs', place]);
  const filler = join(place, 'filler');
  return {
    place,
    fill: () => {
      const file = openSync(filler, 'w');
      try {
        for (;;) writeSync(file, PORTION);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler),
    remove: () => {
      execFileSync('umount', [place]);
      rmSync(place, { recursive: true });
    },
  };
}

export async function withoutWrites(): Promise<WriteFigures> {
  const server = await startPostgres();
  if (!server) throw new Error('needs a PostgreSQL that npm has for this platform');
  const disk = smallDisk();
  const folder = join(disk.place, 'data');
  execFileSync('install', ['-d', '-m', '700', '-o', '65534', '-g', '65534', folder]);
  chmodSync(disk.place, 0o755);
  await runAtServer(server.address, `create tablespace small location '${folder}'`, `create database ${DATABASE} tablespace small`);
  const shop = await openShop(`${server.address}/${DATABASE}`, ['videos']);
  try {
    return await measure(shop, server.address, disk);
  } finally {
    await shop.close();
    await server.stop();
    disk.remove();
  }
}

type Shop = Awaited<ReturnType<typeof openShop>>;

async function measure(
  { tools, apis, call, aBook, aReader }: Shop,
  server: string,
  disk: ReturnType<typeof smallDisk>,
): Promise<WriteFigures> {
  const books = [await aBook(), await aBook()];
  const reader = await aReader();
  const answers: Record<string, number> = {};
  const wrong: string[] = [];
  const emails: string[] = [];
  const sessions: string[] = [];
  let phase = 'writable';
  let isOver = false;

  const ask = async (name: string, ...request: Parameters<typeof call>) => {
    const at = phase;
    const { status, headers, text, json } = await call(...request);
    const counted = `${at}: ${name} ${status}`;
    answers[counted] = (answers[counted] ?? 0) + 1;
    if (status >= 500 && (status !== 503 || !headers.get('retry-after'))) wrong.push(`${counted} ${text.slice(0, 200)}`);
    return status < 300 ? json : null;
  };
  const steps = [
    async () => void (await ask('catalogue', 'GET', '/api/ebooks')),
    async () => void (await ask('book', 'GET', `/api/ebooks/${books[0]}`)),
    async () => void (await ask('library', 'GET', '/api/me/library', { token: reader })),
    async () => {
      const answer = await ask('checkout', 'POST', '/api/create-checkout-session', {
        token: await aReader(),
        body: tools.cart([books[1] ?? '']),
      });
      if (answer?.sessionId) sessions.push(answer.sessionId);
    },
    async () => {
      const email = `${randomUUID()}@example.test`;
      const message = { attemptId: randomUUID(), name: 'Ana', email, subject: 'other', message: 'Olá. '.repeat(200), locale: 'pt-BR' };
      if (await ask('contact', 'POST', '/api/contact', { body: { ...message, openForMs: 9_000 } })) emails.push(email);
    },
  ];
  const callers = steps.map(async (step) => {
    while (!isOver) {
      await step().catch((error: unknown) => wrong.push(`${phase}: ${error instanceof Error ? (error.cause ?? error) : error}`));
      await sleep(100);
    }
  });

  const readyz = async (api: string): Promise<Readiness> => (await fetch(`${api}/readyz`)).json() as Promise<Readiness>;
  const secondsUntil = async (isSo: (states: Readiness[]) => boolean): Promise<number | null> => {
    const began = performance.now();
    while (performance.now() - began < PATIENCE_MS) {
      if (isSo(await Promise.all(apis.map(readyz)))) return (performance.now() - began) / 1_000;
      await sleep(250);
    }
    return null;
  };
  const isSaid = ({ status, checks }: Readiness) =>
    status === 'degraded' && checks.some(({ name, ok }) => name === 'writes' && ok === false);
  const fail = async (name: string, begin: () => unknown, end: () => unknown): Promise<WriteFault> => {
    phase = name;
    await begin();
    const noticedSeconds = await secondsUntil((states) => states.every(isSaid));
    await sleep(FAULT_MS);
    const states = await Promise.all(apis.map(readyz));
    const reasons = [...new Set(states.flatMap(({ checks }) => checks.filter(({ ok }) => ok === false).map((check) => check.name)))];
    await end();
    phase = `after ${name}`;
    const readySeconds = await secondsUntil((all) => all.every(({ status }) => status === 'ready'));
    await sleep(NORMAL_MS);
    return { name, noticedSeconds, readySeconds, reasons };
  };
  // Changes open sessions too, because the stand-in for Supabase does not survive the end of its sessions.
  const readOnly = (value: 'on' | 'off') =>
    runAtServer(server, `alter system set default_transaction_read_only = ${value}`, 'select pg_reload_conf()');

  const faults: WriteFault[] = [];
  try {
    await secondsUntil((states) => states.every(({ status }) => status === 'ready'));
    await sleep(NORMAL_MS);
    faults.push(
      await fail(
        'read-only',
        () => readOnly('on'),
        () => readOnly('off'),
      ),
    );
    faults.push(await fail('full', disk.fill, disk.empty));
  } finally {
    isOver = true;
    await Promise.all(callers);
  }
  const faultsOver = Date.now();

  const kept = new Set([
    ...(await tools.rows<{ email: string }>('GET', 'contact_messages?select=email')).map(({ email }) => email),
    ...(await tools.rows<{ session_id: string }>('GET', 'orders?session_id=not.is.null&select=session_id')).map(
      ({ session_id }) => session_id,
    ),
  ]);
  const deadJobs = async () => {
    const rows = await tools.rows<{ name: string; last_success_at: string | null }>(
      'GET',
      'jobs?interval_seconds=lte.60&select=name,last_success_at',
    );
    const late = await tools.rows<{ name: string }>('POST', 'rpc/late_jobs', { p_now: new Date().toISOString() });
    const silent = rows.filter(({ last_success_at: at }) => !at || Date.parse(at) < faultsOver);
    return [...new Set([...silent, ...late].map(({ name }) => name))];
  };
  let dead = await deadJobs();
  for (const end = Date.now() + JOBS_PATIENCE_MS; dead.length > 0 && Date.now() < end; dead = await deadJobs()) await sleep(2_000);
  return {
    faults,
    answers,
    wrong,
    acknowledged: emails.length + sessions.length,
    lost: [...emails, ...sessions].filter((one) => !kept.has(one)),
    dead,
  };
}
