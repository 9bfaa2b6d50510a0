import type { SiteInfo } from '@site/shared/contracts/content.ts';
import { type ContentDeps, contentInForce } from '../content/content.service.ts';

/** What the frame of every page shows. */
export async function siteInfo(deps: ContentDeps): Promise<SiteInfo> {
  const { links, contact } = await contentInForce(deps, 'links', 'contact');
  const { email, ...seller } = contact;
  return { links, contactEmail: email, seller };
}
