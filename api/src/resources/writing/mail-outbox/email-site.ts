import type { Deps } from '../../../platform/deps.ts';
import { type ContentDeps, getSiteFacts } from '../../site/content/content.service.ts';
import type { EmailSite } from './email-kind.ts';

/** Returns the current facts about the site that newsletter emails use. */
export async function getEmailSite(deps: ContentDeps & Pick<Deps, 'liveSettings'>): Promise<EmailSite> {
  const [facts, { timeZone }] = await Promise.all([getSiteFacts(deps), deps.liveSettings.get()]);
  return { ...deps.env, ...facts, SITE_TIME_ZONE: timeZone };
}
