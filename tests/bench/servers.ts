// P6 and P7: the cost of a catalogue answer and of a public page, compared with bare servers and with a server without federation.
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { freePorts } from '../setup/free-ports.ts';
import { besideBare, type Load, loadOf, UNCACHED } from './load-of.ts';
import { startOneBundle } from './one-bundle.ts';

/** Measures the API's catalogue, and bare Hono that serialises the same body. */
export async function catalogueLoad(api: string, pid: number, rounds: number): Promise<{ ours: Load[]; bare: Load[] }> {
  const url = `${api}/api/ebooks`;
  return await besideBare(
    { url, pid },
    { script: new URL('./bare-hono.ts', import.meta.url), body: await (await fetch(url)).text() },
    rounds,
  );
}

/** Measures a public page in Brotli, and a bare server that sends the same headers and bytes. */
export async function pageLoad(url: string, pid: number, rounds: number): Promise<{ ours: Load[]; bare: Load[] }> {
  const headers = { 'accept-encoding': 'br' };
  // Node's fetch would decompress the body.
  const sent = await new Promise<string>((resolve, reject) => {
    get(url, { headers }, (answer) =>
      buffer(answer).then((body) => resolve(JSON.stringify({ headers: answer.rawHeaders, body: body.toString('base64') })), reject),
    ).on('error', reject);
  });
  return await besideBare({ url, pid, headers }, { script: new URL('./bare-page.ts', import.meta.url), body: sent }, rounds);
}

/** Measures the shop's page, rendered again for each request, by the shell of `checkout` and by one with the shop in its bundle. */
export async function renderLoad(
  checkout: string,
  { site, variables, pid }: { site: string; variables: Readonly<Record<string, string>>; pid: number },
  rounds: number,
): Promise<{ ours: Load[]; bare: Load[] }> {
  const path = `/shop?uncached=${UNCACHED}`;
  const { url, child } = await startOneBundle(checkout, variables, (await freePorts()).site);
  const loads: { ours: Load[]; bare: Load[] } = { ours: [], bare: [] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      loads.ours.push(await loadOf(site + path, pid));
      loads.bare.push(await loadOf(url + path, child.pid ?? 0));
    }
  } finally {
    child.kill();
  }
  return loads;
}
