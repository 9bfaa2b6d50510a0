import { createHash } from 'node:crypto';
import { SITE_PICTURE_WIDTHS } from '@site/shared/contracts/admin-brand.ts';
import { parseChapters } from '@site/shared/contracts/chapters.ts';
import type { ContentBlock } from '@site/shared/contracts/content.ts';
import type { Episode } from '@site/shared/contracts/episodes.ts';
import { NO_CATEGORY } from '@site/shared/contracts/podcast-categories.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { descriptionXml, plainXml, rfc822, xml } from '../../../platform/feed-xml.ts';
import type { TranscriptFacts } from '../transcripts/page-transcript.ts';

/** An episode with the owner's categories and notes. The notes follow its description. */
type FeedEpisode = Omit<Episode, 'spotifyUrl'> & {
  guid: string;
  season: number | null;
  number: number | null;
  kind: 'full' | 'trailer' | 'bonus';
  categories: readonly string[];
  notes: string;
  transcripts: readonly TranscriptFacts[number][];
};
type Feed = {
  siteUrl: string;
  title: string;
  author: string;
  description: string;
  podcast: ContentBlock<'podcast'>;
  episodes: readonly FeedEpisode[];
  /** The number of this page, which starts at 1, and the number of pages. */
  page: number;
  pages: number;
};

/** The longest texts that Apple accepts. The limits of an item and of the channel are in bytes, and that of a summary is in characters. */
const ITEM_BYTES = 10_000;
const CHANNEL_BYTES = 4_000;
const SUMMARY_CHARACTERS = 4_000;

/** Returns the first characters of a text, without half of a surrogate pair at the end. */
const begin = (text: string, characters: number): string => text.slice(0, characters).replace(/[\uD800-\uDBFF]$/, '');

/** Returns the text, or its longest beginning that has at most `most` bytes once it is rendered. */
function cutTo(most: number, text: string, render: (text: string) => string): string {
  const isShort = (end: number) => Buffer.byteLength(render(begin(text, end))) <= most;
  if (isShort(text.length)) return text;
  let [fits, tooLong] = [0, text.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (isShort(middle)) fits = middle;
    else tooLong = middle;
  }
  return begin(text, fits);
}

/** The UUID namespace of podcast feeds (podcast namespace, `guid`). */
const FEED_NAMESPACE = 'ead4c236bf5858c6a2c6a6b28d128cb6';

/** Returns the version 5 UUID (RFC 9562) of a feed's URL. The same URL always gives the same UUID. */
function feedNumber(address: string): string {
  const name = address.replace(/^https?:\/\//, '').replace(/\/+$/, '');
  const bytes = createHash('sha1').update(Buffer.from(FEED_NAMESPACE, 'hex')).update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The picture that the shell draws from the brand while the owner has uploaded no artwork. */
const DRAWN_ARTWORK = '/podcast-artwork.png';

/** Returns the address of a page of the feed. The address of the first page has no page number. */
const addressOf = (siteUrl: string, page: number): string => `${siteUrl}/podcast.xml${page === 1 ? '' : `?page=${page}`}`;

/** Returns the lines of the tags that have content, each indented by `indent`. */
const lines = (indent: string, tags: readonly (string | false | null | undefined)[]): string =>
  tags.flatMap((tag) => (tag ? [`${indent}${tag}\n`] : [])).join('');

/** Returns Apple's category with its subcategory, or null if the owner has not chosen a category. */
function categoryTag(category: string): string | null {
  const [name = '', part] = category.split('/');
  if (name === NO_CATEGORY) return null;
  const inner = part ? `<itunes:category text="${xml(part)}"/>` : '';
  return `<itunes:category text="${xml(name)}">${inner}</itunes:category>`;
}

const TRANSCRIPT_TYPES = { vtt: 'text/vtt', srt: 'application/x-subrip', txt: 'text/plain' } as const;

/** Returns the tags of an episode's transcripts: captions, or plain text if the transcript has no times. */
const transcriptTags = (siteUrl: string, { slug, transcripts }: FeedEpisode): string[] =>
  transcripts.flatMap(({ locale, isTimed }) =>
    (isTimed ? (['vtt', 'srt'] as const) : (['txt'] as const)).map((ending) => {
      const url = `${siteUrl}/api/episodes/${slug}/transcripts/${locale}.${ending}`;
      return `<podcast:transcript url="${xml(url)}" type="${TRANSCRIPT_TYPES[ending]}" language="${locale}"${isTimed ? ' rel="captions"' : ''}/>`;
    }),
  );

function renderItem(episode: FeedEpisode, siteUrl: string, explicit: boolean): string {
  const { title, audio, season, number } = episode;
  const hasChapters = parseChapters(episode.description, episode.durationSeconds).length > 0;
  const text = [episode.description, episode.notes].filter(Boolean).join('\n\n');
  const tags = [
    `<title>${plainXml(title)}</title>`,
    `<itunes:title>${plainXml(title)}</itunes:title>`,
    `<link>${xml(siteUrl + paths.episode.href(episode.slug))}</link>`,
    `<guid isPermaLink="false">${xml(episode.guid)}</guid>`,
    `<pubDate>${rfc822(episode.publishedAt)}</pubDate>`,
    // The path of our own file has no host, so the site's origin is added. A file of another host keeps its address.
    audio && `<enclosure url="${xml(audio.url.replace(/^[/]/, `${siteUrl}/`))}" length="${audio.bytes}" type="${audio.type}"/>`,
    `<description>${descriptionXml(cutTo(ITEM_BYTES, text, descriptionXml))}</description>`,
    text !== '' && `<itunes:summary>${plainXml(begin(text, SUMMARY_CHARACTERS))}</itunes:summary>`,
    ...episode.categories.map((name) => `<category>${plainXml(name)}</category>`),
    `<itunes:duration>${audio?.seconds ?? episode.durationSeconds}</itunes:duration>`,
    season !== null && `<itunes:season>${season}</itunes:season>`,
    number !== null && `<itunes:episode>${number}</itunes:episode>`,
    `<itunes:episodeType>${episode.kind}</itunes:episodeType>`,
    `<itunes:explicit>${explicit}</itunes:explicit>`,
    hasChapters && `<podcast:chapters url="${xml(`${siteUrl}/api/episodes/${episode.slug}/chapters`)}" type="application/json+chapters"/>`,
    ...transcriptTags(siteUrl, episode),
  ];
  return `    <item>\n${lines('      ', tags)}    </item>\n`;
}

/** Renders a page of the episodes as RSS 2.0 with the iTunes and podcast namespaces, as podcast directories require. */
export function renderPodcastFeed({ siteUrl, title, author, description, podcast, episodes, page, pages }: Feed): string {
  const { artwork, ownerEmail, newFeedUrl } = podcast;
  const isExplicit = podcast.words === 'explicit';
  const pageLink = (rel: string, to: number) =>
    `<atom:link href="${xml(addressOf(siteUrl, to))}" rel="${rel}" type="application/rss+xml"/>`;
  const newest = episodes[0];
  const tags = [
    `<title>${plainXml(title)}</title>`,
    `<link>${xml(siteUrl + paths.podcast.href())}</link>`,
    pageLink('self', page),
    pages > 1 && pageLink('first', 1),
    page > 1 && pageLink('previous', page - 1),
    page < pages && pageLink('next', page + 1),
    pages > 1 && pageLink('last', pages),
    newFeedUrl && `<itunes:new-feed-url>${xml(newFeedUrl)}</itunes:new-feed-url>`,
    `<description>${plainXml(cutTo(CHANNEL_BYTES, description, plainXml))}</description>`,
    '<language>pt-br</language>',
    `<copyright>${plainXml(`© ${author}`)}</copyright>`,
    newest && `<pubDate>${rfc822(newest.publishedAt)}</pubDate>`,
    `<itunes:author>${plainXml(author)}</itunes:author>`,
    ownerEmail &&
      `<itunes:owner><itunes:name>${plainXml(author)}</itunes:name><itunes:email>${xml(ownerEmail)}</itunes:email></itunes:owner>`,
    `<itunes:image href="${xml(siteUrl + (artwork ? `${artwork.base}-${SITE_PICTURE_WIDTHS.artwork[1]}.jpg` : DRAWN_ARTWORK))}"/>`,
    categoryTag(podcast.category),
    `<itunes:type>${podcast.order}</itunes:type>`,
    `<itunes:explicit>${isExplicit}</itunes:explicit>`,
    `<podcast:guid>${feedNumber(addressOf(siteUrl, 1))}</podcast:guid>`,
    // Other hosts refuse to import a locked feed. An owner who moves to another host needs an open feed.
    `<podcast:locked${ownerEmail ? ` owner="${xml(ownerEmail)}"` : ''}>${newFeedUrl ? 'no' : 'yes'}</podcast:locked>`,
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
  <channel>
${lines('    ', tags)}${episodes.map((episode) => renderItem(episode, siteUrl, isExplicit)).join('')}  </channel>
</rss>
`;
}
