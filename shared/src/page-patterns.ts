import { adminPaths } from './paths/admin-paths.ts';
import { paths } from './paths/paths.ts';

/** Patterns of all pages of the site. */
export const pagePatterns: readonly string[] = [...Object.values(paths), ...Object.values(adminPaths)].map(({ pattern }) => pattern);

/** Returns whether this part of a pattern is a parameter. */
export const isParameter = (part: string): boolean => part.startsWith(':');

/** The parts of each pattern, those with the fewest parameters first. */
export const patternParts: readonly (readonly string[])[] = pagePatterns
  .map((pattern) => pattern.split('/'))
  .sort((a, b) => a.filter(isParameter).length - b.filter(isParameter).length);

/** The patterns of pages whose path has no parameters. */
export const plainPatterns: ReadonlySet<string> = new Set(pagePatterns.filter((pattern) => !pattern.includes(':')));

/** Returns the pattern of the page at `pathname`, without values that identify the visit; undefined if there is no such page. */
export function getPagePattern(pathname: string): string | undefined {
  if (plainPatterns.has(pathname)) return pathname;
  const parts = pathname.split('/');
  const fits = (wanted: readonly string[]) =>
    wanted.length === parts.length && wanted.every((part, place) => isParameter(part) || part === parts[place]);
  return patternParts.find(fits)?.join('/');
}
