import type { Env } from '../../../platform/env.ts';

/** What the default texts tell of the site: they are for any author. */
export type SiteFacts = Pick<
  Env,
  | 'SITE_NAME'
  | 'SITE_URL'
  | 'AUTHOR_NAME'
  | 'CONTACT_EMAIL'
  | 'YOUTUBE_CHANNEL_ID'
  | 'SPOTIFY_SHOW_URL'
  | 'INSTAGRAM_URL'
  | 'DEFAULT_CURRENCY'
>;

/** A text in both languages, Portuguese first. */
export const both = <Value>(pt: Value, en: Value): { 'pt-BR': Value; en: Value } => ({ 'pt-BR': pt, en });

export const paragraph = (pt: string, en: string) => ({ kind: 'paragraph' as const, text: both(pt, en) });
export const list = (...items: (readonly [pt: string, en: string])[]) => ({
  kind: 'list' as const,
  items: items.map(([pt, en]) => both(pt, en)),
});
