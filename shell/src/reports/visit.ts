import { tellServer } from '@site/shared/page-reports/tell-server.ts';
import { countVisit, stopCounting } from '@site/shared/visits/count-visit.ts';
import { readIdentityHint } from '../identity/identity-hint.ts';

/** Returns the pattern of a page, such as `/shop/ebook/:id`, never its address. */
export const getPattern = (matches: readonly { readonly route: { readonly path?: string | undefined } }[]): string =>
  `/${matches
    .map(({ route }) => route.path ?? '')
    .filter(Boolean)
    .join('/')
    .replaceAll('//', '/')
    .replace(/^\//, '')}`;

/** Counts a page that was shown without loading a document. Members of the team are not counted. */
export function countView(pathname: string): void {
  if (readIdentityHint()?.isAdmin) stopCounting();
  else countVisit('view', [pathname]);
}

/** Returns whether the visitor asks not to be tracked (Global Privacy Control, Do Not Track). Nothing about such a visit is reported. */
export const isUnwanted = (): boolean => {
  const { globalPrivacyControl, doNotTrack } = navigator as { globalPrivacyControl?: boolean; doNotTrack?: string | null };
  return globalPrivacyControl === true || doNotTrack === '1';
};

/** Sends a report, even while the page is being left. */
export const sendReport = (report: object): void => tellServer('/api/reports', report);
