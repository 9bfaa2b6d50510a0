/**
 * Longest texts that the owner may enter for an episode, in characters, and the most categories and books. This module has no schemas, so
 * that forms can import it without loading them.
 */
export const EPISODE_LIMITS = {
  title: 200,
  description: 10_000,
  slug: 100,
  category: 60,
  categories: 20,
  notes: 5_000,
  ebooks: 3,
  season: 999,
  number: 99_999,
  audioAddress: 2_000,
} as const;

/** Longest texts of a series, in characters, and most episodes. */
export const EPISODE_SERIES_LIMITS = { title: 120, description: 5_000, episodes: 100 } as const;

/** Kinds of episodes, as podcast apps know them. */
export const EPISODE_KINDS = ['full', 'trailer', 'bonus'] as const;
