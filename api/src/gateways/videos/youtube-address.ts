import * as v from 'valibot';

/** What the provider calls a channel, whatever its name and its handle are. */
export const YouTubeChannelIdSchema = v.pipe(v.string(), v.regex(/^UC[\w-]{22}$/, 'is no channel id'));

/** By what the provider finds a channel. */
export type ChannelAddress = { id: string } | { forHandle: string } | { forUsername: string };

const HOSTS = /^(?:(?:www|m|music)[.])?youtube[.]com$/;
const STUDIO = 'studio.youtube.com';
/** Letters of any script, digits and what stands between them. */
const NAME = /^[\p{L}\p{M}\p{N}._·-]{3,100}$/u;

const byHandle = (name: string | undefined): ChannelAddress | null => (name && NAME.test(name) ? { forHandle: `@${name}` } : null);
const byId = (id: string | undefined): ChannelAddress | null => (v.is(YouTubeChannelIdSchema, id) ? { id } : null);

/** What a person writes to name a channel: its id, its handle, or the address of one of its pages. Null for what names none. */
export function parseChannelAddress(written: string): ChannelAddress | null {
  const words = written.trim();
  const address = /^(?:https?:[/][/])?((?:[\w-]+[.])*youtube[.]com[/].*)$/i.exec(words)?.[1];
  if (address) return URL.canParse(`https://${address}`) ? ofPage(new URL(`https://${address}`)) : null;
  return byId(words) ?? byHandle(words.replace(/^@/, ''));
}

/** Empty for what no browser could have written. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

function ofPage({ hostname, pathname }: URL): ChannelAddress | null {
  if (!HOSTS.test(hostname) && hostname !== STUDIO) return null;
  const [kind = '', name] = pathname.split('/').filter(Boolean).map(decoded);
  if (kind === 'channel') return byId(name);
  if (kind.startsWith('@')) return byHandle(kind.slice(1));
  if (kind === 'user') return name && NAME.test(name) ? { forUsername: name } : null;
  // The older addresses by a chosen name became handles.
  return kind === 'c' ? byHandle(name) : null;
}

/** Where a channel is watched. */
export const channelAddress = (id: string): string => `https://www.youtube.com/channel/${encodeURIComponent(id)}`;

/** Where a video is watched. */
export const videoAddress = (id: string): string => `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`;
