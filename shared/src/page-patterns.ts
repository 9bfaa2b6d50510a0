import { adminPaths } from './paths/admin-paths.ts';
import { paths } from './paths/paths.ts';

/** The patterns of all pages of the site. */
export const pagePatterns: readonly string[] = [...Object.values(paths), ...Object.values(adminPaths)].map(({ pattern }) => pattern);

/** Of a pattern: stands for anything. */
export const isParameter = (part: string): boolean => part.startsWith(':');

/** The parts of each, those first in which the least stands for anything. */
export const patternParts: readonly (readonly string[])[] = pagePatterns
  .map((pattern) => pattern.split('/'))
  .sort((a, b) => a.filter(isParameter).length - b.filter(isParameter).length);

/** The addresses that are patterns themselves. */
export const plainPatterns: ReadonlySet<string> = new Set(pagePatterns.filter((pattern) => !pattern.includes(':')));

/** The page at `pathname`, without what is particular to the visit; undefined when there is none. */
export function getPagePattern(pathname: string): string | undefined {
  if (plainPatterns.has(pathname)) return pathname;
  const parts = pathname.split('/');
  const fits = (wanted: readonly string[]) =>
    wanted.length === parts.length && wanted.every((part, place) => isParameter(part) || part === parts[place]);
  return patternParts.find(fits)?.join('/');
}
