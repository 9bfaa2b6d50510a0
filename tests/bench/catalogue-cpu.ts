// P6: what one catalogue request costs the server, beside bare Hono that serialises the same body.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

const CLOCK_TICKS_PER_SECOND = 100;
const WARM_UP_S = 2;
const MEASURE_S = 5;

/** CPU seconds (user and system) that a process has used so far, from the kernel's own count. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
}

async function microsecondsPerRequest(url: string, pid: number): Promise<number> {
  await autocannon({ url, connections: 50, duration: WARM_UP_S });
  const before = cpuSeconds(pid);
  const result = await autocannon({
    url,
    connections: 50,
    duration: MEASURE_S,
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} non-2xx, ${result.errors} errors`);
  return ((cpuSeconds(pid) - before) / result.requests.total) * 1e6;
}

async function bareHono(body: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [new URL('./bare-hono.ts', import.meta.url).pathname], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin?.end(body);
  const port = await new Promise<string>((resolve) => child.stdout?.once('data', (data: Buffer) => resolve(data.toString().trim())));
  return { url: `http://127.0.0.1:${port}/`, child };
}

/** CPU microseconds per request of the API's catalogue and of bare Hono, medians of `rounds` alternating runs. */
export async function catalogueCpu(api: string, apiPid: number, rounds: number): Promise<{ ours: number[]; bare: number[] }> {
  const url = `${api}/api/ebooks`;
  const body = await (await fetch(url)).text();
  const { url: bareUrl, child } = await bareHono(body);
  const [ours, bare]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await microsecondsPerRequest(url, apiPid));
      bare.push(await microsecondsPerRequest(bareUrl, child.pid ?? 0));
    }
  } finally {
    child.kill();
  }
  return { ours, bare };
}
