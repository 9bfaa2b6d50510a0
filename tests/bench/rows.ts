// The result table: each goal with its measurement, its first step and its final target.
import { median, type Reading } from './lighthouse.ts';
import type { Load } from './load-of.ts';
import { PAGES, type PageName, type Side } from './measured-build.ts';

/** Parts of the benchmark. Each part can be measured alone or together with others. */
export const PARTS = ['pages', 'interactions', 'first taps', 'navigations', 'catalogue', 'page', 'rendering', 'fresh machine'] as const;
export type Part = (typeof PARTS)[number];

/** A goal in words, and whether it is met. */
type Goal = readonly [words: string, isReached: boolean];

type Row = { part: Part; name: string; measured: string; first: Goal; heading: Goal };

export type Floors = { list: Reading[]; monolith: Reading[]; emptyBytes: number };

/** Pages whose largest paint is compared with the static list's. */
const LIKE_THE_LIST = PAGES.slice(0, 6);
const P99_MS = 50;

/** Returns a goal with a single step. */
const inOneStep = (words: string, isReached: boolean): Pick<Row, 'first' | 'heading'> => ({
  first: [words, isReached],
  heading: [words, isReached],
});

const ofLoads = (loads: Load[], key: keyof Load): number => median(loads.map((load) => load[key]));

/** Returns the value with the median time. */
const typical = <T>(values: readonly T[], timeOf: (value: T) => number): T | undefined => {
  const time = median(values.map(timeOf));
  return values.find((value) => timeOf(value) === time);
};

export const rowsOf = (side: Side, floors: Floors): Row[] => [
  ...LIKE_THE_LIST.map((page) => largestPaint(page, side, floors)),
  ...PAGES.map((page) => scores(page, side)),
  ...weightAndWork(side, floors),
  ...interactions(side),
  ...taps(side),
  ...navigationRows(side),
  ...serverRows(side),
];

function largestPaint(page: PageName, { readings }: Side, { list }: Floors): Row {
  const found = readings[page];
  const ratio = median(found.map(({ lcp }, round) => lcp / (list[round]?.lcp ?? Number.NaN)));
  const largest = [...new Set(found.map((reading) => reading.largest))].join(' or ');
  return {
    part: 'pages',
    name: `P1 LCP ${page}`,
    measured: `${ratio.toFixed(2)} (${Math.round(median(found.map(({ lcp }) => lcp)))} ms: ${largest || 'element unknown'})`,
    first: ['≤ 1.10 × static list', ratio <= 1.1],
    heading: ['≤ 1.05', ratio <= 1.05],
  };
}

function scores(page: PageName, { readings }: Side): Row {
  const of = (key: 'performance' | 'accessibility' | 'bestPractices' | 'seo') => median(readings[page].map((reading) => reading[key]));
  const [performance, ...others] = [of('performance'), of('accessibility'), of('bestPractices'), of('seo')] as const;
  const isWhole = others.every((score) => score === 100);
  return {
    part: 'pages',
    name: `P2 Lighthouse ${page}`,
    measured: [performance, ...others].join(' · '),
    first: ['≥ 99 · 100 · 100 · 100', performance >= 99 && isWhole],
    heading: ['100 · 100 · 100 · 100', performance === 100 && isWhole],
  };
}

function weightAndWork({ readings }: Side, { monolith, emptyBytes }: Floors): Row[] {
  const of = (key: 'scriptBytes' | 'tbt' | 'cls') => median(readings['/shop'].map((reading) => reading[key]));
  const [bytes, tbt, cls] = [of('scriptBytes'), of('tbt'), of('cls')];
  const weight = bytes / emptyBytes;
  const monolithTbt = median(monolith.map((reading) => reading.tbt));
  // On a fast machine neither of the two pages blocks the main thread.
  const work = tbt === monolithTbt ? 1 : tbt / monolithTbt;
  return [
    {
      part: 'pages',
      name: 'P3 JavaScript of /shop',
      measured: `${weight.toFixed(2)} (${Math.round(bytes / 1000)} kB)`,
      first: [`≤ 1.6 × ${Math.round(emptyBytes / 1000)} kB`, weight <= 1.6],
      heading: ['≤ 1.3', weight <= 1.3],
    },
    {
      part: 'pages',
      name: 'P4 TBT of /shop',
      measured: `${work.toFixed(2)} (${Math.round(tbt)} ms)`,
      first: ['≤ 1.0 × monolith', work <= 1],
      heading: ['≤ 65 ms', tbt <= 65],
    },
    { part: 'pages', name: 'P4 CLS of /shop', measured: cls.toFixed(4), ...inOneStep('≤ 0.005', cls <= 0.005) },
  ];
}

function interactions({ visits }: Side): Row[] {
  const row = (about: string, key: 'slowest' | 'slowestFirst', after: string): Row => {
    const found = typical(visits, (visit) => visit[key].ms)?.[key];
    const { waiting = 0, working = 0, drawing = 0 } = found?.split ?? {};
    const ms = found?.ms ?? Number.NaN;
    return {
      part: 'interactions',
      name: `P4 ${about}`,
      measured: `${ms} ms (${found?.name}: waits ${waiting}, works ${working}, draws ${drawing})${after}`,
      ...inOneStep('≤ 72 ms', ms <= 72),
    };
  };
  const done = Math.round(median(visits.map(({ firstDone }) => firstDone)));
  return [row('lab INP of /shop', 'slowest', ''), row('first tap on a book page', 'slowestFirst', `, done in ${done} ms`)];
}

const taps = ({ felt }: Side): Row[] =>
  (
    [
      ['menu', 'menu', 150, 80],
      ['group', 'footer group', 150, 80],
      ['add', 'add to cart', 400, 400],
      ['playHeard', 'play, heard', 100, 100],
      ['playFrame', 'play, frame', 800, 800],
    ] as const
  ).map(([tap, about, first, heading]) => {
    const ms = median(felt.map((times) => times[tap]));
    return {
      part: 'first taps',
      name: `P4b first tap, slow 4G: ${about}`,
      measured: `${Math.round(ms)} ms`,
      first: [`≤ ${first} ms`, ms <= first],
      heading: [`≤ ${heading} ms`, ms <= heading],
    };
  });

const navigationRows = ({ ways }: Side): Row[] =>
  (['shop', 'podcast'] as const).map((area) => {
    const ms = median(ways.map((way) => way[area]));
    return {
      part: 'navigations',
      name: `P5 navigation after hover, slow 4G: ${area}`,
      measured: `${Math.round(ms)} ms`,
      ...inOneStep('≤ 300 ms', ms <= 300),
    };
  });

function serverRows({ catalogue, page, rendered }: Side): Row[] {
  const [cpu, bareCpu] = [ofLoads(catalogue.ours, 'cpuMicroseconds'), ofLoads(catalogue.bare, 'cpuMicroseconds')];
  const [pageCpu, barePageCpu] = [ofLoads(page.ours, 'cpuMicroseconds'), ofLoads(page.bare, 'cpuMicroseconds')];
  const rateOf = (microseconds: number) => Math.round(1e6 / microseconds);
  const share = barePageCpu / pageCpu;
  const [ownCpu, bundledCpu] = [ofLoads(rendered.ours, 'cpuMicroseconds'), ofLoads(rendered.bare, 'cpuMicroseconds')];
  const p99 = ofLoads(page.ours, 'p99Ms');
  return [
    {
      part: 'catalogue',
      name: 'P6 catalogue CPU',
      measured: `${(cpu / bareCpu).toFixed(2)} (${Math.round(cpu)} µs)`,
      first: [`≤ 1.0 × bare Hono (${Math.round(bareCpu)} µs)`, cpu <= bareCpu],
      heading: ['≤ 0.6', cpu <= 0.6 * bareCpu],
    },
    {
      part: 'page',
      name: 'P7 pages a second of CPU, /shop',
      measured: `${share.toFixed(2)} (${rateOf(pageCpu)})`,
      first: [`≥ 0.4 × bare server (${rateOf(barePageCpu)})`, share >= 0.4],
      heading: ['≥ 0.6', share >= 0.6],
    },
    {
      part: 'rendering',
      name: 'P7 uncached pages rendered a second of CPU, /shop',
      measured: `${(bundledCpu / ownCpu).toFixed(2)} (${rateOf(ownCpu)})`,
      ...inOneStep(`≥ 0.8 × without federation (${rateOf(bundledCpu)})`, bundledCpu / ownCpu >= 0.8),
    },
    { part: 'page', name: 'P7 p99 of 50 at a time, /shop', measured: `${p99} ms`, ...inOneStep(`≤ ${P99_MS} ms`, p99 <= P99_MS) },
  ];
}

export const freshRows = (fresh: { install: number; firstStart: number; secondStart: number }): Row[] =>
  (
    [
      ['npm ci', fresh.install, 120],
      ['npm start, first time', fresh.firstStart, 60],
      ['npm start, second time', fresh.secondStart, 15],
    ] as const
  ).map(([about, seconds, limit]) => ({
    part: 'fresh machine',
    name: `P9 fresh clone: ${about}`,
    measured: `${seconds.toFixed(0)} s`,
    ...inOneStep(`≤ ${limit} s`, seconds <= limit),
  }));

/** Prints the table, with the measurements of `older` for the same goals in the same run. */
export function printTable(rows: readonly Row[], older: readonly Row[] | null, noiseOf: (part: Part) => string | null): void {
  const verdict = ({ first, heading }: Row) => (heading[1] ? 'reached' : first[1] ? 'first step' : 'MISSED');
  const table = [
    ['goal', 'measured', ...(older ? ['older build'] : []), 'first step', 'heading', 'verdict', 'machine'],
    ...rows.map((row) => {
      const before = older?.find(({ name }) => name === row.name)?.measured ?? '';
      const noise = noiseOf(row.part);
      return [
        row.name,
        row.measured,
        ...(older ? [before] : []),
        row.first[0],
        row.heading[0],
        verdict(row),
        noise ? `NOT QUIET: ${noise}` : 'quiet',
      ];
    }),
  ];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0))) ?? [];
  for (const cells of table) console.log(cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}
