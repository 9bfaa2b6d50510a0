import { getPagePattern, pagePatterns } from '@site/shared/page-patterns.ts';

const OTHER = 'other';

/** One of the site's pages: anybody can send anything. */
export const knownPage = (page: string): string => (pagePatterns.includes(page) ? page : OTHER);

/** The page of an address, without what is particular to the visit. */
export const pageOfAddress = (address: string): string =>
  (URL.canParse(address) ? getPagePattern(new URL(address).pathname) : undefined) ?? OTHER;
