// L2: a newsletter issue to many readers by two APIs: its time, its load on database and memory, and whether the shop stays fast.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AdminCampaignSchema } from '@site/shared/contracts/admin-campaigns.ts';
import { Client } from 'pg';
import * as v from 'valibot';
import { openCampaignSite } from './campaign-to-readers.ts';

const LOOK_EVERY_MS = 2_000;
const CATALOGUE_QUESTIONS = 20;
const PATIENCE_MS = 3_600_000;

export type LargeCampaignFigures = {
  readers: number;
  sent: number;
  /** Seconds from the moment when the issue may start until all recipients are recorded, and until the last one has it. */
  preparedSeconds: number;
  seconds: number;
  /** Transactions and working milliseconds of the database for each email. Null without a PostgreSQL that counts them. */
  perEmail: { transactions: number; workMs: number } | null;
  /** The memory in MB of the API that uses the most: when half of the emails were sent, and the maximum after that. */
  memoryMb: { half: number; most: number };
  /** The p95 of catalogue answers in ms, before the issue and during it. */
  catalogueMs: { before: number; meanwhile: number };
};

/** Returns what the database `url` did so far. `workMs` is the execution time of statements, summed over all connections. */
async function readWork(url: string): Promise<{ transactions: number; workMs: number }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('select xact_commit, active_time from pg_stat_database where datname = current_database()');
    return { transactions: Number(rows[0].xact_commit), workMs: Number(rows[0].active_time) };
  } finally {
    await client.end();
  }
}

const residentMb = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_000;

const p95 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

export async function sendLargeCampaign(readers: number, database: string | undefined): Promise<LargeCampaignFigures> {
  const { tools, apis, addresses, campaignId, begin, close } = await openCampaignSite(readers, database);
  try {
    await fetch(`${tools.addresses.inbox}/_local/slowness`, { method: 'POST', body: JSON.stringify({ recipientMs: 5, mailMs: 15 }) });
    const askCatalogue = async (times: number[]) => {
      for (let n = 0; n < CATALOGUE_QUESTIONS; n += 1) {
        const began = performance.now();
        const answer = await fetch(`${addresses[n % addresses.length]}/api/ebooks?locale=pt-BR`);
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`the catalogue answers ${answer.status}`);
        times.push(performance.now() - began);
      }
    };
    const before: number[] = [];
    for (let n = 0; n < 10; n += 1) await askCatalogue(before);

    const work = database ? await readWork(database) : null;
    await begin();
    const began = Date.now();
    // The day in the site's time zone may be a day earlier.
    const yesterday = new Date(began - 2 * 86_400_000).toISOString().slice(0, 10);
    const meanwhile: number[] = [];
    const memory: { done: number; mb: number }[] = [];
    type Row = { state: string; prepared_at: string | null; ended_at: string | null };
    let row: Row | undefined;
    for (const end = began + PATIENCE_MS; Date.now() < end && row?.state !== 'sent'; await sleep(LOOK_EVERY_MS)) {
      [row] = await tools.rows<Row>('GET', `campaigns?id=eq.${campaignId}&select=state,prepared_at,ended_at`);
      if (row?.state === 'stopped' || row?.state === 'late') throw new Error(`the issue is ${row.state}`);
      const days = await tools.rows<{ handed: number }>('GET', `campaign_days?select=handed&day=gt.${yesterday}`);
      memory.push({ done: days.reduce((sum, { handed }) => sum + handed, 0), mb: Math.max(...apis.map(({ pid }) => residentMb(pid))) });
      await askCatalogue(meanwhile);
    }
    const worked = database && work ? await readWork(database) : null;
    const { json } = await tools.call('GET', `/api/admin/campaigns/${campaignId}`, { token: await tools.signIn('admin') });
    const { sent } = v.parse(AdminCampaignSchema, json).counts;
    const since = (at: string | null | undefined) => (at ? (Date.parse(at) - began) / 1_000 : Number.POSITIVE_INFINITY);
    const later = memory.filter(({ done }) => done > readers / 2);
    return {
      ...{ readers, sent, preparedSeconds: since(row?.prepared_at), seconds: since(row?.ended_at) },
      perEmail:
        worked && work
          ? { transactions: (worked.transactions - work.transactions) / readers, workMs: (worked.workMs - work.workMs) / readers }
          : null,
      memoryMb: { half: later[0]?.mb ?? 0, most: Math.max(...later.map(({ mb }) => mb)) },
      catalogueMs: { before: p95(before), meanwhile: p95(meanwhile) },
    };
  } finally {
    await close();
  }
}
