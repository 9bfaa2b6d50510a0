/** What public answers are made of; caches before the site forget by these names. The database notes what has to be forgotten. */
export const CACHE_TAGS = ['ebooks', 'episodes', 'texts'] as const;
export type CacheTag = (typeof CACHE_TAGS)[number];
