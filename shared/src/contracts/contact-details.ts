import tlds from 'tlds' with { type: 'json' };
import { asRead } from '../texts/as-read.ts';

/**
 * Texts that strangers read must not contain an address: reviews, names and gift messages. We reject everything that a mail program would
 * turn into a link, even if the writer only forgot a space: `gostei.me emocionei` becomes a link to somebody's site.
 */

const TOP_LEVELS: ReadonlySet<string> = /* @__PURE__ */ new Set(tlds);
/** Matches the last letter before a dot, if a possible top-level domain follows the dot. */
const ENDING = /[\p{L}\p{M}\p{N}-](?=\.(xn--|[\p{L}\p{M}]+(?![\p{L}\p{M}\p{N}])))/gu;

/** Top-level domains of addresses that people spell out: `exemplo ponto com`. */
const SPELLED = 'com|net|org|info|app|blog|dev|io|me|online|shop|site|store|br|pt|uk';
const ADDRESS = new RegExp(
  [
    '\\bh(?:tt|xx)ps?\\s?[:[({]|[a-z]://|www\\s?\\.|@',
    '[[({]\\s*(?:at|arroba)\\s*[\\])}]',
    '[\\p{L}\\p{N}]\\.[a-z]{2,}/\\S',
    `[[({]\\s*(?:\\.|dot|ponto)\\s*[\\])}]|\\s(?:dot|ponto)\\s(?:${SPELLED})(?=\\s(?:dot|ponto)\\s|[\\s.,;!]*$)`,
  ].join('|'),
  'mu',
);
const BYTE = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const GROUPS = '[0-9a-f]{1,4}(?::[0-9a-f]{1,4})';
/** An IP address: IPv4, or IPv6 in full or with `::`. */
const IP = new RegExp(
  [
    `(?:^|[^\\p{L}\\p{N}.])(?:${BYTE}\\.){3}${BYTE}(?!\\.?[\\p{L}\\p{N}])`,
    `(?:^|[^\\p{L}\\p{N}:])(?=[0-9a-f:]{0,40}\\d)(?:${GROUPS}{7}|(?:${GROUPS}{0,5})?::${GROUPS}{0,5})(?![\\p{L}\\p{N}:])`,
  ].join('|'),
  'u',
);

/** Each Latin letter, followed by letters that look like it: lower-case letters of other scripts, and those whose capitals look alike. */
const LOOK_ALIKES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  'aаαɑ bвβ cсς dԁ eеεҽ fғ gԍɡ hнηһհ iіιı jјϳ kкκ lӏ mмμ nпո oоοօσ pрρ qԛ sѕ tтτ uυս vνѵ wԝω xхχ yуγ zζ'
    .split(' ')
    .flatMap(([latin = '', ...alike]) => alike.map((letter) => [letter, latin] as const)),
);
const asLatin = (read: string): string => read.replace(/[^\p{ASCII}]/gu, (letter) => LOOK_ALIKES.get(letter) ?? letter);

/** Matches a phone number: eight or more digits, with any separators. */
const PHONE = /(?:\d[\s().\-–]{0,2}){8}/u;
/**
 * Dates (`24.12.2026`, `2026-12-24`), ranges of years (`1998–2026`) and Bible verses (`119.105-112`) have as many digits as a phone number.
 * With other digits next to it, a match is part of a longer number, unless those digits are a time.
 */
const COUNTED = new RegExp(
  [
    '(?:0?[1-9]|[12]\\d|3[01])([.\\-/])(?:0?[1-9]|1[0-2])\\1(?:19|20)\\d\\d',
    '(?:19|20)\\d\\d([.\\-/])(?:0?[1-9]|1[0-2])\\2(?:0?[1-9]|[12]\\d|3[01])',
    '(?:19|20)\\d\\d ?[\\-–/] ?(?:19|20)\\d\\d',
    '1?\\d{1,2}\\.1?\\d{1,2}[\\-–]1?\\d{1,2}',
  ]
    .map((form) => `${form}(?![ .\\-–/]?\\d(?!\\d?[:h]))`)
    .join('|'),
  'gu',
);

/** Text before a match that makes it part of a longer number. A lookbehind would need browsers from 2023. */
const PART_OF_NUMBER = /(?:[.\-–/]|\d ?|\d\) ?)$/u;
const withoutCounted = (read: string): string =>
  read.replace(COUNTED, (found: string, ...groups: unknown[]) => {
    const at = groups.find((group) => typeof group === 'number') ?? 0;
    return PART_OF_NUMBER.test(read.slice(Math.max(0, at - 3), at)) ? found : 'day';
  });

function hasAddress(read: string): boolean {
  if (ADDRESS.test(read) || IP.test(read)) return true;
  for (const [, ending = ''] of read.matchAll(ENDING)) if (ending === 'xn--' || TOP_LEVELS.has(ending)) return true;
  return false;
}

/** Returns whether a text contains an address or a number to reach a person, written plainly or disguised. */
export function hasContactDetails(text: string): boolean {
  const read = asRead(text);
  return hasAddress(read) || hasAddress(asLatin(read)) || PHONE.test(withoutCounted(read));
}
