import { getOrigin } from '@site/shared/site/site.ts';

/** Returns `path` for a document load. The next page has no memory of this one, so the address carries the visitor's source. */
export function withOrigin(path: string): string {
  const { source = '', campaign = '' } = getOrigin() ?? {};
  return source ? `${path}?${new URLSearchParams({ utm_source: source, utm_campaign: campaign })}` : path;
}
