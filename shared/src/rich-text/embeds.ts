import { parseUrl } from '../paths/parse-url.ts';

export const EMBED_PROVIDERS = ['youtube', 'vimeo', 'spotify'] as const;
type EmbedProvider = (typeof EMBED_PROVIDERS)[number];
/** A video or audio at its provider. Its URL is never stored but built from these two values. */
export type EmbedAttrs = { provider: EmbedProvider; id: string };

export const LONGEST_EMBED_ID = 60;

/** Origins of players that texts may show, in addition to the site's own video player. */
export const EMBED_ORIGINS = ['https://player.vimeo.com', 'https://open.spotify.com'] as const;

type Provider = {
  readonly name: string;
  readonly id: RegExp;
  readonly hosts: readonly string[];
  /** Finds the id in one of the provider's URLs. */
  readonly find: (url: URL) => string | null | undefined;
  readonly page: (id: string) => string;
  /** `videoPlayer`: origin of the site's own player, YouTube without cookies. */
  readonly frame: (id: string, videoPlayer: string) => string;
};

const PROVIDERS: Readonly<Record<EmbedProvider, Provider>> = {
  youtube: {
    name: 'YouTube',
    id: /^[\w-]{11}$/,
    hosts: ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtu.be', 'www.youtube-nocookie.com'],
    find: ({ hostname, pathname, searchParams }) => {
      if (hostname === 'youtu.be') return pathname.slice(1);
      return pathname === '/watch' ? searchParams.get('v') : /^\/(?:shorts|live|embed)\/([^/]+)\/?$/.exec(pathname)?.[1];
    },
    page: (id) => `https://www.youtube.com/watch?v=${id}`,
    frame: (id, videoPlayer) => `${videoPlayer}/embed/${id}?autoplay=1&playsinline=1&rel=0`,
  },
  // An unlisted video has a key after its number.
  vimeo: {
    name: 'Vimeo',
    id: /^\d{6,12}(?:\/[0-9a-f]{8,20})?$/,
    hosts: ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'],
    find: ({ pathname, searchParams }) => {
      const [, id, key = searchParams.get('h')] = /^\/(?:video\/)?(\d+)(?:\/([0-9a-f]+))?\/?$/.exec(pathname) ?? [];
      return id && key ? `${id}/${key}` : id;
    },
    page: (id) => `https://vimeo.com/${id}`,
    frame: (id) => {
      const [number, key] = id.split('/');
      return `https://player.vimeo.com/video/${number}?autoplay=1&dnt=1${key ? `&h=${key}` : ''}`;
    },
  },
  spotify: {
    name: 'Spotify',
    id: /^(?:episode|show|track|album|playlist|artist)\/[0-9A-Za-z]{22}$/,
    hosts: ['open.spotify.com'],
    find: ({ pathname }) => /^\/(?:intl-[a-z-]+\/)?(?:embed\/)?([a-z]+\/[0-9A-Za-z]+)\/?$/.exec(pathname)?.[1],
    page: (id) => `https://open.spotify.com/${id}`,
    frame: (id) => `https://open.spotify.com/embed/${id}`,
  },
};

/** Returns whether the id has the provider's format. */
export const isEmbed = ({ provider, id }: EmbedAttrs): boolean => PROVIDERS[provider].id.test(id);

/** Returns the video or audio that a URL leads to, if texts may show its provider's player; otherwise null. */
export function embedAt(address: string): EmbedAttrs | null {
  const url = /^https?:\/\//i.test(address) ? parseUrl(address) : null;
  const provider = url && EMBED_PROVIDERS.find((each) => PROVIDERS[each].hosts.includes(url.hostname));
  if (!provider) return null;
  const id = PROVIDERS[provider].find(url) ?? '';
  return isEmbed({ provider, id }) ? { provider, id } : null;
}

export const providerName = ({ provider }: Pick<EmbedAttrs, 'provider'>): string => PROVIDERS[provider].name;
/** Returns the URL of the video's or audio's page at its provider. */
export const embedPage = ({ provider, id }: EmbedAttrs): string => PROVIDERS[provider].page(id);
/** Returns the URL of the player, for a frame. */
export const embedFrame = ({ provider, id }: EmbedAttrs, videoPlayer: string): string => PROVIDERS[provider].frame(id, videoPlayer);
