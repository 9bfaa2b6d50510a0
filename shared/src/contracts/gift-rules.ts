/** What forms of gifts and their contracts both know, without the schemas. */

/** Longest name and message, in characters. */
export const GIFT_LIMITS = { name: 120, message: 500 } as const;

/** How often a gift's letter is sent at most: once, and three times more. */
export const GIFT_LETTERS = 4;
