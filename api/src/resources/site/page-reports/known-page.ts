import { getPagePattern, pagePatterns } from '@site/shared/page-patterns.ts';

const OTHER = 'other';

/** Returns a page pattern of the site, or `other`. Reports can contain anything. */
export const knownPage = (page: string): string => (pagePatterns.includes(page) ? page : OTHER);

/** Returns the page pattern of a URL, without the parts that identify a visit. */
export const pageOfAddress = (address: string): string =>
  (URL.canParse(address) ? getPagePattern(new URL(address).pathname) : undefined) ?? OTHER;
