/** What people write for strangers leads nowhere: reviews, and what comes with presents. */

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
/**
 * A day (`24.12.2026`, `2026-12-24`), years (`1998–2026`) and verses (`119.105-112`) have as many digits. Other digits beside one make it
 * the part of a number, but for a time.
 */
const COUNTED = new RegExp(
  [
    '(?:0?[1-9]|[12]\\d|3[01])([.\\-/])(?:0?[1-9]|1[0-2])\\1(?:19|20)\\d\\d',
    '(?:19|20)\\d\\d([.\\-/])(?:0?[1-9]|1[0-2])\\2(?:0?[1-9]|[12]\\d|3[01])',
    '(?:19|20)\\d\\d ?[\\-–/] ?(?:19|20)\\d\\d',
    '1?\\d{1,2}\\.1?\\d{1,2}[\\-–]1?\\d{1,2}',
  ]
    .map((form) => `(?<![.\\-–/]|\\d ?|\\d\\) ?)${form}(?![ .\\-–/]?\\d(?!\\d?[:h]))`)
    .join('|'),
  'gu',
);

/** `text` as it is read: other forms of letters and dots as the plain ones, without signs that are not seen. */
export const asRead = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[。․‧∙•·]/gu, '.')
    .toLowerCase();

/** Whether a text names an address or a number by which a person could be reached, written plainly or so that it passes unseen. */
export function hasContactDetails(text: string): boolean {
  const read = asRead(text);
  return ADDRESS.test(read) || PHONE.test(read.replace(COUNTED, 'day'));
}
