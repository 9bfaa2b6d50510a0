import { adminPaths, paths } from '@site/shared/paths.ts';

const patterns: readonly string[] = [...Object.values(paths), ...Object.values(adminPaths)].map(({ pattern }) => pattern);
const OTHER = 'other';

/** One of the site's pages: anybody can send anything. */
export const knownPage = (page: string): string => (patterns.includes(page) ? page : OTHER);

/** The page of an address, without what is particular to the visit. */
export function pageOfAddress(address: string): string {
  if (!URL.canParse(address)) return OTHER;
  const parts = new URL(address).pathname.split('/');
  const fits = (pattern: string) => {
    const wanted = pattern.split('/');
    return wanted.length === parts.length && wanted.every((part, place) => part.startsWith(':') || part === parts[place]);
  };
  return patterns.filter(fits).toSorted((a, b) => a.split(':').length - b.split(':').length)[0] ?? OTHER;
}
