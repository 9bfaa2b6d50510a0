import type { LegalDocumentName } from '@site/shared/contracts/content.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { type LoaderFunctionArgs, siteContext } from '@site/shared/site/site.ts';
import { askedPreview } from '../../author/asked-preview.ts';
import { legalTexts } from './texts.ts';

/** Returns a loader for a legal text in the visitor's language: the version in force, or the `?version=` of the address. */
export const readLegal =
  (document: LegalDocumentName) =>
  async ({ context, request }: LoaderFunctionArgs) => {
    const { api, preferences } = context.get(siteContext);
    const version = new URL(request.url).searchParams.get('version');
    const query = { locale: preferences.locale, ...(version ? { version } : {}), ...askedPreview(request.url) };
    return await api('GET /api/legal/:document', { params: { document }, query, signal: request.signal });
  };

/** Returns the handle of a legal page. For search engines all versions have the same canonical URL. */
export const legalHandle = (document: LegalDocumentName) =>
  pageHandle(({ preferences }) => ({ ...legalTexts[preferences.locale][document], canonical: paths[document].href() }));
