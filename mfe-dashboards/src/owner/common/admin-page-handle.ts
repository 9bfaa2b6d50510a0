import { pageHandle } from '@site/shared/federation/page-meta.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { adminLabels } from './admin-labels.ts';

/** Gives the shell the title of a page of the admin area, and excludes the page from search engines. */
export const adminPageHandle = (nameIn: (locale: Locale) => string) =>
  pageHandle(({ preferences: { locale } }) => ({ title: `${nameIn(locale)} · ${adminLabels[locale].area}`, isPrivate: true }));
