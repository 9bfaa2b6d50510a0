// `npm run bench`: the site beside its floors, built and measured in the same run. P1 to P7 and P9 are what it calls its figures.
// `--rounds 3` for a quick look; the default of five alternating rounds is what counts.
import { mkdtempSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import type { EbookList } from '@site/shared/contracts/ebooks.ts';
import type { PostList } from '@site/shared/contracts/posts.ts';
import { startSite } from '../../api/local/site.ts';
import { findOrInstallChromium } from '../setup/chromium.ts';
import { freePorts } from '../setup/free-ports.ts';
import { proxyTo, startEdge } from './edge.ts';
import { type FirstTaps, firstTaps } from './first-taps.ts';
import { floorPages } from './floor-pages.ts';
import { startOnFreshMachine } from './fresh-machine.ts';
import { type Interactions, visitShop } from './interaction.ts';
import { median, type Reading, read } from './lighthouse.ts';
import type { Load } from './load-of.ts';
import { type Navigations, navigations } from './navigation.ts';
import { catalogueLoad, pageLoad } from './servers.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' } },
});
const rounds = Number(values.rounds);
/** Processes that waited for a core in the last minute, above which other work was measured, too. */
const QUIET_LOAD = 2;
const loadBefore = loadavg()[0] ?? 0;
const chromium = await findOrInstallChromium({ whole: true });
const site = await startSite({
  dir: mkdtempSync(join(tmpdir(), 'semente-bench-')),
  ports: await freePorts(),
  quiet: true,
});
const pictures = proxyTo(site.addresses.site);
const { ebooks } = (await (await fetch(`${site.addresses.site}/api/ebooks`)).json()) as EbookList;
const { posts } = (await (await fetch(`${site.addresses.site}/api/posts`)).json()) as PostList;
const { origin: floors, emptyScript } = await floorPages(ebooks, pictures);
const siteEdge = await startEdge(pictures);
const floorEdge = await startEdge(floors);

const pages = {
  '/': `${siteEdge.url}/`,
  '/shop': `${siteEdge.url}/shop`,
  '/shop/ebook/{id}': `${siteEdge.url}/shop/ebook/${ebooks[0]?.id}`,
  '/podcast': `${siteEdge.url}/podcast`,
  '/textos': `${siteEdge.url}/textos`,
  '/textos/{slug}': `${siteEdge.url}/textos/${posts[0]?.slug}`,
  '/about': `${siteEdge.url}/about`,
  '/contact': `${siteEdge.url}/contact`,
  '/terms': `${siteEdge.url}/terms`,
  'static list': `${floorEdge.url}/static`,
  'React monolith': `${floorEdge.url}/spa`,
};
type PageName = keyof typeof pages;
const names = Object.keys(pages) as PageName[];
const readings = Object.fromEntries(names.map((name) => [name, [] as Reading[]])) as Record<PageName, Reading[]>;

try {
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const reading = await read(pages[name], chromium, name.startsWith('/'));
      readings[name].push(reading);
      console.error(
        `${round + 1}/${rounds} ${name} LCP ${Math.round(reading.lcp)} TBT ${Math.round(reading.tbt)} score ${reading.performance}`,
      );
    }
  }
  const of = (name: PageName, key: 'lcp' | 'tbt' | 'cls' | 'scriptBytes' | 'performance' | 'accessibility' | 'bestPractices' | 'seo') =>
    median(readings[name].map((reading) => reading[key]));
  const visits: Interactions[] = [];
  for (let round = 0; round < rounds; round += 1) visits.push(await visitShop(site.addresses.site, chromium));
  const felt: FirstTaps[] = [];
  for (let round = 0; round < rounds; round += 1) felt.push(await firstTaps(site.addresses.site, chromium));
  const ways: Navigations[] = [];
  for (let round = 0; round < rounds; round += 1) ways.push(await navigations(site.addresses.site, chromium));
  const ofVisits = (key: keyof Interactions): number => median(visits.map((visit) => visit[key]));
  const catalogue = await catalogueLoad(site.addresses.api, site.processes.api.pid ?? 0, rounds);
  const page = await pageLoad(`${site.addresses.site}/shop`, site.processes.shell.pid ?? 0, rounds);
  const emptyBytes = brotliCompressSync(emptyScript).length;

  const table: [string, string, string, string][] = [];
  const row = (goal: string, measured: string, target: string, ok: boolean) => table.push([goal, measured, target, ok ? 'met' : 'MISSED']);
  const publicPages = names.filter((name) => name.startsWith('/'));
  for (const name of publicPages.slice(0, 6)) {
    const ratios = readings[name].map((reading, round) => reading.lcp / (readings['static list'][round]?.lcp ?? Number.NaN));
    const ratio = median(ratios);
    row(`P1 LCP ${name}`, `${ratio.toFixed(2)} (${Math.round(of(name, 'lcp'))} ms)`, '≤ 1.10 × static list', ratio <= 1.1);
  }
  for (const name of publicPages) {
    const scores = [of(name, 'performance'), of(name, 'accessibility'), of(name, 'bestPractices'), of(name, 'seo')] as const;
    const [performance, ...others] = scores;
    row(`P2 Lighthouse ${name}`, scores.join(' · '), '≥ 99 · 100 · 100 · 100', performance >= 99 && others.every((score) => score === 100));
  }
  const weight = of('/shop', 'scriptBytes') / emptyBytes;
  row(
    'P3 JavaScript of /shop',
    `${weight.toFixed(2)} (${Math.round(of('/shop', 'scriptBytes') / 1000)} kB)`,
    `≤ 1.6 × ${Math.round(emptyBytes / 1000)} kB`,
    weight <= 1.6,
  );
  const tbt = of('/shop', 'tbt') / of('React monolith', 'tbt');
  row('P4 TBT of /shop', `${tbt.toFixed(2)} (${Math.round(of('/shop', 'tbt'))} ms)`, '≤ 1.0 × monolith', tbt <= 1);
  row('P4 CLS of /shop', of('/shop', 'cls').toFixed(4), '≤ 0.005', of('/shop', 'cls') <= 0.005);
  row('P4 lab INP of /shop', `${ofVisits('slowest')} ms`, '≤ 72 ms', ofVisits('slowest') <= 72);
  row(
    'P4 first tap on /shop',
    `${ofVisits('slowestFirst')} ms, done in ${ofVisits('firstDone')} ms`,
    '≤ 72 ms',
    ofVisits('slowestFirst') <= 72,
  );
  for (const [tap, about, limit] of [
    ['menu', 'menu', 150],
    ['group', 'footer group', 150],
    ['add', 'add to cart', 400],
    ['playHeard', 'play, heard', 100],
    ['playFrame', 'play, frame', 800],
  ] as const) {
    const ms = median(felt.map((taps) => taps[tap]));
    row(`P4b first tap, slow 4G: ${about}`, `${Math.round(ms)} ms`, `≤ ${limit} ms`, ms <= limit);
  }
  for (const area of ['shop', 'podcast'] as const) {
    const ms = median(ways.map((way) => way[area]));
    row(`P5 navigation after hover, slow 4G: ${area}`, `${Math.round(ms)} ms`, '≤ 300 ms', ms <= 300);
  }
  const ofLoads = (loads: Load[], key: keyof Load): number => median(loads.map((load) => load[key]));
  const [cpu, bareCpu] = [ofLoads(catalogue.ours, 'cpuMicroseconds'), ofLoads(catalogue.bare, 'cpuMicroseconds')];
  row(
    'P6 catalogue CPU',
    `${(cpu / bareCpu).toFixed(2)} (${Math.round(cpu)} µs)`,
    `≤ 1.0 × bare Hono (${Math.round(bareCpu)} µs)`,
    cpu <= bareCpu,
  );
  const [pageCpu, barePageCpu] = [ofLoads(page.ours, 'cpuMicroseconds'), ofLoads(page.bare, 'cpuMicroseconds')];
  const rateOf = (microseconds: number) => Math.round(1e6 / microseconds);
  row(
    'P7 pages a second of CPU, /shop',
    `${(barePageCpu / pageCpu).toFixed(2)} (${rateOf(pageCpu)}, p99 of 50 at a time ${ofLoads(page.ours, 'p99Ms')} ms)`,
    `≥ 0.4 × bare server (${rateOf(barePageCpu)})`,
    barePageCpu / pageCpu >= 0.4,
  );

  const fresh = await startOnFreshMachine(join(import.meta.dirname, '../..'));
  for (const [about, seconds, limit] of [
    ['npm ci', fresh.install, 120],
    ['npm start, first time', fresh.firstStart, 60],
    ['npm start, second time', fresh.secondStart, 15],
  ] as const)
    row(`P9 fresh clone: ${about}`, `${seconds.toFixed(0)} s`, `≤ ${limit} s`, seconds <= limit);

  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  for (const cells of table) console.log(cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  console.log(
    `\nfloors: static list LCP ${Math.round(of('static list', 'lcp'))} ms, monolith LCP ${Math.round(of('React monolith', 'lcp'))} ms TBT ${Math.round(of('React monolith', 'tbt'))} ms; ${rounds} alternating rounds`,
  );
  console.log(
    loadBefore > QUIET_LOAD
      ? `NOT QUIET: load ${loadBefore.toFixed(1)} before it began. Nothing of this counts.`
      : `quiet: load ${loadBefore.toFixed(1)} before it began`,
  );
  const complaints = new Set(
    publicPages.flatMap((name) => readings[name].flatMap((reading) => reading.complaints.map((id) => `${name} ${id}`))),
  );
  if (complaints.size > 0) console.log(`audits below full score: ${[...complaints].join(', ')}`);
} finally {
  await siteEdge.stop();
  await floorEdge.stop();
  await site.stop();
}
