/** Names of the data in public responses. Caches in front of the site purge by these tags. The database records which tags need a purge. */
export const CACHE_TAGS = ['ebooks', 'episodes', 'texts'] as const;
export type CacheTag = (typeof CACHE_TAGS)[number];
