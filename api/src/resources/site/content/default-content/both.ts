import type { Env } from '../../../../platform/env.ts';

/** What the default texts tell of the site: they are for any author. What the owner published is in the place of what was configured. */
export type SiteFacts = Pick<
  Env,
  'SITE_URL' | 'CONTACT_EMAIL' | 'SITE_TIME_ZONE' | 'SPOTIFY_SHOW_URL' | 'INSTAGRAM_URL' | 'DEFAULT_CURRENCY'
> & {
  SITE_NAME: string;
  AUTHOR_NAME: string;
  /** Whose episodes are the site's. */
  channelId: string | undefined;
};

/** A text in both languages, Portuguese first. */
export const both = <Value>(pt: Value, en: Value): { 'pt-BR': Value; en: Value } => ({ 'pt-BR': pt, en });

export const paragraph = (pt: string, en: string) => ({ kind: 'paragraph' as const, text: both(pt, en) });
export const list = (...items: (readonly [pt: string, en: string])[]) => ({
  kind: 'list' as const,
  items: items.map(([pt, en]) => both(pt, en)),
});
