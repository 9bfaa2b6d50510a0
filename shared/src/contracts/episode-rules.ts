/** What the owner may say of an episode, in characters, and how many categories and books. Without the schemas, for forms. */
export const EPISODE_LIMITS = { slug: 100, category: 60, categories: 20, notes: 5_000, ebooks: 3 } as const;
