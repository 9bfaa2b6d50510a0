import { parseUrl } from '@site/shared/paths/parse-url.ts';
/** Places to share a link, by the names under which their visits are counted. */
export const PLACES = ['Instagram', 'WhatsApp', 'Facebook', 'YouTube', 'TikTok', 'Telegram', 'newsletter'] as const;

/** Returns the URL of a page with the parameters by which its visits are counted; null for a page of another site. A path is enough. */
export function campaignLink(origin: string, page: string, place: string, campaign: string): string | null {
  const link = parseUrl(page.trim(), origin);
  if (!link || link.origin !== origin || link.username || link.password) return null;
  link.searchParams.set('utm_source', place.toLowerCase());
  const name = campaign.trim();
  if (name) link.searchParams.set('utm_campaign', name);
  else link.searchParams.delete('utm_campaign');
  return link.href;
}
