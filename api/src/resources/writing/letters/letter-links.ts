import type { Post } from '@site/shared/contracts/posts.ts';
import { inLanguage } from '@site/shared/texts/language-address.ts';
import type { Locale } from '@site/shared/texts/locales.ts';

/** The addresses that a letter leads to. */
export type LetterLinks = {
  /** Of a link that the author wrote. */
  of: (href: string) => string;
  /** Of a page of the site, in the reader's language. */
  page: (path: string) => string;
};

/**
 * Links to our own site say that they come from this letter, the same for every reader: visits are counted, not people. Those that name
 * a source themselves, and all others, stay as they are.
 */
export function lettersLinks({ slug }: Pick<Post, 'slug'>, siteUrl: string, locale: Locale): LetterLinks {
  const of = (href: string): string => {
    if (!URL.canParse(href, siteUrl)) return href;
    const url = new URL(href, siteUrl);
    if (url.origin === new URL(siteUrl).origin && !url.searchParams.has('utm_source')) {
      url.searchParams.set('utm_source', 'newsletter');
      if (slug) url.searchParams.set('utm_campaign', slug);
    }
    return url.href;
  };
  return { of, page: (path) => of(inLanguage(path, locale)) };
}
