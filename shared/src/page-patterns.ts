import { adminPaths, paths } from './paths.ts';

/** The patterns of all pages of the site. */
export const pagePatterns: readonly string[] = [...Object.values(paths), ...Object.values(adminPaths)].map(({ pattern }) => pattern);

/** The page at `pathname`, without what is particular to the visit; undefined when there is none. */
export function getPagePattern(pathname: string): string | undefined {
  const parts = pathname.split('/');
  const fits = (pattern: string) => {
    const wanted = pattern.split('/');
    return wanted.length === parts.length && wanted.every((part, place) => part.startsWith(':') || part === parts[place]);
  };
  return pagePatterns.filter(fits).toSorted((a, b) => a.split(':').length - b.split(':').length)[0];
}
