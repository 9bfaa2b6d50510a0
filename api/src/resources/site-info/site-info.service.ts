import type { SiteInfo } from '@site/shared/contracts/content.ts';
import { type ContentDeps, getContent } from '../content/content.service.ts';

/** What the frame of every page shows. */
export async function getSiteInfo(deps: ContentDeps): Promise<SiteInfo> {
  const { links, contact, currencies } = await getContent(deps, 'links', 'contact', 'currencies');
  const { email, ...seller } = contact;
  return { links, contactEmail: email, seller, currencies };
}
