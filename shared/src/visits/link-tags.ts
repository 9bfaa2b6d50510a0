/** Where a link carries the code of a coupon. */
export const COUPON_TAG = 'cupom';

/** What campaigns and other sites add to links: no page varies by it. */
export const LINK_TAGS = [
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'utm_id'],
  ...[COUPON_TAG, 'fbclid', 'gclid', 'igsh', 'igshid'],
] as const;
const TAG = /^(utm_|cupom=|fbclid=|gclid=|igsh)/;

/** A query, with its `?`, without them. */
export function dropLinkTags(search: string): string {
  if (search === '') return '';
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => !TAG.test(part))
    .join('&');
  return kept && `?${kept}`;
}
