import { LOCALES, type Locale } from './locales.ts';

/** Query parameter for a page's language. It overrides the visitor's choice and the browser's languages, and is never stored. */
export const LANGUAGE_PARAM = 'lang';

/** Returns the path of a page in one language: without a parameter for the default language. */
export function inLanguage(path: string, locale: Locale): string {
  if (locale === LOCALES[0]) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [LANGUAGE_PARAM]: locale })}`;
}

/** Returns `path`, with query and hash, without its language parameter, for visitors who chose a language. */
export function withoutLanguage(path: string): string {
  const url = new URL(path, 'https://site.invalid');
  if (!url.searchParams.has(LANGUAGE_PARAM)) return path;
  url.searchParams.delete(LANGUAGE_PARAM);
  return `${url.pathname}${url.search}${url.hash}`;
}
