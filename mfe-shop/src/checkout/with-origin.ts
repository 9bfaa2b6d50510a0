import { getOrigin } from '@site/shared/site/site.ts';

/**
 * Returns `path` with the visitor's source, for a document load. The next page is a new document, which knows the source only from its URL.
 */
export function withOrigin(path: string): string {
  const { source = '', campaign = '' } = getOrigin() ?? {};
  return source ? `${path}?${new URLSearchParams({ utm_source: source, utm_campaign: campaign })}` : path;
}
