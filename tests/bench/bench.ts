// Runs `npm run bench`, which measures the site and its floors, built in the same run, for the figures P1 to P7 and P9. `--rounds 3` is for
// a quick look, and only the default of five alternating rounds counts. `--part 'first taps'` measures only that part, and can be repeated.
// `--beside <folder>` alternates with the build of another checkout, in which `npm ci` has run. A part that fails is reported in its rows,
// and the other parts continue.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { findOrInstallChromium } from '../setup/chromium.ts';
import { proxyTo, startEdge } from './edge.ts';
import { firstTaps } from './first-taps.ts';
import { floorPages } from './floor-pages.ts';
import { type FreshMachine, startOnFreshMachine } from './fresh-machine.ts';
import { visitShop } from './interaction.ts';
import { median, type Reading, read } from './lighthouse.ts';
import { PAGES, type Side, startSide } from './measured-build.ts';
import { navigations } from './navigation.ts';
import { quietBefore, watched } from './quiet.ts';
import { type Floors, freshRows, PARTS, type Part, printTable, rowsOf } from './rows.ts';
import { catalogueLoad, pageLoad, renderLoad } from './servers.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    part: { type: 'string', multiple: true, default: [...PARTS] },
    beside: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const unknown = values.part.filter((name) => !PARTS.some((part) => part === name));
if (unknown.length > 0) throw new Error(`no part: ${unknown.join(', ')}; there are ${PARTS.join(', ')}`);
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
const isWanted = (name: Part): boolean => values.part.includes(name);
/** Measures a part if it was selected. Its rows report a failure. */
async function part(name: Part, measure: () => Promise<unknown>): Promise<void> {
  if (!isWanted(name)) return;
  try {
    const { noise } = await watched(measure);
    const found = before.noise ?? noise;
    if (found) noises.set(name, found);
  } catch (error) {
    console.error(name, error);
    noises.set(name, 'FAILED');
    process.exitCode = 1;
  }
}

/** Measures each build once a round, so that changes on the machine affect all builds. */
async function byTurns<T>(about: string, measure: (side: Side) => Promise<T>, keep: (side: Side, found: T) => void): Promise<void> {
  for (let round = 0; round < rounds; round += 1)
    for (const { side, name } of sides) {
      const found = await measure(side);
      keep(side, found);
      console.error(`${round + 1}/${rounds} ${name} ${about} ${JSON.stringify(found)}`);
    }
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
  const visit = (side: Side) => visitShop(siteOf(side), chromium);
  await part('interactions', () => byTurns('visit', visit, (side, found) => side.visits.push(found)));
  const tap = (side: Side) => firstTaps(siteOf(side), chromium);
  await part('first taps', () => byTurns('taps', tap, (side, found) => side.felt.push(found)));
  const go = (side: Side) => navigations(siteOf(side), chromium);
  await part('navigations', () => byTurns('navigations', go, (side, found) => side.ways.push(found)));
  for (const { side } of sides) {
    const { addresses, processes } = side.site;
    const shellPid = processes.shell.pid ?? 0;
    const shell = { site: addresses.site, variables: side.site.file.internal.variables, pid: shellPid };
    await part('catalogue', async () => {
      side.catalogue = await catalogueLoad(addresses.api, processes.api.pid ?? 0, rounds);
    });
    await part('page', async () => {
      side.page = await pageLoad(`${addresses.site}/shop`, shellPid, rounds);
    });
    await part('rendering', async () => {
      side.rendered = await renderLoad(side.checkout, shell, rounds);
    });
  }
  const fresh: FreshMachine[] = [];
  await part('fresh machine', async () => fresh.push(await startOnFreshMachine(ROOT)));

  const noiseOf = (name: Part) => noises.get(name) ?? null;
  printTable(
    [...rowsOf(side, floors), ...fresh.flatMap(freshRows)].filter((row) => isWanted(row.part)),
    other ? rowsOf(other.side, floors) : null,
    noiseOf,
  );
  const of = (readings: Reading[], key: 'lcp' | 'tbt') => Math.round(median(readings.map((reading) => reading[key])));
  const { list, monolith } = floors;
  if (isWanted('pages'))
    console.log(
      `\nfloors: static list LCP ${of(list, 'lcp')} ms, monolith LCP ${of(monolith, 'lcp')} ms TBT ${of(monolith, 'tbt')} ms; ${rounds} alternating rounds`,
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
