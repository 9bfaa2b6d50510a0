import { parseUrl } from '@site/shared/paths/parse-url.ts';
import { hasUserInfo } from '@site/shared/paths/user-info.ts';

type TextPart = { readonly text: string; readonly href: string | null };

const WEB_ADDRESS = /https?:\/\/[^\s<>"'“”]+/gi;
/**
 * Matches punctuation at the end of a web address, which belongs to the sentence. A closing bracket belongs to the address if the address
 * contains its opening bracket.
 */
const END_OF_SENTENCE = /[.,;:!?…]+$/;

/** Splits a text into plain text and web addresses: only `http` and `https`, without a user name. */
export function partsOfText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(WEB_ADDRESS)) {
    const address = withoutEnd(found);
    const url = parseUrl(address);
    if (!url || hasUserInfo(address)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), href: null });
    parts.push({ text: address, href: url.href });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

function withoutEnd(address: string): string {
  const plain = address.replace(END_OF_SENTENCE, '');
  const isUnopened = plain.endsWith(')') && !plain.includes('(');
  return isUnopened ? withoutEnd(plain.slice(0, -1)) : plain;
}
