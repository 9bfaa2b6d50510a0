import { getPagePattern } from '@site/shared/page-patterns.ts';

/** `#` and `?` as mail systems escape them. No page's path contains these texts. */
const ESCAPED_MARK = /%(?:23|3F)/i;

/**
 * Returns the original target of an email's link that a mail system escaped; null for all other addresses and for targets that are not
 * pages.
 */
export function rewrittenLinkOf(pathname: string, search: string): string | null {
  const at = pathname.search(ESCAPED_MARK);
  const path = at < 0 ? pathname : pathname.slice(0, at);
  const query = search.replaceAll('&amp;', '&');
  if ((at < 0 && query === search) || getPagePattern(path) === undefined) return null;
  const rest = at < 0 ? '' : unescaped(pathname.slice(at));
  return rest.startsWith('?') ? path + rest + query.replace('?', '&') : path + query + rest;
}

function unescaped(text: string): string {
  try {
    return encodeURI(decodeURIComponent(text));
  } catch {
    return text.replace(ESCAPED_MARK, decodeURIComponent);
  }
}
