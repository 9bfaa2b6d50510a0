import * as v from 'valibot';
import { HttpsLinkSchema } from './https-link.ts';
import { createLineSchema } from './text.ts';

/**
 * The places where a podcast can be heard, and the hosts of their addresses. A place without hosts accepts every address. A subdomain of a
 * host belongs to the place, unless it is a host of another place.
 */
const HOSTS = {
  apple: ['podcasts.apple.com'],
  spotify: ['spotify.com', 'spotify.link'],
  deezer: ['deezer.com', 'deezer.page.link'],
  youtube_music: ['music.youtube.com'],
  youtube: ['youtube.com', 'youtu.be'],
  amazon_music: ['com', 'com.br', 'com.mx', 'com.au', 'co.uk', 'co.jp', 'ca', 'de', 'es', 'fr', 'in', 'it'].map(
    (end) => `music.amazon.${end}`,
  ),
  pocket_casts: ['pocketcasts.com', 'pca.st'],
  castbox: ['castbox.fm'],
  overcast: ['overcast.fm'],
  whatsapp: ['whatsapp.com'],
  rss: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type KnownPlace = keyof typeof HOSTS;
export const KNOWN_PLACES = Object.keys(HOSTS) as KnownPlace[];

const isWithin = (host: string, domains: readonly string[]): boolean =>
  domains.some((domain) => host === domain || host.endsWith(`.${domain}`));

/** Returns whether an address belongs to a place. */
function isAt(address: string, place: KnownPlace): boolean {
  if (HOSTS[place].length === 0) return true;
  // A text without a host has its own error message.
  const hostname = /^https:[/][/]([^/?#:]+)/i.exec(address)?.[1]?.toLowerCase() ?? '';
  return isWithin(hostname, HOSTS[place]) && !(place === 'youtube' && isWithin(hostname, HOSTS.youtube_music));
}

/** A place as the owner enters it. `elsewhere` has a name of its own. */
const EnteredPlaceSchema = v.variant('kind', [
  ...KNOWN_PLACES.map((kind) =>
    v.object({
      kind: v.literal(kind),
      url: v.pipe(
        HttpsLinkSchema,
        v.check((address) => isAt(address, kind), 'host'),
      ),
    }),
  ),
  v.object({ kind: v.literal('elsewhere'), name: createLineSchema(40), url: HttpsLinkSchema }),
]);

/** The places in the owner's order, each address once. */
export const EnteredPlacesSchema = v.pipe(
  v.array(EnteredPlaceSchema),
  v.maxLength(20),
  v.transform((places) => places.filter(({ url }, index) => places.findIndex((other) => other.url === url) === index)),
);

/** A place where the podcast can be heard, with the data that visitors get. */
export const ListeningPlaceSchema = v.object({
  kind: v.picklist([...KNOWN_PLACES, 'elsewhere']),
  url: v.string(),
  /** The owner's name for a place of the kind `elsewhere`. */
  name: v.optional(v.string()),
});
export type ListeningPlace = v.InferOutput<typeof ListeningPlaceSchema>;
export type PlaceKind = ListeningPlace['kind'];
