import type { PageHandle, PageMeta } from '@site/shared/federation/page-meta.ts';
import type { Preferences } from '@site/shared/preferences/preferences.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import type { SiteSettings } from '../boot.ts';
import type { Failure } from '../router/failure.ts';
import { headTexts } from './head-texts.ts';

/** One page's head as data: the server writes it as HTML, the browser applies it after a navigation. */
export type PageHead = {
  readonly title: string;
  readonly lang: Locale;
  /** Absolute address; null for pages that no search engine should keep. */
  readonly canonical: string | null;
  readonly metas: readonly MetaTag[];
  readonly jsonLd: readonly Readonly<Record<string, unknown>>[];
};

/** Attribute, key and content of a `<meta>` element. */
export type MetaTag = readonly [attribute: 'name' | 'property', key: string, content: string];

export type MatchedPage = {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly data: unknown;
  readonly handle: unknown;
};

type Surroundings = { settings: SiteSettings; preferences: Preferences; pathname: string };

/** The head of what the visitor sees: that of the deepest matched page that declares one, or that of a failure. */
export function headOf(pages: readonly MatchedPage[], failure: Failure | null, surroundings: Surroundings): PageHead {
  const { settings, preferences } = surroundings;
  if (failure) return pageHead({ title: headTexts[preferences.locale][failure.status], isPrivate: true }, surroundings);
  const page = pages.findLast((candidate) => hasMeta(candidate.handle));
  if (!page || !hasMeta(page.handle)) return pageHead({ title: settings.brand.site }, surroundings);
  // Each page declares `meta` over its own loader's data; here, over all pages, that data has no one type.
  const data = page.data as never;
  const { brand, siteUrl } = settings;
  return pageHead(page.handle.meta({ data, params: page.params, preferences, brand, siteUrl }), surroundings);
}

const hasMeta = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'meta' in handle && typeof handle.meta === 'function';

function pageHead(meta: PageMeta, { settings, preferences, pathname }: Surroundings): PageHead {
  const { brand, siteUrl } = settings;
  const canonical = `${siteUrl}${meta.canonical ?? pathname}`;
  const metas: [attribute: 'name' | 'property', key: string, content: string | undefined][] = [
    ['name', 'description', meta.description],
    ['name', 'robots', meta.isPrivate ? 'noindex' : undefined],
    ['property', 'og:title', meta.title],
    ['property', 'og:description', meta.description],
    ['property', 'og:type', meta.kind ?? 'website'],
    ['property', 'og:url', canonical],
    ['property', 'og:site_name', brand.site],
    ['property', 'og:locale', OPEN_GRAPH_LOCALES[preferences.locale]],
    ['property', 'og:image', meta.image && `${siteUrl}${meta.image.path}`],
    ['property', 'og:image:alt', meta.image?.alt],
    ['name', 'twitter:card', meta.image ? 'summary_large_image' : 'summary'],
  ];
  return {
    title: meta.title === brand.site ? `${brand.site} · ${brand.author}` : `${meta.title} · ${brand.site}`,
    lang: preferences.locale,
    canonical: meta.isPrivate ? null : canonical,
    metas: metas.filter((tag): tag is [MetaTag[0], string, string] => !!tag[2]),
    jsonLd: meta.jsonLd ?? [],
  };
}

const OPEN_GRAPH_LOCALES: Record<Locale, string> = { 'pt-BR': 'pt_BR', en: 'en_US' };
