import type { Origin } from '@site/shared/contracts/visits.ts';
import { cut } from '@site/shared/texts/plain-text.ts';

/** Sites and apps that send many readers. Each has several hosts, apps send their package name, and people abbreviate. */
const KNOWN: readonly (readonly [name: string, hosts: RegExp])[] = [
  ['Instagram', /^(ig|instagram|(l\.|lm\.)?instagram\.com|com\.instagram\.android)$/],
  ['WhatsApp', /^(wa|whatsapp|wa\.me|((web|api|l|lm)\.)?whatsapp\.com|com\.whatsapp(\.w4b)?)$/],
  ['Facebook', /^(fb|facebook|(l|lm|m|web)?\.?facebook\.com|com\.facebook\.(katana|lite|orca)|messenger\.com)$/],
  ['YouTube', /^(yt|youtube|(m\.)?youtube\.com|youtu\.be|com\.google\.android\.youtube)$/],
  ['TikTok', /^(tiktok|(m|vm)?\.?tiktok\.com|com\.zhiliaoapp\.musically)$/],
  ['Threads', /^(threads|(l\.)?threads\.(net|com)|com\.instagram\.barcelona)$/],
  ['X', /^(x|twitter|t\.co|(mobile\.)?twitter\.com|x\.com|com\.twitter\.android)$/],
  ['Telegram', /^(telegram|t\.me|web\.telegram\.org|org\.telegram\.messenger)$/],
  ['Pinterest', /^(pinterest|([a-z]{2}\.)?pinterest\.[a-z.]{2,6}|pin\.it|com\.pinterest)$/],
  ['LinkedIn', /^(linkedin|([a-z]{2}\.)?linkedin\.com|lnkd\.in|com\.linkedin\.android)$/],
  ['Spotify', /^(spotify|open\.spotify\.com|com\.spotify\.music)$/],
  ['Gmail', /^(gmail|mail\.google\.com|com\.google\.android\.gm)$/],
  ['Google', /^(google|google\.[a-z]{2,3}(\.[a-z]{2})?|com\.google\.android\.googlequicksearchbox)$/],
  ['Bing', /^(bing|([a-z]{2}\.)?bing\.com)$/],
  ['DuckDuckGo', /^(duckduckgo|duckduckgo\.com|com\.duckduckgo\.mobile\.android)$/],
  ['Yahoo', /^(yahoo|([a-z]{2}\.)?search\.yahoo\.com)$/],
  ['Ecosia', /^(ecosia|ecosia\.org)$/],
  ['ChatGPT', /^(chatgpt|chatgpt\.com|chat\.openai\.com)$/],
];

const LONGEST = 60;
const NOT_IN_NAMES = /[^\p{L}\p{N}._ -]+/gu;

/** Normalizes a tag to lower case without punctuation, so that a campaign has one name. */
const plain = (tag: string): string => cut(tag.normalize('NFC').toLowerCase().replace(NOT_IN_NAMES, ' ').trim(), LONGEST).trim();

/** Returns the names under which a visit is counted. The source is empty when the visitor came from `siteHost` itself. */
export function nameOrigin({ source, campaign }: Origin, siteHost: string): Origin {
  const host = plain(source).replace(/^www\./, '');
  const known = KNOWN.find(([, hosts]) => hosts.test(host))?.[0];
  return { source: known ?? (host === siteHost.replace(/^www\./, '') ? '' : host), campaign: plain(campaign) };
}
