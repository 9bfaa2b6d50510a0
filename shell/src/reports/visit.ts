import { tellServer } from '@site/shared/page-reports/tell-server.ts';
import { countVisit, stopCounting } from '@site/shared/visits/count-visit.ts';
import { readIdentityHint } from '../identity/identity-hint.ts';

/** The pattern of the page with these matches, such as `/shop/ebook/:id`: never the address. */
export const getPattern = (matches: readonly { readonly route: { readonly path?: string | undefined } }[]): string =>
  `/${matches
    .map(({ route }) => route.path ?? '')
    .filter(Boolean)
    .join('/')
    .replaceAll('//', '/')
    .replace(/^\//, '')}`;

/** Counts a page that was shown without a load. A member of the team is no visitor. */
export function countView(pathname: string): void {
  if (readIdentityHint()?.isAdmin) stopCounting();
  else countVisit('view', [pathname]);
}

/** Nothing is told of visitors who ask not to be followed (Global Privacy Control, Do Not Track). */
export const isUnwanted = (): boolean => {
  const { globalPrivacyControl, doNotTrack } = navigator as { globalPrivacyControl?: boolean; doNotTrack?: string | null };
  return globalPrivacyControl === true || doNotTrack === '1';
};

/** Sends a report although the page is being left. */
export const sendReport = (report: object): void => tellServer('/api/reports', report);
