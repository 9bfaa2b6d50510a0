/** Query parameter of a link with a coupon code. */
export const COUPON_TAG = 'cupom';

/** Query parameters that campaigns and other sites add to links. They never change a page's content. */
export const LINK_TAGS = [
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'utm_id'],
  ...[COUPON_TAG, 'fbclid', 'gclid', 'igsh', 'igshid'],
] as const;
const TAG = /^(utm_|cupom=|fbclid=|gclid=|igsh)/;

const partsOf = (search: string): string[] => search.slice(1).split('&');

/** Returns a query, with its `?`, without these parameters. */
export function dropLinkTags(search: string): string {
  if (search === '') return '';
  const kept = partsOf(search)
    .filter((part) => !TAG.test(part))
    .join('&');
  return kept && `?${kept}`;
}

/** Returns `address` with these parameters of a query added. */
export function addLinkTags(address: string, search: string): string {
  const tags = partsOf(search).filter((part) => TAG.test(part));
  return tags.length === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${tags.join('&')}`;
}
