import type { PublishedBrand, SiteInfo } from '@site/shared/contracts/content.ts';
import { BRAND_WIDTHS, getPictureSource } from '@site/shared/contracts/pictures.ts';
import type { SiteBrand, SiteSettings } from '../boot.ts';

/** The brand as one visit finds it. */
export type VisitBrand = PublishedBrand & Pick<SiteBrand, 'version' | 'developer'>;

/** What of it every page knows: the rest is drawn by the server. */
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

/** The settings of one visit. `info` is what the API tells of the site: its key knows the payments' mode also where the shell has none. */
export const settingsOf = (
  settings: Omit<SiteSettings, 'brand'>,
  brand: VisitBrand,
  info: Pick<SiteInfo, 'isTestMode'> | null,
): SiteSettings => ({ ...settings, brand: toSiteBrand(brand), isTestMode: settings.isTestMode || info?.isTestMode === true });
