/**
 * Longest title, lead, slug and tag of a post, in characters, and the most tags. This module has no schemas, so that forms can import it
 * without loading them.
 */
export const POST_LIMITS = { title: 150, lead: 400, slug: 100, tag: 40, tags: 5 } as const;

export const POST_KINDS = ['text', 'devotional'] as const;
export type PostKind = (typeof POST_KINDS)[number];

/** `scheduled` becomes `published` automatically. A post that was published never becomes a draft again; it is withdrawn instead. */
export const POST_STATES = ['draft', 'scheduled', 'published', 'withdrawn'] as const;
export type PostState = (typeof POST_STATES)[number];

/**
 * `campaign`: can be read at its URL, for example by readers who got it by email, but is in no list, feed or search. A post that was on the
 * site stays there.
 */
export const POST_VISIBILITIES = ['site', 'campaign'] as const;
export type PostVisibility = (typeof POST_VISIBILITIES)[number];

/**
 * Events for which the site creates drafts of posts and newsletter issues: a new episode, or a book that can be bought for the first time.
 */
export const NEWS_KINDS = ['episode', 'ebook'] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];
