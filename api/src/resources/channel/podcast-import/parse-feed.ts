import { type EPISODE_KINDS, EPISODE_LIMITS } from '@site/shared/contracts/episode-rules.ts';
import type { EpisodeAudio } from '@site/shared/contracts/episodes.ts';
import { FEED_LIMITS, type FeedProblem, type ItemProblem } from '@site/shared/contracts/podcast-import-rules.ts';
import { cut, manyLines, oneLine } from '@site/shared/texts/plain-text.ts';
import { Parser } from 'htmlparser2';

/**
 * An episode of a feed. `seconds` is null if the feed does not state the length. `bytes` is estimated if the feed states no plausible size.
 */
export type FeedEpisode = {
  guid: string;
  title: string;
  description: string;
  publishedAt: string;
  url: string;
  type: EpisodeAudio['type'];
  bytes: number;
  seconds: number | null;
  season: number | null;
  number: number | null;
  kind: (typeof EPISODE_KINDS)[number];
};
/**
 * A feed's content. `withoutGuid`: the number of episodes that got the address of their file as GUID. `next`: the address of the next page.
 */
export type Feed = {
  title: string;
  episodes: FeedEpisode[];
  left: { title: string; reason: ItemProblem }[];
  withoutGuid: number;
  next: string | null;
};
export type ParsedFeed = Feed | { problem: FeedProblem };

type Enclosure = { url: string; type: string; length: string };
type Item = { texts: Map<string, string>; enclosures: Enclosure[] };

/** Elements of an item whose text is used. */
const FIELDS: ReadonlySet<string> = new Set([
  'title',
  'guid',
  'pubdate',
  'description',
  'content:encoded',
  'itunes:title',
  'itunes:summary',
  'itunes:duration',
  'itunes:season',
  'itunes:episode',
  'itunes:episodetype',
]);

/** Decodes a feed by its byte order mark, its XML declaration, as UTF-8, or otherwise as Windows-1252. */
function decode(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const mark = head.startsWith('\xff\xfe') ? 'utf-16le' : head.startsWith('\xfe\xff') ? 'utf-16be' : undefined;
  const declared = /<\?xml[^>]*encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head)?.[1];
  for (const label of [mark, declared, 'utf-8']) {
    try {
      // A declaration that can be read as single bytes cannot be UTF-16.
      if (label && (mark || !/^utf-?16/i.test(label))) return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      // The label is unknown or wrong.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

const BLOCKS: ReadonlySet<string> = new Set(['p', 'div', 'ul', 'ol', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote']);
const PARAGRAPHS: ReadonlySet<string> = new Set(['p', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote']);

/** Returns the text of HTML or plain text. A link keeps its address, in parentheses after its words. */
export function plainWords(html: string): string {
  const isHtml = /<\/?[a-z][^>]*>/i.test(html);
  let text = '';
  let hidden = 0;
  let link: { href: string; from: number } | null = null;
  const parser = new Parser({
    onopentag(name, { href }) {
      if (name === 'script' || name === 'style') hidden += 1;
      else if (name === 'br') text += '\n';
      else if (name === 'li') text += '\n• ';
      else if (name === 'a' && href && /^https?:/i.test(href)) link = { href, from: text.length };
      else if (BLOCKS.has(name)) text += '\n';
    },
    ontext(words) {
      if (!hidden) text += isHtml ? words.replace(/\s+/g, ' ') : words;
    },
    onclosetag(name) {
      if (name === 'script' || name === 'style') hidden -= 1;
      else if (name === 'a' && link) {
        if (!text.slice(link.from).includes(link.href)) text += ` (${link.href})`;
        link = null;
      } else if (PARAGRAPHS.has(name)) text += '\n\n';
      else if (BLOCKS.has(name)) text += '\n';
    },
  });
  parser.end(html);
  const lines = manyLines(text)
    .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/•\s+/g, '• ');
  return cut(lines, EPISODE_LIMITS.description);
}

const RFC_822 =
  /^(?:[a-z]{3,9}\.?,?\s+)?(\d{1,2})[\s-]([a-z]{3})[a-z]*\.?[\s-](\d{4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(z|utc?|gmt|[ecmp][sd]t|[+-]\d{2}:?\d{2})$/i;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;

/** Returns a date as ISO text, or null. A date without a known time zone is not used, because it could be a day off. */
export function instantOf(written: string): string | null {
  const parts = RFC_822.exec(written);
  const [, day, month, year, hours, minutes, seconds = '00', zone = ''] = parts ?? [];
  const text = parts ? `${day} ${month} ${year} ${hours}:${minutes}:${seconds} ${/^(?:z|ut)$/i.test(zone) ? 'UTC' : zone}` : written;
  const ms = parts || ISO.test(written) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

const LONGEST_S = 360_000;

/** Returns the seconds of `3600`, `60:00` or `1:00:00`, or null. */
function secondsOf(written: string): number | null {
  const [, hours = '0', minutes = '0', seconds] = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6})(?:[.,]\d+)?$/.exec(written) ?? [];
  const length = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return length >= 1 && length <= LONGEST_S ? length : null;
}

const TYPES: Readonly<Record<string, EpisodeAudio['type']>> = {
  'audio/mpeg': 'audio/mpeg',
  'audio/mp3': 'audio/mpeg',
  'audio/x-mp3': 'audio/mpeg',
  'audio/mpeg3': 'audio/mpeg',
  'audio/x-mpeg': 'audio/mpeg',
  'audio/mp4': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
};

/** Returns the type of a file by its stated type, or by the extension of its address. */
function typeOf({ url, type }: Enclosure): EpisodeAudio['type'] | null {
  const stated = TYPES[(type.split(';')[0] ?? '').trim().toLowerCase()];
  if (stated) return stated;
  if (/^(?:video|image|text)\//i.test(type)) return null;
  const extension = /\.(mp3|m4a)$/i.exec(URL.parse(url)?.pathname ?? '')?.[1]?.toLowerCase();
  return extension === 'mp3' ? 'audio/mpeg' : extension === 'm4a' ? 'audio/mp4' : null;
}

/** Bytes of a second at 128 kbit/s, as most podcasts have, and at 8 kbit/s, which no podcast has. */
const USUAL_RATE = 16_000;
const LOWEST_RATE = 1_000;

/** Returns the stated size. Many feeds state `0`, `1` or one size for all files, so an implausible size is replaced by an estimate. */
function bytesOf(stated: string, seconds: number | null): number {
  const bytes = numberUpTo(999_999_999, stated) ?? 0;
  return bytes > 0 && bytes >= (seconds ?? 0) * LOWEST_RATE ? bytes : (seconds ?? 0) * USUAL_RATE;
}

const numberUpTo = (most: number, written: string): number | null =>
  /^\d{1,9}$/.test(written) && Number(written) >= 1 && Number(written) <= most ? Number(written) : null;

function webAddress(written: string): string | null {
  const url = URL.parse(written);
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password && url.href.length <= EPISODE_LIMITS.audioAddress
    ? url.href
    : null;
}

function toEpisode({ texts, enclosures }: Item, now: number): { episode: FeedEpisode; hasGuid: boolean } | { reason: ItemProblem } {
  const of = (name: string) => texts.get(name)?.trim() ?? '';
  const title = titleOf(texts);
  if (!title) return { reason: 'no_title' };
  const publishedAt = instantOf(of('pubdate'));
  if (!publishedAt) return { reason: 'no_date' };
  if (Date.parse(publishedAt) > now) return { reason: 'future' };
  if (enclosures.length === 0) return { reason: 'no_audio' };
  const enclosure = enclosures.find((one) => typeOf(one) !== null);
  const type = enclosure && typeOf(enclosure);
  if (!enclosure || !type) return { reason: 'not_audio' };
  const url = webAddress(enclosure.url);
  if (!url) return { reason: 'bad_address' };
  const guid = of('guid') || enclosure.url;
  if (guid.length > FEED_LIMITS.guid) return { reason: 'long_guid' };
  const descriptions = ['description', 'content:encoded', 'itunes:summary'].map((name) => plainWords(of(name)));
  const seconds = secondsOf(of('itunes:duration'));
  const kind = of('itunes:episodetype').toLowerCase();
  const episode: FeedEpisode = {
    ...{ guid, title, publishedAt, url, type },
    description: descriptions.reduce((longest, one) => (one.length > longest.length ? one : longest)),
    bytes: bytesOf(enclosure.length, seconds),
    seconds,
    season: numberUpTo(EPISODE_LIMITS.season, of('itunes:season')),
    number: numberUpTo(EPISODE_LIMITS.number, of('itunes:episode')),
    kind: kind === 'trailer' || kind === 'bonus' ? kind : 'full',
  };
  return { episode, hasGuid: of('guid') !== '' };
}

const titleOf = (texts: ReadonlyMap<string, string>): string => {
  const written = texts.get('title')?.trim() || texts.get('itunes:title') || '';
  return cut(oneLine(plainWords(written)), EPISODE_LIMITS.title).trim();
};

/** Returns why a text is no feed, before it is parsed. */
function problemOf(text: string): FeedProblem | null {
  if (/^<(?:!doctype\s+html|html)[\s>]/i.test(text)) return 'page';
  if (text.startsWith('---')) return 'template';
  return null;
}

/** Parses an RSS feed of at most `FEED_LIMITS`. Document types and their entities are refused, and never expanded. */
export function parseFeed(bytes: Uint8Array, now: number): ParsedFeed {
  const text = decode(bytes)
    .replace(/^\uFEFF/, '')
    .trimStart();
  const early = problemOf(text);
  if (early) return { problem: early };
  const path: string[] = [];
  const channel = new Map<string, string>();
  const items: Item[] = [];
  let item: Item | null = null;
  let field: { texts: Map<string, string>; name: string } | null = null;
  let problem: FeedProblem | null = null;
  let next: string | null = null;
  const parser = new Parser(
    {
      onprocessinginstruction(name) {
        if (name.toLowerCase() === '!doctype') problem ??= 'doctype';
      },
      onopentag(written, attributes) {
        const name = written.toLowerCase();
        const parent = path.at(-1);
        path.push(name);
        if (path.length === 1 && name !== 'rss' && name !== 'rdf:rdf') problem ??= 'not_feed';
        if (name === 'item' && !item) {
          item = { texts: new Map(), enclosures: [] };
          items.push(item);
          if (items.length > FEED_LIMITS.items) problem ??= 'too_many';
        } else if (item && parent === 'item' && name === 'enclosure' && attributes.url?.trim()) {
          const { url, type = '', length = '' } = attributes;
          item.enclosures.push({ url: url.trim(), type, length: length.trim() });
        } else if (item && parent === 'item' && FIELDS.has(name) && !item.texts.has(name)) field = { texts: item.texts, name };
        else if (parent === 'channel' && name === 'title' && !channel.has(name)) field = { texts: channel, name };
        else if (parent === 'channel' && /^(?:atom:)?link$/.test(name) && attributes.rel === 'next') next = attributes.href ?? null;
        if (problem) parser.pause();
      },
      ontext(words) {
        if (field) field.texts.set(field.name, (field.texts.get(field.name) ?? '') + words);
      },
      onclosetag(written) {
        const name = path.pop();
        if (field?.name === name && path.at(-1) === (field?.texts === channel ? 'channel' : 'item')) field = null;
        if (written.toLowerCase() === 'item' && !path.includes('item')) item = null;
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  if (problem) return { problem };
  if (!channel.has('title') && items.length === 0) return { problem: 'not_feed' };

  const feed: Feed = { title: titleOf(channel), episodes: [], left: [], withoutGuid: 0, next: next && webAddress(next) };
  const guids = new Set<string>();
  for (const one of items) {
    const found = toEpisode(one, now);
    const reason = 'reason' in found ? found.reason : guids.has(found.episode.guid) ? 'repeated' : null;
    if ('reason' in found || reason) {
      feed.left.push({ title: titleOf(one.texts), reason: reason ?? 'repeated' });
      continue;
    }
    guids.add(found.episode.guid);
    feed.episodes.push(found.episode);
    if (!found.hasGuid) feed.withoutGuid += 1;
  }
  return feed;
}
