import { isParameter, patternParts, plainPatterns } from '@site/shared/page-patterns.ts';
import { areaOf } from './remotes.ts';

/**
 * Where the page is that `pathname` means, when it is written otherwise: with capital letters, escapes that need none, or slashes at
 * its end. What stands for a slug or an id stays as it is. Null for an address that is written right, or that is no page's.
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

/** As the router compares it. */
function plainPart(part: string): string {
  try {
    return decodeURIComponent(part).toLowerCase();
  } catch {
    return part.toLowerCase();
  }
}
