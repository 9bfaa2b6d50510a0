import { inLanguage } from '@site/shared/texts/language-address.ts';
import type { Locale } from '@site/shared/texts/locales.ts';

/** Content of a page's link-preview picture. */
export type Preview = {
  readonly title: string;
  readonly text: string;
  /** Site path of a cover or thumbnail. */
  readonly image: string | null;
  /** Version of the brand whose name and colours the picture shows. */
  readonly brand: string;
  readonly locale: Locale;
};

/** Size in pixels that social networks expect. */
export const PREVIEW_SIZE = { width: 1_200, height: 630 } as const;

const HOME = '/home';

/**
 * Returns the URL of a page's link-preview picture. The URL contains a hash of the picture's content, so caches may keep the picture for
 * ever.
 */
export const previewAddress = (path: string, preview: Preview): string =>
  inLanguage(`/og${path === '/' ? HOME : path}.png?v=${previewVersion(preview)}`, preview.locale);

/** Returns the page to which the picture at `pathname` belongs; null if no picture of the site has such a path. */
export function pageOfPreview(pathname: string): string | null {
  const path = /^\/og((?:\/[a-z0-9-]{1,100}){1,4})[.]png$/.exec(pathname)?.[1];
  return path === HOME ? '/' : (path ?? null);
}

/** Returns a short hash of a preview's content (FNV-1a, 32 bits). */
export function previewVersion({ title, text, image, brand, locale }: Preview): string {
  let hash = 0x811c9dc5;
  for (const character of [LAYOUT, locale, brand, title, text, image ?? ''].join('\n'))
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Must be increased when the drawing changes, so that caches no longer use old pictures. */
const LAYOUT = '2';
