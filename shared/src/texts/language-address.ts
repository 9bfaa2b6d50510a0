import { LOCALES, type Locale } from './locales.ts';

/** Names a page's language in its address. It wins over the visitor's choice and browser, and nothing remembers it. */
export const LANGUAGE_PARAM = 'lang';

/** The site path under which a page is found in one language: the plain one for the default language. */
export function inLanguage(path: string, locale: Locale): string {
  if (locale === LOCALES[0]) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [LANGUAGE_PARAM]: locale })}`;
}

/** `path`, with its query and hash, for visitors who have chosen a language. */
export function withoutLanguage(path: string): string {
  const url = new URL(path, 'https://site.invalid');
  if (!url.searchParams.has(LANGUAGE_PARAM)) return path;
  url.searchParams.delete(LANGUAGE_PARAM);
  return `${url.pathname}${url.search}${url.hash}`;
}
