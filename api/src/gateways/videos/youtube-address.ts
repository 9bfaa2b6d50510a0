import * as v from 'valibot';

/** YouTube's id of a channel. It stays the same when the name or handle changes. */
export const YouTubeChannelIdSchema = v.pipe(v.string(), v.regex(/^UC[\w-]{22}$/, 'is no channel id'));

/** The ways in which YouTube finds a channel. */
export type ChannelAddress = { id: string } | { forHandle: string } | { forUsername: string };

const HOSTS = /^(?:(?:www|m|music)[.])?youtube[.]com$/;
const STUDIO = 'studio.youtube.com';
/** Letters of any script, digits and the separators between them. */
const NAME = /^[\p{L}\p{M}\p{N}._·-]{3,100}$/u;

const byHandle = (name: string | undefined): ChannelAddress | null => (name && NAME.test(name) ? { forHandle: `@${name}` } : null);
const byId = (id: string | undefined): ChannelAddress | null => (v.is(YouTubeChannelIdSchema, id) ? { id } : null);

/** Parses a channel's id, its handle, or the URL of one of its pages, as a person types it. Null for anything else. */
export function parseChannelAddress(written: string): ChannelAddress | null {
  const words = written.trim();
  const address = /^(?:https?:[/][/])?((?:[\w-]+[.])*youtube[.]com[/].*)$/i.exec(words)?.[1];
  if (address) return URL.canParse(`https://${address}`) ? ofPage(new URL(`https://${address}`)) : null;
  return byId(words) ?? byHandle(words.replace(/^@/, ''));
}

/** Decodes a part of a path. Returns an empty string for invalid encoding. */
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
  // YouTube turned its older custom URLs (`/c/name`) into handles.
  return kind === 'c' ? byHandle(name) : null;
}

/** Returns the page of a channel. */
export const channelAddress = (id: string): string => `https://www.youtube.com/channel/${encodeURIComponent(id)}`;

/** Returns the page of a video. */
export const videoAddress = (id: string): string => `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`;
