/** What campaigns and other sites add to links: no page varies by it. */
const TAG = /^(utm_|fbclid=|gclid=|igsh)/;

/** A query, with its `?`, without them. */
export function dropLinkTags(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => !TAG.test(part))
    .join('&');
  return kept && `?${kept}`;
}
