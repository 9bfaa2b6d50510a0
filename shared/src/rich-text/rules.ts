import { parseUrl } from '../paths/parse-url.ts';
import { parseReturnTo } from '../paths/return-to.ts';
import { hasUserInfo } from '../paths/user-info.ts';

/**
 * Limits of a text: number of blocks on the first level, bytes of its JSON, characters of a line and of a Bible passage, and levels of
 * nested lists.
 */
export const RICH_TEXT_LIMITS = {
  blocks: 1_000,
  bytes: 200_000,
  line: 10_000,
  reference: 80,
  translation: 60,
  passage: 1_200,
  alt: 300,
  caption: 300,
  lists: 3,
} as const;

export const LONGEST_LINK = 2_000;

/** Returns whether a text may contain this link: another site with https, a plain email address, or a path of this site. */
export function isLink(href: string): boolean {
  if (href.length > LONGEST_LINK || /[\s\p{Cc}\\]/u.test(href)) return false;
  if (href.startsWith('/')) return parseReturnTo(href) !== null;
  if (/^mailto:/i.test(href)) return /^mailto:[^?&@:/]+@[^?&@:/]+\.[^?&@:/]+$/i.test(href);
  const url = /^https:\/\//i.test(href) ? parseUrl(href) : null;
  return url?.protocol === 'https:' && !hasUserInfo(href);
}
