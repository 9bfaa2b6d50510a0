import type { Post } from '@site/shared/contracts/posts.ts';
import { inLanguage } from '@site/shared/texts/language-address.ts';
import type { Locale } from '@site/shared/texts/locales.ts';

/** Builds the URLs in an issue. */
export type CampaignLinks = {
  /** Returns the URL for a link that the author wrote. */
  of: (href: string) => string;
  /** Returns the URL of a page of the site, in the reader's language. */
  page: (path: string) => string;
};

/**
 * Adds campaign parameters to links to our own site. The parameters are the same for every reader, so they count visits and cannot identify
 * people. Links that already name a source and links to other sites stay unchanged.
 */
export function campaignsLinks({ slug }: Pick<Post, 'slug'>, siteUrl: string, locale: Locale): CampaignLinks {
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
