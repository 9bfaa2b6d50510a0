import { asRead } from '../texts/as-read.ts';

/** Rules for reviews that forms and their contracts share, in a module without schemas. */

/** Longest shown name, text and reply, in characters. */
export const REVIEW_LIMITS = { name: 60, text: 2_000, reply: 2_000 } as const;

/** The possible stars, from the worst to the best. */
export const STARS = [1, 2, 3, 4, 5] as const;

/** Reasons to hide a text. The database has the same list (`lists.test.ts`). */
export const HIDDEN_REASONS = ['offense', 'personal_data', 'spam', 'off_topic'] as const;
export type HiddenReason = (typeof HIDDEN_REASONS)[number];

/**
 * `waiting`: the text contains a link or an address, and an admin must decide. `withdrawn`: the reader no longer has an entitlement to the
 * book.
 */
export const REVIEW_STATES = ['published', 'waiting', 'hidden', 'withdrawn'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** Returns whether a name is readable: it contains a letter or a digit. */
export const isReadableName = (name: string): boolean => /[\p{L}\p{N}]/u.test(asRead(name));
