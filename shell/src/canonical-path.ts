import { isParameter, patternParts, plainPatterns } from '@site/shared/page-patterns.ts';
import { areaOf } from './remotes.ts';

/**
 * Returns the correct path of the page that `pathname` means, if it is written with capital letters, unnecessary escapes or trailing
 * slashes. Slugs and ids stay unchanged. Null if `pathname` is correct or leads to no page.
 */
export function canonicalPathOf(pathname: string): string | null {
  if (plainPatterns.has(pathname)) return null;
  const parts = pathname.replace(/\/+$/, '').split('/');
  const plain = parts.map(plainPart);
  const fits = (pattern: readonly string[]) =>
    pattern.length === parts.length && pattern.every((part, place) => (isParameter(part) ? plain[place] !== '' : part === plain[place]));
  const known = patternParts.find(fits) ?? (areaOf(plain.join('/')) ? plain.slice(0, 2) : []);
  const canonical = parts.map((part, place) => (known[place] && !isParameter(known[place]) ? known[place] : part)).join('/');
  return known.length > 0 && canonical !== pathname ? canonical : null;
}

/** Returns the part in the form that the router compares. */
function plainPart(part: string): string {
  try {
    return decodeURIComponent(part).toLowerCase();
  } catch {
    return part.toLowerCase();
  }
}
