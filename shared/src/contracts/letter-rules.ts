/**
 * `scheduled` waits for its moment, a minute when it goes "now", so that it can be taken back. `preparing` writes down who gets it.
 * `paused` by the owner, `stopped` by itself (`LETTER_STOPS`); `late` did not go at its moment and waits for the owner (`LETTER_DELAYS`).
 */
export const LETTER_STATES = ['draft', 'scheduled', 'preparing', 'sending', 'paused', 'stopped', 'late', 'sent', 'cancelled'] as const;
export type LetterState = (typeof LETTER_STATES)[number];

/**
 * What stops a letter: the mail server refused too many, readers complained, it asked to come back later each time, or did not answer.
 */
export const LETTER_STOPS = ['refusals', 'complaints', 'deferrals', 'silence'] as const;
export type LetterStop = (typeof LETTER_STOPS)[number];

/**
 * Why a letter did not go: it was found long after its moment; its text was not published; what it says is not what was tested; more get it
 * than a limit that it had not passed when it was scheduled.
 */
export const LETTER_DELAYS = ['late', 'not_published', 'changed', 'grown'] as const;
export type LetterDelay = (typeof LETTER_DELAYS)[number];

/**
 * What a letter on its way waits for: the next day, since no more may leave today; the mail server, which took nothing five times in a row;
 * or the next try for readers whose mail it wants later.
 */
export const LETTER_WAITS = ['day', 'server', 'reader'] as const;
export type LetterWait = (typeof LETTER_WAITS)[number];

/** Characters of subject and preheader. */
export const LETTER_LIMITS = { subject: 150, preheader: 200 } as const;

/** How long a letter that goes "now" can be taken back, in seconds. */
export const LETTER_UNDO_SECONDS = 60;

/** A letter to more readers than this needs a test letter of what it says before. */
export const LETTER_TEST_FROM = 50;

/** A letter to more readers than this needs a fresh second factor or password. */
export const LETTER_STEP_UP_FROM = 100;

/** A letter to more readers than this needs a sender's domain that mailboxes can check: Gmail and others refuse bulk senders without. */
export const LETTER_DELIVERABLE_FROM = 1_000;

/** How many letters leave on a day, with the requests to confirm, before a busier day lets twice as many leave. */
export const LETTERS_FIRST_DAY = 500;

/** How long the link of a request to confirm works, and how long an address that was not confirmed is kept, in days. */
export const CONFIRM_DAYS = 7;
export const UNCONFIRMED_DAYS = 30;

/** Stands in the way out of a test letter, which leads to a page that says so. */
export const LETTER_TEST_TOKEN = 'test';

/** Gmail cuts longer letters, and the way out with them; in bytes of HTML. */
export const LETTER_WARNING_BYTES = 90_000;
