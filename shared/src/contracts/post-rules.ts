/** How much the owner may say of a post: characters of title, lead, address and tag, and how many tags. Without the schemas, for forms. */
export const POST_LIMITS = { title: 150, lead: 400, slug: 100, tag: 40, tags: 5 } as const;

export const POST_KINDS = ['text', 'devotional'] as const;
export type PostKind = (typeof POST_KINDS)[number];

/** `scheduled` becomes `published` by itself at its moment. Nothing that was published is a draft again: it is withdrawn. */
export const POST_STATES = ['draft', 'scheduled', 'published', 'withdrawn'] as const;
export type PostState = (typeof POST_STATES)[number];

/** `letter`: read at its address, as by those who got it by mail; it stands in no list, feed or search. What was on the site stays so. */
export const POST_VISIBILITIES = ['site', 'letter'] as const;
export type PostVisibility = (typeof POST_VISIBILITIES)[number];

/** Of what texts and letters begin by themselves: a new episode, a book that can be bought for the first time. */
export const NEWS_KINDS = ['episode', 'ebook'] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];
