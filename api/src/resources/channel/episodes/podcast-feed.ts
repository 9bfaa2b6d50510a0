import { createHash } from 'node:crypto';
import { parseChapters } from '@site/shared/contracts/chapters.ts';
import type { Episode } from '@site/shared/contracts/episodes.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { descriptionXml, plainXml, rfc822, xml } from '../../../platform/feed-xml.ts';
import type { TranscriptFacts } from '../transcripts/page-transcript.ts';

/** An episode with the owner's categories and notes. The notes follow its description. */
type FeedEpisode = Omit<Episode, 'spotifyUrl'> & { categories: readonly string[]; notes: string; transcripts: TranscriptFacts };
type Feed = { siteUrl: string; title: string; author: string; description: string; episodes: readonly FeedEpisode[] };

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

const TRANSCRIPT_TYPES = { vtt: 'text/vtt', srt: 'application/x-subrip', txt: 'text/plain' } as const;

/** Returns the elements of an episode's transcripts: captions, or a plain text where there are no times. */
const transcriptsXml = (siteUrl: string, { slug, transcripts }: FeedEpisode): string =>
  transcripts
    .flatMap(({ locale, isTimed }) =>
      (isTimed ? (['vtt', 'srt'] as const) : (['txt'] as const)).map((ending) => {
        const url = `${siteUrl}/api/episodes/${slug}/transcripts/${locale}.${ending}`;
        return `      <podcast:transcript url="${xml(url)}" type="${TRANSCRIPT_TYPES[ending]}" language="${locale}"${isTimed ? ' rel="captions"' : ''}/>\n`;
      }),
    )
    .join('');

/** Renders the episodes as RSS 2.0 with the iTunes and podcast namespaces. There is no enclosure, because the site has videos and no audio files. */
export function renderPodcastFeed({ siteUrl, title, author, description, episodes }: Feed): string {
  const address = `${siteUrl}/podcast.xml`;
  const items = episodes.map((episode) => {
    const hasChapters = parseChapters(episode.description, episode.durationSeconds).length > 0;
    return `    <item>
      <title>${plainXml(episode.title)}</title>
      <link>${xml(siteUrl + paths.episode.href(episode.slug))}</link>
      <guid isPermaLink="false">${xml(episode.id)}</guid>
      <pubDate>${rfc822(episode.publishedAt)}</pubDate>
      <description>${descriptionXml([episode.description, episode.notes].filter(Boolean).join('\n\n'))}</description>
${episode.categories.map((name) => `      <category>${plainXml(name)}</category>\n`).join('')}      <itunes:duration>${episode.durationSeconds}</itunes:duration>
      <itunes:explicit>false</itunes:explicit>
${hasChapters ? `      <podcast:chapters url="${xml(`${siteUrl}/api/episodes/${episode.slug}/chapters`)}" type="application/json+chapters"/>\n` : ''}${transcriptsXml(siteUrl, episode)}    </item>
`;
  });
  const newest = episodes[0];
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
  <channel>
    <title>${plainXml(title)}</title>
    <link>${xml(siteUrl + paths.podcast.href())}</link>
    <atom:link href="${xml(address)}" rel="self" type="application/rss+xml"/>
    <description>${plainXml(description)}</description>
    <language>pt-br</language>
${newest ? `    <pubDate>${rfc822(newest.publishedAt)}</pubDate>\n` : ''}    <itunes:author>${plainXml(author)}</itunes:author>
    <itunes:type>episodic</itunes:type>
    <itunes:explicit>false</itunes:explicit>
    <podcast:guid>${feedNumber(address)}</podcast:guid>
${items.join('')}  </channel>
</rss>
`;
}
