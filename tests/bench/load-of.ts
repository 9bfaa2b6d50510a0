import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

const CLOCK_TICKS_PER_SECOND = 100;
const WARM_UP_S = 2;
const MEASURE_S = 5;

/** Returns the CPU seconds (user and system) that a process has used so far, as the kernel counts them. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
}

/** The requests are sent by a thread of their own, so that this process is not measured. */
const ELSEWHERE = { workers: 1 };

export type Load = { perSecond: number; p99Ms: number; cpuMicroseconds: number };

/** A placeholder in a path, which is replaced by a different word in each request. */
export const UNCACHED = '[<id>]';

/**
 * Returns the throughput and the resources of the process `pid` while 50 connections request `url` repeatedly. Throws when an answer is not
 * 2xx.
 */
export async function loadOf(url: string, pid: number, headers: Record<string, string> = {}): Promise<Load> {
  const origin = url.slice(0, url.indexOf('/', 'https://'.length));
  // The path is passed separately, because the word would be escaped in a URL.
  const requests = [{ path: url.slice(origin.length) }];
  const asked = { url: origin, requests, headers, idReplacement: url.includes(UNCACHED), connections: 50, ...ELSEWHERE };
  await autocannon({ ...asked, duration: WARM_UP_S });
  const before = cpuSeconds(pid);
  const result = await autocannon({ ...asked, duration: MEASURE_S });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} non-2xx, ${result.errors} errors`);
  return {
    perSecond: result.requests.average,
    p99Ms: result.latency.p99,
    cpuMicroseconds: ((cpuSeconds(pid) - before) / result.requests.total) * 1e6,
  };
}

/** Starts a server that gets `body` on standard input and prints its port. */
export async function startBare(script: URL, body: string | Uint8Array): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [script.pathname], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin?.end(body);
  const port = await new Promise<string>((resolve) => child.stdout?.once('data', (data: Buffer) => resolve(data.toString().trim())));
  return { url: `http://127.0.0.1:${port}/`, child };
}

/** Returns the loads of one of our servers and of a bare one with the same body, in `rounds` alternating runs. */
export async function besideBare(
  { url, pid, headers }: { url: string; pid: number; headers?: Record<string, string> },
  bare: { script: URL; body: string | Uint8Array },
  rounds: number,
): Promise<{ ours: Load[]; bare: Load[] }> {
  const { url: bareUrl, child } = await startBare(bare.script, bare.body);
  const loads: { ours: Load[]; bare: Load[] } = { ours: [], bare: [] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      loads.ours.push(await loadOf(url, pid, headers));
      loads.bare.push(await loadOf(bareUrl, child.pid ?? 0, headers));
    }
  } finally {
    child.kill();
  }
  return loads;
}
