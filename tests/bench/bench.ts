// `npm run bench`: the site beside its floors, built and measured in the same run. P1 to P7 and P9 are what it calls its figures.
// `--rounds 3` for a quick look; the default of five alternating rounds is what counts. `--beside <folder>` measures the build of
// another checkout, in which `npm ci` has run, by turns with this one.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { findOrInstallChromium } from '../setup/chromium.ts';
import { proxyTo, startEdge } from './edge.ts';
import { firstTaps } from './first-taps.ts';
import { floorPages } from './floor-pages.ts';
import { startOnFreshMachine } from './fresh-machine.ts';
import { visitShop } from './interaction.ts';
import { median, type Reading, read } from './lighthouse.ts';
import { navigations } from './navigation.ts';
import { quietBefore, watched } from './quiet.ts';
import { type Floors, freshRows, type Part, printTable, rowsOf } from './rows.ts';
import { catalogueLoad, pageLoad, renderLoad } from './servers.ts';
import { PAGES, type Side, startSide } from './side.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, beside: { type: 'string' } },
});
const rounds = Number(values.rounds);
const before = quietBefore();
const chromium = await findOrInstallChromium();
const ROOT = join(import.meta.dirname, '../..');

const sides: { name: string; side: Side }[] = [{ name: 'this build', side: await startSide(ROOT) }];
if (values.beside) sides.push({ name: 'older build', side: await startSide(resolve(values.beside)) });
const [{ side }, other] = sides as [(typeof sides)[number], (typeof sides)[number] | undefined];
const { origin, emptyScript } = await floorPages(side.books, proxyTo(side.site.addresses.site));
const floorEdge = await startEdge(origin);
const floors: Floors = { list: [], monolith: [], emptyBytes: brotliCompressSync(emptyScript).length };

const noises = new Map<Part, string>();
async function part<T>(name: Part, measure: () => Promise<T>): Promise<T> {
  const { result, noise } = await watched(measure);
  const found = before.noise ?? noise;
  if (found) noises.set(name, found);
  return result;
}

/** Once a round for each build, so that what changes on the machine meets all of them. */
async function byTurns(measure: (side: Side, name: string) => Promise<unknown>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) for (const { side, name } of sides) await measure(side, `${round + 1}/${rounds} ${name}`);
}

async function readInto(readings: Reading[], url: string, about: string, isOurs: boolean): Promise<void> {
  const reading = await read(url, chromium, isOurs);
  readings.push(reading);
  console.error(`${about} LCP ${Math.round(reading.lcp)} TBT ${Math.round(reading.tbt)} score ${reading.performance}`);
}

try {
  await part('pages', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const turn = `${round + 1}/${rounds}`;
      for (const page of PAGES)
        for (const { side, name } of sides) await readInto(side.readings[page], side.addressOf(page), `${turn} ${name} ${page}`, true);
      await readInto(floors.list, `${floorEdge.url}/static`, `${turn} static list`, false);
      await readInto(floors.monolith, `${floorEdge.url}/spa`, `${turn} React monolith`, false);
    }
  });
  const siteOf = (side: Side): string => side.site.addresses.site;
  await part('interactions', () => byTurns(async (side) => side.visits.push(await visitShop(siteOf(side), chromium))));
  await part('first taps', () => byTurns(async (side) => side.felt.push(await firstTaps(siteOf(side), chromium))));
  await part('navigations', () => byTurns(async (side) => side.ways.push(await navigations(siteOf(side), chromium))));
  for (const { side } of sides) {
    const { addresses, processes } = side.site;
    side.catalogue = await part('catalogue', () => catalogueLoad(addresses.api, processes.api.pid ?? 0, rounds));
    side.page = await part('page', () => pageLoad(`${addresses.site}/shop`, processes.shell.pid ?? 0, rounds));
    const shell = { site: addresses.site, variables: side.site.file.internal.variables, pid: processes.shell.pid ?? 0 };
    side.rendered = await part('rendering', () => renderLoad(side.checkout, shell, rounds));
  }
  const fresh = await part('fresh machine', () => startOnFreshMachine(ROOT));

  printTable([...rowsOf(side, floors), ...freshRows(fresh)], other ? rowsOf(other.side, floors) : null, (name) => noises.get(name) ?? null);
  const of = (readings: Reading[], key: 'lcp' | 'tbt') => Math.round(median(readings.map((reading) => reading[key])));
  console.log(
    `\nfloors: static list LCP ${of(floors.list, 'lcp')} ms, monolith LCP ${of(floors.monolith, 'lcp')} ms TBT ${of(floors.monolith, 'tbt')} ms; ${rounds} alternating rounds`,
  );
  console.log(
    noises.size > 0 ? 'NOT QUIET: rows that say so do not count.' : 'quiet: no other work before it began, nor while anything was measured',
  );
  const complaints = new Set(
    PAGES.flatMap((page) => side.readings[page].flatMap((reading) => reading.complaints.map((id) => `${page} ${id}`))),
  );
  if (complaints.size > 0) console.log(`audits below full score: ${[...complaints].join(', ')}`);
} finally {
  for (const { side } of sides) await side.stop();
  await floorEdge.stop();
}
