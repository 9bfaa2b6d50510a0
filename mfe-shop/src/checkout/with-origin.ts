import { getOrigin } from '@site/shared/site/site.ts';

/** `path` for a document load: the next page knows nothing of this one, and reads from its address what led the visitor here. */
export function withOrigin(path: string): string {
  const { source = '', campaign = '' } = getOrigin() ?? {};
  return source ? `${path}?${new URLSearchParams({ utm_source: source, utm_campaign: campaign })}` : path;
}
