/** How many characters of a tag are taken. */
export const LONGEST_TAG = 100;

/** What campaigns and other sites add to links: no page varies by it. */
const TAG = /^(utm_|(fbclid|gclid|igsh|igshid|ttclid|msclkid)$)/;

/** Takes them out of a query. Says whether there were any. */
export function dropLinkTags(search: URLSearchParams): boolean {
  const tags = [...search.keys()].filter((name) => TAG.test(name));
  for (const name of tags) search.delete(name);
  return tags.length > 0;
}
