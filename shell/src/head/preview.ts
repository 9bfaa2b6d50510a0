import { inLanguage } from '@site/shared/texts/language-address.ts';
import type { Locale } from '@site/shared/texts/locales.ts';

/** What the picture of a page's link preview shows. */
export type Preview = {
  readonly title: string;
  readonly text: string;
  /** Cover or thumbnail, as a site path. */
  readonly image: string | null;
  /** The version of the brand that signs it. */
  readonly brand: string;
  readonly locale: Locale;
};

/** Width and height in pixels: what the networks that show previews ask for. */
export const PREVIEW_SIZE = { width: 1_200, height: 630 } as const;

const HOME = '/home';

/** Where the picture of the page `path` is. Its version comes from what it shows, so that it can be kept for ever. */
export const previewAddress = (path: string, preview: Preview): string =>
  inLanguage(`/og${path === '/' ? HOME : path}.png?v=${previewVersion(preview)}`, preview.locale);

/** The page whose picture `pathname` asks for, or null when it is no address that we give. */
export function pageOfPreview(pathname: string): string | null {
  const path = /^\/og((?:\/[a-z0-9-]{1,100}){1,4})[.]png$/.exec(pathname)?.[1];
  return path === HOME ? '/' : (path ?? null);
}

/** A short name for what a preview shows (FNV-1a, 32 bits). */
export function previewVersion({ title, text, image, brand, locale }: Preview): string {
  let hash = 0x811c9dc5;
  for (const character of [LAYOUT, locale, brand, title, text, image ?? ''].join('\n'))
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Raised when pictures are drawn in another way: copies of the old ones are then asked for no more. */
const LAYOUT = '2';
