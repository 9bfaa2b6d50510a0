import tlds from 'tlds' with { type: 'json' };
import { asRead } from '../texts/as-read.ts';

/**
 * Texts that people write for strangers hold no address: reviews, names, and what is sent with presents. Everything is refused that a mail program
 * would make a link, even if the writer only forgot a space: `gostei.me emocionei` becomes a link to a site of somebody else.
 */

const TOP_LEVELS: ReadonlySet<string> = /* @__PURE__ */ new Set(tlds);
/** A dot behind a label, and the letters that follow it. */
const ENDING = /[\p{L}\p{M}\p{N}-](?=\.(xn--|[\p{L}\p{M}]+(?![\p{L}\p{M}\p{N}])))/gu;

/** Top-level domains that people spell out: `exemplo ponto com`. */
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
/** An address of a machine: IPv4, or IPv6 written whole or with `::`. */
const IP = new RegExp(
  [
    `(?:^|[^\\p{L}\\p{N}.])(?:${BYTE}\\.){3}${BYTE}(?!\\.?[\\p{L}\\p{N}])`,
    `(?:^|[^\\p{L}\\p{N}:])(?=[0-9a-f:]{0,40}\\d)(?:${GROUPS}{7}|(?:${GROUPS}{0,5})?::${GROUPS}{0,5})(?![\\p{L}\\p{N}:])`,
  ].join('|'),
  'u',
);

/** Latin letters, each before those that look like it: small letters of other scripts, and those whose capitals do. */
const LOOK_ALIKES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  'aаαɑ bвβ cсς dԁ eеεҽ fғ gԍɡ hнηһհ iіιı jјϳ kкκ lӏ mмμ nпո oоοօσ pрρ qԛ sѕ tтτ uυս vνѵ wԝω xхχ yуγ zζ'
    .split(' ')
    .flatMap(([latin = '', ...alike]) => alike.map((letter) => [letter, latin] as const)),
);
const asLatin = (read: string): string => read.replace(/[^\p{ASCII}]/gu, (letter) => LOOK_ALIKES.get(letter) ?? letter);

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
    .map((form) => `${form}(?![ .\\-–/]?\\d(?!\\d?[:h]))`)
    .join('|'),
  'gu',
);

/** What stands before the part of a number. Browsers before 2023 have no lookbehind. */
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

/** Whether a text names an address or a number by which a person could be reached, written plainly or so that it passes unseen. */
export function hasContactDetails(text: string): boolean {
  const read = asRead(text);
  return hasAddress(read) || hasAddress(asLatin(read)) || PHONE.test(withoutCounted(read));
}
