import { asRead } from '../texts/as-read.ts';

/** What forms of reviews and their contracts both know, without the schemas. */

/** Longest shown name, text and reply, in characters. */
export const REVIEW_LIMITS = { name: 60, text: 2_000, reply: 2_000 } as const;

/** From the worst to the best. */
export const STARS = [1, 2, 3, 4, 5] as const;

/** Why a text can be hidden. The database has the same list (`lists.test.ts`). */
export const HIDDEN_REASONS = ['offense', 'personal_data', 'spam', 'off_topic'] as const;
export type HiddenReason = (typeof HIDDEN_REASONS)[number];

/** `waiting`: its text leads elsewhere, and an admin decides; `withdrawn`: its reader has no right to the book any more. */
export const REVIEW_STATES = ['published', 'waiting', 'hidden', 'withdrawn'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** Whether a name can be read: it has a letter or a digit. */
export const isReadableName = (name: string): boolean => /[\p{L}\p{N}]/u.test(asRead(name));
