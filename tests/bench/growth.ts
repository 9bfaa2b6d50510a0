// P8: `npm run bench:growth`: each public list and search on 12 eBooks and 20 episodes beside 10,000 of each, asked in turns.
// Each question asks for words that no answer is kept for. `--rounds 40` is what counts. Exit code 1 when a figure is not met.
import { parseArgs } from 'node:util';
import type { EbookList } from '@site/shared/contracts/ebooks.ts';
import type { EpisodeList } from '@site/shared/contracts/episodes.ts';
import { type ApiSite, startApiSite } from '../contract/api/api-site.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '40' } } });
const rounds = Number(values.rounds);

const ROWS_AT_ONCE = 500;
const SMALL = { ebooks: 12, episodes: 20 };
const LARGE = { ebooks: 10_000, episodes: 10_000 };
/** Pages that are looked into: the first, and this many after it. */
const PAGES = 8;

const SYLLABLES = 'ca fe co ra ção es pe ran ça de us vi da pa la vra a mor sal mo ru no e mi luz nho ter se tão chu paz gra'.split(' ');

/** The same texts in each run: few words stand often and many seldom, as in a language. */
function textsFrom(seed: number): (length: number) => string {
  let state = seed;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const oneOf = <T>(things: readonly T[]): T => things[Math.floor(random() * things.length)] as T;
  const words = Array.from({ length: 6_000 }, () => Array.from({ length: 1 + Math.floor(random() * 4) }, () => oneOf(SYLLABLES)).join(''));
  const word = () => words[Math.floor(words.length ** random()) % words.length] as string;
  return (length) => Array.from({ length }, word).join(' ');
}

async function fill(site: ApiSite, sizes: typeof SMALL): Promise<void> {
  await site.channelIsRead();
  await site.rows('DELETE', 'episodes?id=neq.none&select=id');
  const text = textsFrom(7);
  const rowOf = (index: number) => ({
    id: `numero-${index}`,
    title: `${text(5)}${index % 10 === 0 ? ' Ruth' : ''}`,
    description: `${text(60)}${index % 2 === 0 ? ' Coração' : ''}${index % 1_000 === 7 ? ' ornitorrinco' : ''}`,
  });
  const at = (index: number) => new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString();
  const portions = (count: number) =>
    Array.from({ length: Math.ceil(count / ROWS_AT_ONCE) }, (_, portion) =>
      Array.from({ length: Math.min(ROWS_AT_ONCE, count - portion * ROWS_AT_ONCE) }, (_, index) => portion * ROWS_AT_ONCE + index),
    );
  for (const portion of portions(sizes.episodes)) {
    const rows = portion.map((index) => ({ ...rowOf(index), slug: `numero-${index}`, published_at: at(index), duration_seconds: 900 }));
    await site.rows('POST', 'episodes?select=id', rows);
  }
  for (const portion of portions(sizes.ebooks)) {
    await site.rows(
      'POST',
      'ebooks_metadata?select=id',
      portion.map((index) => ({ ...rowOf(index), filename: `numero-${index}.pdf`, created_at: at(index) })),
    );
    const prices = portion.flatMap((index) =>
      ['BRL', 'USD', 'NZD'].map((currency) => ({ ebook_id: `numero-${index}`, currency, amount_minor: 2_990 })),
    );
    await site.rows('POST', 'ebook_prices?select=currency', prices);
  }
}

const searches: Record<string, Record<string, string>> = {
  'first page': {},
  'common word': { q: 'coração' },
  'two letters': { q: 'co' },
  'rare word': { q: 'ornitorrinco' },
  'no hit': { q: 'xilofone' },
};
const questions: Record<string, { path: string; query: Record<string, string> }> = {
  ...Object.fromEntries(Object.entries(searches).map(([name, query]) => [`eBooks, ${name}`, { path: '/api/ebooks', query }])),
  ...Object.fromEntries(Object.entries(searches).map(([name, query]) => [`episodes, ${name}`, { path: '/api/episodes', query }])),
  'episodes, chip': { path: '/api/episodes', query: { category: 'Ruth' } },
  'episodes, search and chip': { path: '/api/episodes', query: { category: 'Ruth', q: 'coração' } },
};

let asked = 0;
/** Milliseconds of an answer that the API has not kept: `n` is no parameter, but part of what answers are kept under. */
async function milliseconds(site: ApiSite, path: string, query: Record<string, string>): Promise<number> {
  asked += 1;
  const began = performance.now();
  const { status, text } = await site.call('GET', `${path}?${new URLSearchParams({ ...query, n: String(asked) })}`);
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return performance.now() - began;
}

const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;

let missed = 0;
function print(name: string, base: number[], other: number[], limit: number): void {
  const ratio = p95(other) / p95(base);
  if (!(ratio <= limit)) missed += 1;
  console.log(
    `${name.padEnd(32)} p95 ${p95(base).toFixed(1).padStart(7)} → ${p95(other).toFixed(1).padStart(7)} ms  ${ratio.toFixed(2)} × (≤ ${limit}) ${ratio <= limit ? 'met' : 'MISSED'}`,
  );
}

const small = await startApiSite();
const large = await startApiSite();
try {
  await fill(small, SMALL);
  await fill(large, LARGE);
  for (const [name, { path, query }] of Object.entries(questions)) {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      times[0].push(await milliseconds(small, path, query));
      times[1].push(await milliseconds(large, path, query));
    }
    print(name, ...times, 2);
  }
  for (const path of ['/api/ebooks', '/api/episodes']) {
    for (let page = 1, after: string | null = ''; page <= PAGES && after !== null; page += 1) {
      const { json } = await large.call('GET', `${path}?${new URLSearchParams({ after })}`);
      after = (json as EbookList | EpisodeList).nextCursor;
      if (after === null) break;
      const times: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        times[0].push(await milliseconds(large, path, {}));
        times[1].push(await milliseconds(large, path, { after }));
      }
      if (page === 1 || page === PAGES) print(`${path}, page ${page + 1} beside the first`, ...times, 3);
    }
  }
} finally {
  await small.close();
  await large.close();
}
process.exitCode = missed > 0 ? 1 : 0;
