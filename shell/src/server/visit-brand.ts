import type { PublishedBrand, SiteInfo } from '@site/shared/contracts/content.ts';
import { BRAND_WIDTHS, getPictureSource } from '@site/shared/contracts/pictures.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import type { SiteBrand, SiteSettings } from '../boot.ts';

/** The brand for one visit. */
export type VisitBrand = PublishedBrand & Pick<SiteBrand, 'version' | 'developer'>;

/** Returns the part of the brand that every page contains. The server renders the rest. */
export const toSiteBrand = ({ site, author, developer, form, tagline, portrait, logo, version }: VisitBrand): SiteBrand => ({
  site,
  author,
  ...(developer ? { developer } : {}),
  form,
  tagline,
  portrait,
  logo: logo && { src: getPictureSource(logo, BRAND_WIDTHS.logo[0], 'webp'), width: logo.width, height: logo.height },
  version,
});

/** Shown instead of the author's name until the owner publishes one. Until then the API returns the host name as the author's name. */
const UNNAMED = { 'pt-BR': 'quem escreve aqui', en: 'the author' };

/**
 * Returns the settings for one visit. `info`: the site's data from the API, whose payment key reveals test mode even if the shell has no
 * key.
 */
export const settingsOf = (
  settings: Omit<SiteSettings, 'brand'>,
  brand: VisitBrand,
  info: Pick<SiteInfo, 'isTestMode'> | null,
  locale: Locale,
): SiteSettings => ({
  ...settings,
  brand: {
    ...toSiteBrand(brand),
    ...(brand.author === new URL(settings.siteUrl).hostname && { author: UNNAMED[locale], isUnnamed: true }),
  },
  isTestMode: settings.isTestMode || info?.isTestMode === true,
});
