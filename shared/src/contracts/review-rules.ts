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

const ENDINGS = 'com|net|org|info|edu|gov|app|blog|club|dev|fm|gg|gl|io|link|live|ly|me|online|page|shop|site|store|to|top|tv|xyz|br|pt|uk';
const ADDRESS = new RegExp(
  [
    'https?:|www\\s?\\.|@',
    `[\\p{L}\\p{N}-]\\.(?:${ENDINGS})(?![\\p{L}\\p{N}])`,
    '[\\p{L}\\p{N}]\\.[a-z]{2,}/\\S',
    `[[({]\\s*(?:\\.|dot|ponto)\\s*[\\])}]|\\s(?:dot|ponto)\\s(?:${ENDINGS})(?=\\s(?:dot|ponto)\\s|[\\s.,;!]*$)`,
  ].join('|'),
  'mu',
);
/** Eight digits and more, however they are parted. */
const PHONE = /(?:\d[\s().\-–]{0,2}){8}/u;

/** `text` as it is read: other forms of letters and dots as the plain ones, without signs that are not seen. */
const asRead = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[。․‧∙•·]/gu, '.')
    .toLowerCase();

/** Whether a text names an address or a number by which a person could be reached, written plainly or so that it passes unseen. */
export function hasContactDetails(text: string): boolean {
  const read = asRead(text);
  return ADDRESS.test(read) || PHONE.test(read);
}

/** Whether a name can be read: it has a letter or a digit. */
export const isReadableName = (name: string): boolean => /[\p{L}\p{N}]/u.test(asRead(name));
