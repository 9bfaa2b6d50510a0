import type { PageHandle, PageMeta } from '@site/shared/federation/page-meta.ts';
import type { Preferences } from '@site/shared/preferences/preferences.ts';
import { inLanguage } from '@site/shared/texts/language-address.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import { shorten } from '@site/shared/texts/shorten.ts';
import type { SiteSettings } from '../boot.ts';
import type { Failure } from '../router/failure.ts';
import { failureTexts } from '../router/texts.ts';
import { headTexts } from './head-texts.ts';
import { PREVIEW_SIZE, type Preview, previewAddress } from './preview.ts';

/** A page's head as data. The server renders it as HTML, and the browser applies it after a navigation. */
export type PageHead = {
  readonly title: string;
  readonly lang: Locale;
  /** Absolute URL; null for pages that search engines should not index. */
  readonly canonical: string | null;
  /** The page's URL in each language, and the default for other languages; empty without `canonical`. */
  readonly alternates: readonly (readonly [language: string, address: string])[];
  readonly metas: readonly MetaTag[];
  readonly jsonLd: readonly Readonly<Record<string, unknown>>[];
  /** Content of the link-preview picture; null if `canonical` is null. */
  readonly preview: Preview | null;
};

/** Attribute, key and content of a `<meta>` element. */
export type MetaTag = readonly [attribute: 'name' | 'property', key: string, content: string];

export type MatchedPage = {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly data: unknown;
  readonly handle: unknown;
};

type Surroundings = { settings: SiteSettings; preferences: Preferences; pathname: string };

/** Returns the head of the current page. It comes from the deepest matched route that declares a head, or from the error page. */
export function headOf(pages: readonly MatchedPage[], failure: Failure | null, surroundings: Surroundings): PageHead {
  const { settings, preferences } = surroundings;
  if (failure) return pageHead({ title: failureTexts[preferences.locale][failure.kind].title, isPrivate: true }, surroundings);
  const page = [...pages].reverse().find((candidate) => hasMeta(candidate.handle));
  if (!page || !hasMeta(page.handle)) return pageHead({ title: settings.brand.site }, surroundings);
  // Each page's `meta` expects the data of its own loader. There is no common type for these data.
  const data = page.data as never;
  const { brand, siteUrl } = settings;
  return pageHead(page.handle.meta({ data, params: page.params, preferences, brand, siteUrl }), surroundings);
}

const hasMeta = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'meta' in handle && typeof handle.meta === 'function';

function pageHead(meta: PageMeta, { settings, preferences, pathname }: Surroundings): PageHead {
  const { brand, siteUrl } = settings;
  const { locale } = preferences;
  const path = meta.canonical ?? (pathname.replace(/\/+$/, '') || '/');
  const description = meta.description && shorten(meta.description, LONGEST_DESCRIPTION);
  const languages = meta.languages ?? LOCALES;
  // The language of the page, which may differ from the visitor's language.
  const own = languages.find((language) => language === locale) ?? languages[0] ?? locale;
  const addressIn = (language: Locale): string => `${siteUrl}${inLanguage(path, language)}`;
  const preview: Preview = { title: meta.title, text: description ?? '', image: meta.image?.path ?? null, brand: brand.version, locale };
  const metas: [attribute: 'name' | 'property', key: string, content: string | number | undefined][] = meta.isPrivate
    ? [['name', 'robots', 'noindex']]
    : [
        ['name', 'description', description],
        ['property', 'og:title', meta.title],
        ['property', 'og:description', description],
        ['property', 'og:type', meta.kind ?? 'website'],
        ['property', 'og:url', addressIn(own)],
        ['property', 'og:site_name', brand.site],
        ['property', 'og:locale', OPEN_GRAPH_LOCALES[locale]],
        ['property', 'og:image', `${siteUrl}${previewAddress(path, preview)}`],
        ['property', 'og:image:type', 'image/png'],
        ['property', 'og:image:width', PREVIEW_SIZE.width],
        ['property', 'og:image:height', PREVIEW_SIZE.height],
        ['property', 'og:image:alt', meta.image?.alt ?? meta.title],
        ['name', 'twitter:card', 'summary_large_image'],
      ];
  return {
    title: titleOf(meta.title, brand),
    lang: locale,
    canonical: meta.isPrivate ? null : addressIn(own),
    alternates: meta.isPrivate
      ? []
      : [...languages.map((language) => [language, addressIn(language)] as const), ['x-default', addressIn(languages[0] ?? own)]],
    metas: metas.flatMap(([attribute, key, content]) => (content ? [[attribute, key, String(content)] as const] : [])),
    jsonLd: [...(meta.jsonLd ?? []), ...(meta.isPrivate || path === '/' ? [] : [breadcrumbs(meta, addressIn(own), preferences, siteUrl)])],
    preview: meta.isPrivate ? null : preview,
  };
}

/** Returns the page's title with the site's name. The title of the home page has the names of site and author. */
function titleOf(title: string, { site, author, isUnnamed }: SiteSettings['brand']): string {
  if (title !== site) return `${title} · ${site}`;
  return author === site || isUnnamed ? site : `${site} · ${author}`;
}

/** Returns the page's breadcrumbs for search engines. */
function breadcrumbs({ title, parents = [] }: PageMeta, address: string, { locale }: Preferences, siteUrl: string) {
  const above = [{ title: headTexts[locale].home, path: '/' }, ...parents].map((page) => ({
    name: page.title,
    item: `${siteUrl}${inLanguage(page.path, locale)}`,
  }));
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [...above, { name: title, item: address }].map((page, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      ...page,
    })),
  };
}

const LONGEST_DESCRIPTION = 200;
const OPEN_GRAPH_LOCALES: Record<Locale, string> = { 'pt-BR': 'pt_BR', en: 'en_US' };
