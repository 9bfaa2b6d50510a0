import type { Env } from '../../../../platform/env.ts';

/**
 * The facts about the site in the default texts, which suit any author. Values that the owner published replace those of the environment.
 */
export type SiteFacts = Pick<
  Env,
  'SITE_URL' | 'CONTACT_EMAIL' | 'SITE_TIME_ZONE' | 'SPOTIFY_SHOW_URL' | 'INSTAGRAM_URL' | 'DEFAULT_CURRENCY'
> & {
  SITE_NAME: string;
  AUTHOR_NAME: string;
  /** The YouTube channel with the site's episodes. */
  channelId: string | undefined;
};

/** Returns a text in both languages, Portuguese first. */
export const both = <Value>(pt: Value, en: Value): { 'pt-BR': Value; en: Value } => ({ 'pt-BR': pt, en });

export const paragraph = (pt: string, en: string) => ({ kind: 'paragraph' as const, text: both(pt, en) });
export const list = (...items: (readonly [pt: string, en: string])[]) => ({
  kind: 'list' as const,
  items: items.map(([pt, en]) => both(pt, en)),
});
