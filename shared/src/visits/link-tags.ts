/** Where a link carries the code of a coupon. */
export const COUPON_TAG = 'cupom';

/** What campaigns and other sites add to links: no page varies by it. */
export const LINK_TAGS = [
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'utm_id'],
  ...[COUPON_TAG, 'fbclid', 'gclid', 'igsh', 'igshid'],
] as const;
const TAG = /^(utm_|cupom=|fbclid=|gclid=|igsh)/;

const partsOf = (search: string): string[] => search.slice(1).split('&');

/** A query, with its `?`, without them. */
export function dropLinkTags(search: string): string {
  if (search === '') return '';
  const kept = partsOf(search)
    .filter((part) => !TAG.test(part))
    .join('&');
  return kept && `?${kept}`;
}

/** `address` with those of a query. */
export function addLinkTags(address: string, search: string): string {
  const tags = partsOf(search).filter((part) => TAG.test(part));
  return tags.length === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${tags.join('&')}`;
}
