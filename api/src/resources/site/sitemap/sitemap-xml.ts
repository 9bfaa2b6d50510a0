import { inLanguage } from '@site/shared/texts/language-address.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';

/**
 * A page by its path. `changedOn` is a date or a time, null when unknown. `locales` lists its languages. Without it, the page exists in all
 * languages.
 */
export type SitemapPage = { path: string; changedOn: string | null; locales?: readonly Locale[] | null };

const NAMESPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** Renders each page once per language, with links to its other languages. */
export function renderPagesXml(siteUrl: string, pages: readonly SitemapPage[]): string {
  const urls = pages.flatMap(({ path, changedOn, locales }) => {
    const addresses = (locales ?? LOCALES).map((locale) => [locale, escaped(siteUrl + inLanguage(path, locale))] as const);
    const [plain] = addresses;
    const alternates = [...addresses, ['x-default', plain?.[1] ?? ''] as const]
      .map(([language, address]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`)
      .join('');
    const changed = changedOn === null ? '' : `<lastmod>${escaped(changedOn)}</lastmod>`;
    return addresses.map(([, address]) => `<url><loc>${address}</loc>${changed}${alternates}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACES}>\n${urls.join('\n')}\n</urlset>\n`;
}

/** Renders the index of all parts of the sitemap. */
export function renderIndexXml(addresses: readonly string[]): string {
  const sitemaps = addresses.map((address) => `<sitemap><loc>${escaped(address)}</loc></sitemap>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex ${NAMESPACES}>\n${sitemaps.join('\n')}\n</sitemapindex>\n`;
}
